//! From bytes to a tree with places, and from there to a scenario.
//!
//! A file that is no TOML is answered with its syntax errors, and with the mistakes that stand before the
//! first of them: what comes after it may be read in another way than it was meant.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::mask::{self, Masked};
use super::mistakes::Mistakes;
use super::shape::Shape;
use super::symbols::Symbols;
use super::toml_table::TomlTable;
use super::{file, syntax};
use crate::model::Scenario;

/// The most bytes of a scenario file.
const BYTES_MAX: usize = 1 << 20;

/// The most parts of a dotted key.
const PARTS_MAX: usize = 16;

/// Reads a scenario file; `source_name` is what its mistakes are reported under.
///
/// # Errors
/// If there is any mistake in it: all of them, in the order of their places.
///
/// # Examples
/// ```
/// use reconverge::reading::parse;
///
/// let file = br#"
///     title = "a lost DELETE leaves the peer stale"
///     lane  = "datasource"
///     replica = ["a", "b"]
/// "#;
/// let mistakes = parse("lost.toml", file).unwrap_err();
/// assert_eq!(mistakes.mistakes()[0].hint.as_deref(), Some("did you mean `replicas`?"));
/// assert_eq!(mistakes.position(&mistakes.mistakes()[0]), (4, 5));
/// assert_eq!(mistakes.summary(), "1 mistake in lost.toml");
/// ```
pub fn parse(source_name: &str, bytes: &[u8]) -> Result<Scenario, Diagnostics> {
    let mut log = Mistakes::default();
    if bytes.len() > BYTES_MAX {
        log.add(Diagnostic::new(0..0, "this file is too large for a scenario", "more than 1 MiB"));
        return Err(finish(source_name, "", log));
    }
    let text = String::from_utf8_lossy(bytes);
    if let Some(mistake) = unreadable(bytes, &text) {
        log.add(mistake);
        return Err(finish(source_name, &text, log));
    }
    match read(&text, &mut log) {
        Some(scenario) if log.list.is_empty() => Ok(scenario),
        _ => Err(finish(source_name, &text, log)),
    }
}

/// Why the bytes, or the text that can be shown of them, are nothing for the TOML parser.
fn unreadable(bytes: &[u8], text: &str) -> Option<Diagnostic> {
    if let Err(error) = std::str::from_utf8(bytes) {
        let place = error.valid_up_to();
        let shown = place..place + char::REPLACEMENT_CHARACTER.len_utf8();
        let mistake = Diagnostic::new(shown, "this file is not UTF-8 text", "not UTF-8 from here on");
        return Some(mistake.hint("save it as UTF-8"));
    }
    if text.trim().is_empty() {
        let mistake = Diagnostic::new(0..0, "this file is empty", "nothing here");
        return Some(mistake.hint("a scenario needs at least `title`, `lane` and `replicas`"));
    }
    if let Some(place) = text.find('\0') {
        let mistake = Diagnostic::new(place..place + 1, "this file is not text", "a NUL byte");
        return Some(mistake.hint("is this a scenario file?"));
    }
    let mistake = Diagnostic::new(too_deep(text)?, "this key has too many parts", "nested too deep");
    Some(mistake.hint(format!("at most {PARTS_MAX} parts")))
}

/// The place of a dotted key whose tree would be too deep to walk.
fn too_deep(text: &str) -> Option<Range<usize>> {
    let (mut start, mut dots) = (None, 0);
    for token in Source::new(text).lex() {
        let span = token.span().start()..token.span().end();
        match token.kind() {
            TokenKind::Dot => dots += 1,
            TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString | TokenKind::Whitespace => {}
            _ => (start, dots) = (None, 0),
        }
        let start = *start.get_or_insert(span.start);
        if dots >= PARTS_MAX {
            return Some(start..span.end);
        }
    }
    None
}

fn read(text: &str, log: &mut Mistakes) -> Option<Scenario> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let root = Spanned::new(document.span(), DeValue::Table(document.into_inner()));
    let broken = errors.iter().filter(|error| !syntax::is_harmless(error)).filter_map(toml::de::Error::span);
    let broken = broken.map(|span| span.start).min();
    log.list.extend(syntax::mistakes(&errors, text));
    let row = TomlTable { span: 0..0, ..TomlTable::at(&root, &file::FILE)? };
    match broken {
        None => {
            let symbols = Symbols::gather(&row);
            Shape { symbols: &symbols, log }.table(&row);
            file::read(&row, log)
        }
        Some(place) => {
            let line = text[..text.floor_char_boundary(place)].rfind('\n').unwrap_or(0);
            let mut before = Mistakes::default();
            Shape { symbols: &Symbols::default(), log: &mut before }.table(&row);
            log.hidden.append(&mut before.hidden);
            let kept = before
                .list
                .into_iter()
                .filter(|mistake| !mistake.span.is_empty() && mistake.span.end <= line);
            log.list.extend(kept);
            None
        }
    }
}

fn finish(name: &str, text: &str, log: Mistakes) -> Diagnostics {
    let mut hidden = log.hidden;
    hidden.extend(mask::suspects(text));
    let masked = Masked::new(text, hidden);
    let moved = log.list.into_iter().map(|mistake| Diagnostic {
        span: masked.place(&mistake.span),
        also: mistake.also.as_ref().map(|(span, label)| (masked.place(span), label.clone())),
        ..mistake
    });
    let moved = moved.collect();
    Diagnostics::new(name, masked.text, moved)
}
