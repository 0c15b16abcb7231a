//! The kinds of line in a timeline, each with its glyph.

/// The kinds of line in a timeline, each with its glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Glyph {
    /// A client's request or its answer.
    Request,
    /// What a transaction did.
    Commit,
    /// A signal on its way.
    Signal,
    /// A fault, or something lost.
    Fault,
    /// A read or a listing.
    Read,
    /// A change of a registry or an upstream.
    Registry,
    /// Something that was left as it was.
    Nothing,
    /// A replica's life.
    Life,
}

impl Glyph {
    /// Every glyph, in the order of the legend.
    pub const ALL: &[Self] = &[
        Self::Request,
        Self::Commit,
        Self::Signal,
        Self::Read,
        Self::Registry,
        Self::Nothing,
        Self::Fault,
        Self::Life,
    ];

    /// The character.
    pub fn symbol(self) -> char {
        match self {
            Self::Request => '>',
            Self::Commit => '#',
            Self::Signal => '~',
            Self::Fault => '!',
            Self::Read => '?',
            Self::Registry => '+',
            Self::Nothing => '=',
            Self::Life => '*',
        }
    }

    /// What it stands for.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Commit => "store",
            Self::Signal => "signal",
            Self::Fault => "fault or loss",
            Self::Read => "read",
            Self::Registry => "registry or upstream",
            Self::Nothing => "left as it was",
            Self::Life => "life",
        }
    }
}
