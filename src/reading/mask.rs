//! Keeping secrets out of diagnostics.
//!
//! The reader hides the values that it knows to be secrets. A file that is broken may never get that far, so
//! the tokens and the bare letters are searched as well: what follows a key that sounds like a secret is
//! hidden, to the end of the line where the value has no clear end. Rather too much is hidden than too little.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

/// Parts of keys whose values are hidden wherever they stand.
const SUSPECT: &[&str] = &["secret", "password", "passwd", "token"];

/// A key whose value is hidden where it is a list: a step names an upstream by the same word.
const SUSPECT_LIST: &str = "accepts";

/// How many tokens a list or table that is a secret by mistake may have.
const NEAR: usize = 256;

/// The places of what looks like a secret.
pub(super) fn suspects(source: &str) -> Vec<Range<usize>> {
    let tokens = Source::new(source).lex().into_vec();
    let mut suspects: Vec<Range<usize>> = Vec::new();
    let mut until = 0;
    for (place, token) in tokens.iter().enumerate() {
        if range(token).start < until || !is_suspect(source, &tokens, place, token) {
            continue;
        }
        if let Some(value) = value_after(source, &tokens, place) {
            until = value.end;
            suspects.push(value);
        }
    }
    suspects.extend(SUSPECT.iter().chain([&SUSPECT_LIST]).flat_map(|word| assigned(source, word)));
    suspects
}

/// What is assigned to a key by its letters alone, for after a quote too many the tokens are not what they
/// were meant to be.
fn assigned(source: &str, word: &str) -> Vec<Range<usize>> {
    let lower = source.to_ascii_lowercase();
    let mut until = 0;
    let after = lower.match_indices(word).filter_map(|(place, _)| {
        if place < until {
            return None;
        }
        let rest = &source[place + word.len()..];
        let value =
            rest.trim_start_matches(|letter: char| letter.is_alphanumeric() || "-_\"'".contains(letter));
        let value =
            value.trim_start_matches([' ', '\t']).strip_prefix(['=', ':'])?.trim_start_matches([' ', '\t']);
        let start = source.len() - value.len();
        if !value.starts_with('[') && word == SUSPECT_LIST {
            return None;
        }
        until = start
            + match string_end(value) {
                Some(end) => end,
                None if value.starts_with('[') => list_end(value),
                None => value.find('\n').unwrap_or(value.len()),
            };
        Some(start..until)
    });
    after.collect()
}

/// The length of what begins as a list: to the last bracket of its line if a value may end there, to the next
/// bracket below if there is none, else to the end of the line.
fn list_end(value: &str) -> usize {
    let line = value.split('\n').next().unwrap_or_default();
    let Some(end) = line.rfind(']') else { return value.find(']').map_or(value.len(), |end| end + 1) };
    if may_end(&line[end + 1..]) { end + 1 } else { line.len() }
}

/// The length of a string on one line, if it ends where a value may.
fn string_end(value: &str) -> Option<usize> {
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let end = value[1..].find([quote, '\n', '\\']).filter(|end| value[1 + end..].starts_with(quote))? + 2;
    may_end(&value[end..]).then_some(end)
}

/// Whether a value may end before this rest.
fn may_end(rest: &str) -> bool {
    let next = rest.trim_start_matches([' ', '\t']).chars().next();
    next.is_none_or(|next| ",}]#\n\r".contains(next))
}

fn is_suspect(source: &str, tokens: &[Token], place: usize, token: &Token) -> bool {
    let text = source[range(token)].to_lowercase();
    let sounds = || {
        let is_list = || text.contains(SUSPECT_LIST) && opens_a_list(&tokens[place + 1..]);
        SUSPECT.iter().any(|word| text.contains(word)) || is_list()
    };
    match token.kind() {
        TokenKind::Atom => sounds(),
        TokenKind::LiteralString | TokenKind::BasicString => {
            let next = tokens[place + 1..].iter().find(|token| token.kind() != TokenKind::Whitespace);
            next.is_some_and(|token| token.kind() == TokenKind::Equals) && sounds()
        }
        _ => false,
    }
}

/// Whether a list stands after a key.
fn opens_a_list(rest: &[Token]) -> bool {
    let mut rest = rest.iter().map(Token::kind).filter(|kind| *kind != TokenKind::Whitespace);
    rest.next() == Some(TokenKind::Equals) && rest.next() == Some(TokenKind::LeftSquareBracket)
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
        _ => Some(start..to_line_end(source, &tokens[key..], range(first).end)),
    }
}

/// Where a list or table that was just opened is closed; `None` if it is not, or only far away.
fn closed<'t>(rest: &mut impl Iterator<Item = &'t Token>) -> Option<usize> {
    let mut depth = 1_usize;
    for token in rest.take(NEAR) {
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
    fn what_an_upstream_accepts_is_hidden_even_where_the_tokens_are_not_what_they_were_meant_to_be() {
        assert!(!masked("x = { accepts = [\"hunter2\"] }").contains("hunter2"));
        assert!(masked("x = { accepts = [\"hunter2\"], reachable = 3 }").ends_with("reachable = 3 }"));
        assert!(!masked("a = \"b }, accepts = [\"hunter2\", \"fish\"] }").contains("hunter2"));
        assert!(!masked("a = \"b }, accepts = [\"a]hunter2 }").contains("hunter2"));
        assert_eq!(masked("{ accepts = \"crm\" }"), "{ accepts = \"crm\" }");
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
        let source = "secret = \"äö\", x";
        let masked = Masked::new(source, suspects(source));
        assert_eq!(masked.text, "secret = \"**\", x");
        let x = source.find('x').expect("there");
        assert_eq!(&masked.text[masked.place(&(x..x + 1))], "x");
    }
}
