//! The parser: from bytes to TOML values with their places, and from these to a scenario.
//!
//! For a file that is no TOML it reports the syntax errors, and the mistakes above the first of them. What stands below
//! a syntax error may be parsed as something else than was meant, so mistakes there would mislead.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::mask::Masked;
use super::mistakes::Mistakes;
use super::symbols::Symbols;
use super::toml_table::TomlTable;
use super::validator::Validator;
use super::{file, secret_scan, syntax};
use crate::model::Scenario;

/// The most bytes of a scenario file.
const BYTES_MAX: usize = 1 << 20;

/// The most parts of a dotted key. Each part is a nested table, and nested tables are walked by recursion.
const PARTS_MAX: usize = 16;

/// Reads a scenario file. Its mistakes are reported under `source_name`, which is usually its path.
///
/// # Errors
/// If the file has any mistake: all of them, in the order of their places.
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
    let mut mistakes = Mistakes::default();
    if bytes.len() > BYTES_MAX {
        mistakes.add(Diagnostic::new(0..0, "this file is too large for a scenario", "more than 1 MiB"));
        return Err(finish(source_name, "", mistakes));
    }
    let text = String::from_utf8_lossy(bytes);
    if let Some(mistake) = unreadable(bytes, &text) {
        mistakes.add(mistake);
        return Err(finish(source_name, &text, mistakes));
    }
    match read(&text, &mut mistakes) {
        Some(scenario) if mistakes.list.is_empty() => Ok(scenario),
        _ => Err(finish(source_name, &text, mistakes)),
    }
}

/// Why the bytes are nothing that the TOML parser should see. `text` is what can be shown of them.
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

/// The place of the first dotted key with more than `PARTS_MAX` parts.
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

/// Reads the text of a file; `None` if a mistake makes that impossible.
fn read(text: &str, mistakes: &mut Mistakes) -> Option<Scenario> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let root = Spanned::new(document.span(), DeValue::Table(document.into_inner()));
    let broken = errors.iter().filter(|error| !syntax::is_harmless(error)).filter_map(toml::de::Error::span);
    let broken = broken.map(|span| span.start).min();
    mistakes.list.extend(syntax::mistakes(&errors, text));
    // What the whole file lacks is reported at its beginning, and not as a mark under all of it.
    let table = TomlTable { span: 0..0, ..TomlTable::at(&root, &file::FILE)? };
    match broken {
        None => {
            let symbols = Symbols::collect(&table);
            Validator { symbols: &symbols, mistakes }.table(&table);
            file::read(&table, mistakes)
        }
        Some(place) => {
            let line = text[..text.floor_char_boundary(place)].rfind('\n').unwrap_or(0);
            let mut found = Mistakes::default();
            // References are not checked: the names below the error are unknown.
            Validator { symbols: &Symbols::default(), mistakes: &mut found }.table(&table);
            mistakes.hidden.append(&mut found.hidden);
            // A mistake without extent says that a key is missing, which may stand below the error.
            let above = |mistake: &Diagnostic| !mistake.span.is_empty() && mistake.span.end <= line;
            mistakes.list.extend(found.list.into_iter().filter(above));
            None
        }
    }
}

/// The mistakes as diagnostics, which hold the text with its secrets masked.
fn finish(name: &str, text: &str, mistakes: Mistakes) -> Diagnostics {
    let mut hidden = mistakes.hidden;
    hidden.extend(secret_scan::suspects(text));
    let masked = Masked::new(text, hidden);
    // Masking shortens characters of several bytes, so every place after one has moved.
    let moved = mistakes.list.into_iter().map(|mistake| Diagnostic {
        span: masked.place(&mistake.span),
        also: mistake.also.as_ref().map(|(span, label)| (masked.place(span), label.clone())),
        ..mistake
    });
    let moved = moved.collect();
    Diagnostics::new(name, masked.text, moved)
}
