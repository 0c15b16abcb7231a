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

/// What stands after a key: the string after `=`, if it ends where a value may, else the rest of the line.
fn value_after(source: &str, tokens: &[Token], key: usize) -> Option<Range<usize>> {
    let mut rest = tokens[key + 1..].iter().filter(|token| token.kind() != TokenKind::Whitespace);
    let mut first = rest.next()?;
    if first.kind() == TokenKind::Equals {
        first = rest.next()?;
    }
    let start = range(first).start;
    if matches!(first.kind(), TokenKind::Newline | TokenKind::RightSquareBracket | TokenKind::Eof) {
        return None;
    }
    let is_string = matches!(
        first.kind(),
        TokenKind::BasicString
            | TokenKind::LiteralString
            | TokenKind::MlBasicString
            | TokenKind::MlLiteralString
    );
    let ends = rest.next().is_none_or(|token| {
        matches!(
            token.kind(),
            TokenKind::Comma
                | TokenKind::RightCurlyBracket
                | TokenKind::RightSquareBracket
                | TokenKind::Comment
                | TokenKind::Newline
                | TokenKind::Eof
        )
    });
    if is_string && ends {
        return Some(range(first));
    }
    let from = range(first).end;
    let line = source[from..].find('\n').map_or(source.len(), |length| from + length);
    Some(start..line)
}

fn range(token: &Token) -> Range<usize> {
    token.span().start()..token.span().end()
}

/// A source with some of its places hidden, and how places of the one become places of the other.
pub(super) struct Masked {
    /// The source with `*` for every hidden character; quotes and line ends stay.
    pub text: String,
    /// For each hidden character of several bytes: where it ends in the source, and by how much it shrank.
    shrunk: Vec<(usize, usize)>,
}

impl Masked {
    /// Hides places of a source.
    pub fn new(source: &str, mut hidden: Vec<Range<usize>>) -> Self {
        hidden.sort_by_key(|span| span.start);
        let (mut text, mut shrunk) = (String::with_capacity(source.len()), Vec::new());
        let (mut next, mut until) = (0, 0);
        for (place, letter) in source.char_indices() {
            while let Some(span) = hidden.get(next).filter(|span| span.start <= place) {
                until = until.max(span.end);
                next += 1;
            }
            if place >= until || matches!(letter, '\n' | '\r' | '"' | '\'') {
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
