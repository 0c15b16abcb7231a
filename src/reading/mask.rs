//! Masking: a source with its secrets replaced, and how places of the source become places of the masked text.
//!
//! No hidden character is left in the text. Where the secrets are is decided by the validator and by `secret_scan`.

use std::ops::Range;

/// A source with some of its places hidden.
pub(super) struct Masked {
    /// The source with `*` for every hidden character. Line ends stay, so that lines keep their numbers.
    pub text: String,
    /// For each hidden character of several bytes: where it ends in the source, and how many bytes `*` is shorter.
    shortened: Vec<(usize, usize)>,
}

impl Masked {
    /// Hides places of a source. They need no order and may overlap.
    pub fn new(source: &str, hidden: Vec<Range<usize>>) -> Self {
        let mut hidden: Vec<_> = hidden.into_iter().map(|span| inner(source, span)).collect();
        hidden.sort_by_key(|span| span.start);
        let (mut text, mut shortened) = (String::with_capacity(source.len()), Vec::new());
        // The places are in order of their starts, so one pass is enough: `until` is the farthest end of those begun.
        let (mut next, mut until) = (0, 0);
        for (place, letter) in source.char_indices() {
            while let Some(span) = hidden.get(next).filter(|span| span.start <= place) {
                until = until.max(span.end);
                next += 1;
            }
            if place >= until || matches!(letter, '\n' | '\r') {
                text.push(letter);
                continue;
            }
            text.push('*');
            if letter.len_utf8() > 1 {
                shortened.push((place + letter.len_utf8(), letter.len_utf8() - 1));
            }
        }
        Self { text, shortened }
    }

    /// Where a place of the source is in the masked text.
    pub fn place(&self, span: &Range<usize>) -> Range<usize> {
        let moved = |place: usize| {
            let before = self.shortened.iter().take_while(|(end, _)| *end <= place);
            place - before.map(|(_, by)| by).sum::<usize>()
        };
        moved(span.start)..moved(span.end)
    }
}

/// The place between the quotes of a string; the place itself, if no string stands there.
fn inner(source: &str, span: Range<usize>) -> Range<usize> {
    let text = source.get(span.clone()).unwrap_or_default();
    for quotes in ["\"\"\"", "\'\'\'", "\"", "\'"] {
        if text.starts_with(quotes) {
            let open = span.start + quotes.len();
            let is_closed = text.len() >= 2 * quotes.len() && text.ends_with(quotes);
            return open..if is_closed { span.end - quotes.len() } else { span.end };
        }
    }
    span
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_several_bytes_move_the_places_after_them() {
        let source = "secret = \"äö\", x";
        let value = 9..15;
        let masked = Masked::new(source, vec![value]);
        assert_eq!(masked.text, "secret = \"**\", x");
        let x = source.find('x').expect("there");
        assert_eq!(&masked.text[masked.place(&(x..x + 1))], "x");
    }
}
