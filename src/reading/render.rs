//! Diagnostics as text: each mistake with its source line, a caret under the place, and a hint below.
//!
//! Only the first mistakes are shown; the last line counts all of them.

use std::fmt::{self, Write as _};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::diagnostic::{Diagnostic, Diagnostics};

/// The most mistakes that are shown. A file with more is most likely no scenario at all.
const SHOWN_MAX: usize = 50;

/// The widest source line that is shown whole, in columns.
const WIDTH: usize = 140;

impl Diagnostics {
    /// Every mistake with its source line, and how many there are, as text for a terminal.
    pub fn render(&self, color: bool) -> String {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() }.term_width(WIDTH);
        let mut text = String::new();
        for mistake in self.mistakes().iter().take(SHOWN_MAX) {
            let shown = renderer.render(&[group(self, mistake)]);
            let _ = writeln!(text, "{shown}\n");
        }
        text.push_str(&self.summary());
        if self.mistakes().len() > SHOWN_MAX {
            let _ = write!(text, " (the first {SHOWN_MAX} are shown)");
        }
        text.push('\n');
        text
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}

fn group<'d>(diagnostics: &'d Diagnostics, mistake: &'d Diagnostic) -> annotate_snippets::Group<'d> {
    let mut snippet = Snippet::source(diagnostics.source()).path(diagnostics.name());
    snippet = snippet.annotation(AnnotationKind::Primary.span(mistake.span.clone()).label(&mistake.label));
    if let Some((span, label)) = &mistake.also {
        snippet = snippet.annotation(AnnotationKind::Context.span(span.clone()).label(label));
    }
    let group = Level::ERROR.primary_title(&mistake.message).element(snippet);
    match &mistake.hint {
        Some(hint) => group.element(Level::HELP.message(hint)),
        None => group,
    }
}
