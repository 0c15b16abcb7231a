//! Finding what looks like a secret in the text of a file, so that diagnostics can hide it.
//!
//! The validator hides the values that it knows to be secrets, but it may never see them in a broken file. So the text
//! is searched too, by its tokens and by its letters: the value after a key that looks like the key of a secret is
//! hidden, up to the end of the line if the value has no clear end. Too much is hidden rather than too little.

use std::ops::Range;

use toml_parser::Source;
use toml_parser::lexer::{Token, TokenKind};

/// A key that contains one of these words is taken for the key of a secret.
const SECRET_WORDS: &[&str] = &["secret", "password", "passwd", "token"];

/// A key whose value is hidden only if it is a list, because in a step the same key names an upstream.
const SECRET_LIST: &str = "accepts";

/// How many tokens are searched for the end of a list or table that stands where a secret should. The bound keeps the
/// search short if a file consists of such keys.
const TOKENS_MAX: usize = 256;

/// The places of what looks like a secret, in no order; they may overlap.
pub(super) fn suspects(source: &str) -> Vec<Range<usize>> {
    let tokens = Source::new(source).lex().into_vec();
    let mut suspects: Vec<Range<usize>> = Vec::new();
    let mut until = 0;
    for (index, token) in tokens.iter().enumerate() {
        if range(token).start < until || !is_secret_key(source, &tokens, index, token) {
            continue;
        }
        if let Some(value) = value_after(source, &tokens, index) {
            until = value.end;
            suspects.push(value);
        }
    }
    suspects.extend(SECRET_WORDS.iter().chain([&SECRET_LIST]).flat_map(|word| assigned(source, word)));
    suspects
}

/// The places of what follows a word and a `=` or `:`, by the letters alone.
///
/// One quote too many shifts all quotes after it, so that strings become keys and keys become strings. The letters
/// still show which key a value was meant for.
fn assigned(source: &str, word: &str) -> Vec<Range<usize>> {
    // ASCII only: other letters may change their length, and then places in `lower` would not be places in `source`.
    let lower = source.to_ascii_lowercase();
    let mut until = 0;
    let after = lower.match_indices(word).filter_map(|(place, _)| {
        if place < until {
            return None;
        }
        let rest = &source[place + word.len()..];
        // The word may be the beginning of a longer key, such as `secret_key`, and the key may be in quotes.
        let value =
            rest.trim_start_matches(|letter: char| letter.is_alphanumeric() || "-_\"'".contains(letter));
        let value =
            value.trim_start_matches([' ', '\t']).strip_prefix(['=', ':'])?.trim_start_matches([' ', '\t']);
        let start = source.len() - value.len();
        if !value.starts_with('[') && word == SECRET_LIST {
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

/// The length of what begins as a list.
///
/// It ends at the last bracket of its line, because a secret may contain a bracket. If no value can end there, it ends
/// with the line. If the line has no bracket, it ends at the next one below.
fn list_end(value: &str) -> usize {
    let line = value.split('\n').next().unwrap_or_default();
    let Some(end) = line.rfind(']') else { return value.find(']').map_or(value.len(), |end| end + 1) };
    if may_end(&line[end + 1..]) { end + 1 } else { line.len() }
}

/// The length of a string on one line; `None` if it has an escape, or if no value can end where it does.
fn string_end(value: &str) -> Option<usize> {
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let end = value[1..].find([quote, '\n', '\\']).filter(|end| value[1 + end..].starts_with(quote))? + 2;
    may_end(&value[end..]).then_some(end)
}

/// Whether a value can end before this text.
fn may_end(rest: &str) -> bool {
    let next = rest.trim_start_matches([' ', '\t']).chars().next();
    next.is_none_or(|next| ",}]#\n\r".contains(next))
}

/// Whether a token is a key that looks like the key of a secret.
fn is_secret_key(source: &str, tokens: &[Token], index: usize, token: &Token) -> bool {
    let text = source[range(token)].to_lowercase();
    let looks_secret = || {
        let is_list = || text.contains(SECRET_LIST) && opens_a_list(&tokens[index + 1..]);
        SECRET_WORDS.iter().any(|word| text.contains(word)) || is_list()
    };
    match token.kind() {
        TokenKind::Atom => looks_secret(),
        TokenKind::LiteralString | TokenKind::BasicString => {
            // A string is a key only if something is assigned to it.
            let next = tokens[index + 1..].iter().find(|token| token.kind() != TokenKind::Whitespace);
            next.is_some_and(|token| token.kind() == TokenKind::Equals) && looks_secret()
        }
        _ => false,
    }
}

/// Whether the tokens after a key begin a list.
fn opens_a_list(rest: &[Token]) -> bool {
    let mut rest = rest.iter().map(Token::kind).filter(|kind| *kind != TokenKind::Whitespace);
    rest.next() == Some(TokenKind::Equals) && rest.next() == Some(TokenKind::LeftSquareBracket)
}

/// The place of the value after a key.
///
/// A string, or a list or table that is closed, is hidden as a whole if a value can end where it does. Otherwise the
/// quotes or brackets cannot be trusted, and the rest of the line is hidden.
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

/// Where a list or table ends whose opening bracket has just been read; `None` if it does not end within `TOKENS_MAX`
/// tokens.
fn closed<'t>(rest: &mut impl Iterator<Item = &'t Token>) -> Option<usize> {
    let mut depth = 1_usize;
    for token in rest.take(TOKENS_MAX) {
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

/// Whether a value can end before this token.
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

/// The end of the line, or of a string that begins on the line and ends below it.
fn to_line_end(source: &str, tokens: &[Token], from: usize) -> usize {
    let line = source[from..].find('\n').map_or(source.len(), |length| from + length);
    let on_line = tokens.iter().map(range).take_while(|token| token.start < line);
    on_line.map(|token| token.end).max().unwrap_or(line).max(line)
}

fn range(token: &Token) -> Range<usize> {
    token.span().start()..token.span().end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::mask::Masked;

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
}
