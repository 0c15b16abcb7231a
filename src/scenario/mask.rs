//! Keeping secrets out of diagnostics.
//!
//! The reader hides the values that it knows to be secrets. A file that is broken may never get that far, so
//! the tokens are searched as well: what follows a key that sounds like a secret is hidden, to the end of
//! the line where the value has no clear end. Rather too much is hidden than too little.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

/// Parts of keys whose values are hidden wherever they stand.
const SUSPECT: &[&str] = &["secret", "password", "passwd", "token"];

/// The places of what looks like a secret.
pub(super) fn suspects(source: &str) -> Vec<Range<usize>> {
    let tokens = Source::new(source).lex().into_vec();
    let keys = tokens.iter().enumerate().filter(|(place, token)| is_suspect(source, &tokens, *place, token));
    keys.filter_map(|(place, _)| value_after(source, &tokens, place)).collect()
}

fn is_suspect(source: &str, tokens: &[Token], place: usize, token: &Token) -> bool {
    let text = source[range(token)].to_lowercase();
    let sounds = || SUSPECT.iter().any(|word| text.contains(word));
    match token.kind() {
        TokenKind::Atom => sounds(),
        TokenKind::LiteralString | TokenKind::BasicString => {
            let next = tokens[place + 1..].iter().find(|token| token.kind() != TokenKind::Whitespace);
            next.is_some_and(|token| token.kind() == TokenKind::Equals) && sounds()
        }
        _ => false,
    }
}

/// What stands after a key: the value, if it is a string or a closed list or table and ends where a value
/// may, else the rest of the line.
fn value_after(source: &str, tokens: &[Token], key: usize) -> Option<Range<usize>> {
    let mut rest = tokens[key + 1..].iter().filter(|token| token.kind() != TokenKind::Whitespace);
    let mut first = rest.next()?;
    if first.kind() == TokenKind::Equals {
        first = rest.next()?;
    }
    let start = range(first).start;
    let end = match first.kind() {
        TokenKind::Newline | TokenKind::RightSquareBracket | TokenKind::Eof => return None,
        TokenKind::BasicString
        | TokenKind::LiteralString
        | TokenKind::MlBasicString
        | TokenKind::MlLiteralString => Some(range(first).end),
        TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => closed(&mut rest),
        _ => None,
    };
    match end {
        Some(end) if rest.next().is_none_or(ends_a_value) => Some(start..end),
        _ => Some(start..to_line_end(source, tokens, range(first).end)),
    }
}

/// Where a list or table that was just opened is closed.
fn closed<'t>(rest: &mut impl Iterator<Item = &'t Token>) -> Option<usize> {
    let mut depth = 1_usize;
    for token in rest {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(range(token).end);
        }
    }
    None
}

fn ends_a_value(token: &Token) -> bool {
    matches!(
        token.kind(),
        TokenKind::Comma
            | TokenKind::RightCurlyBracket
            | TokenKind::RightSquareBracket
            | TokenKind::Comment
            | TokenKind::Newline
            | TokenKind::Eof
    )
}

/// The end of the line, or of the string that begins on it and runs over it.
fn to_line_end(source: &str, tokens: &[Token], from: usize) -> usize {
    let line = source[from..].find('\n').map_or(source.len(), |length| from + length);
    let on_line = tokens.iter().map(range).take_while(|token| token.start < line);
    on_line.map(|token| token.end).max().unwrap_or(line).max(line)
}

/// What stands between the quotes of a string; all of anything else.
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

fn range(token: &Token) -> Range<usize> {
    token.span().start()..token.span().end()
}

/// A source with some of its places hidden, and how places of the one become places of the other.
pub(super) struct Masked {
    /// The source with `*` for every hidden character; line ends stay.
    pub text: String,
    /// For each hidden character of several bytes: where it ends in the source, and by how much it shrank.
    shrunk: Vec<(usize, usize)>,
}

impl Masked {
    /// Hides places of a source.
    pub fn new(source: &str, hidden: Vec<Range<usize>>) -> Self {
        let mut hidden: Vec<_> = hidden.into_iter().map(|span| inner(source, span)).collect();
        hidden.sort_by_key(|span| span.start);
        let (mut text, mut shrunk) = (String::with_capacity(source.len()), Vec::new());
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
                shrunk.push((place + letter.len_utf8(), letter.len_utf8() - 1));
            }
        }
        Self { text, shrunk }
    }

    /// The place in the masked text of a place in the source.
    pub fn place(&self, span: &Range<usize>) -> Range<usize> {
        let moved = |place: usize| {
            let before = self.shrunk.iter().take_while(|(end, _)| *end <= place);
            place - before.map(|(_, by)| by).sum::<usize>()
        };
        moved(span.start)..moved(span.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(source: &str) -> String {
        Masked::new(source, suspects(source)).text
    }

    #[test]
    fn the_value_of_a_secret_is_hidden() {
        assert_eq!(
            masked(r#"{ name = "o", secret = "hunter2", active = true }"#),
            r#"{ name = "o", secret = "*******", active = true }"#
        );
        assert_eq!(masked("\"secret\"='hunter2' # why"), "\"secret\"='*******' # why");
        assert_eq!(masked("secret = \"\"\"hun\nter2\"\"\"\nx = 1"), "secret = \"\"\"***\n****\"\"\"\nx = 1");
    }

    #[test]
    fn what_has_no_clear_end_is_hidden_to_the_end_of_the_line() {
        for broken in [
            "secret = \"hunter2",
            "secret = hunter2",
            "secret: hunter2",
            "secret hunter2",
            "secret = {hunter2",
            "password = \"hun\"ter2",
        ] {
            assert!(!masked(broken).contains("ter2"), "{}", masked(broken));
        }
    }

    #[test]
    fn places_follow_what_shrank() {
        let source = "secret = \"äö\" x";
        let masked = Masked::new(source, suspects(source));
        assert_eq!(masked.text, "secret = \"**\" x");
        let x = source.find('x').expect("there");
        assert_eq!(&masked.text[masked.place(&(x..x + 1))], "x");
    }
}
