//! From bytes to a tree with places, and from there to a scenario.
//!
//! A file that is no TOML is answered with its syntax errors, and with the mistakes that stand before the
//! first of them: what comes after it may be read in another way than it was meant.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::cast::Cast;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::mask::{self, Masked};
use super::mistakes::Mistakes;
use super::row::Row;
use super::shape::Shape;
use super::{Scenario, file, syntax};

/// The most bytes of a scenario file.
const BYTES_MAX: usize = 1 << 20;

/// The most parts of a dotted key.
const PARTS_MAX: usize = 16;

/// Reads a scenario file; `source_name` is what its mistakes are reported under.
///
/// # Errors
/// If there is any mistake in it: all of them, in the order of their places.
pub fn parse(source_name: &str, bytes: &[u8]) -> Result<Scenario, Diagnostics> {
    let mut log = Mistakes::default();
    let text = match readable(bytes) {
        Ok(text) => text,
        Err((text, mistake)) => {
            log.add(mistake);
            return Err(finish(source_name, &text, log));
        }
    };
    let scenario = read(text, &mut log);
    match scenario {
        Some(scenario) if log.list.is_empty() => Ok(scenario),
        _ => Err(finish(source_name, text, log)),
    }
}

/// The bytes as text that the TOML parser can take; else what can be shown of them, and why not.
fn readable(bytes: &[u8]) -> Result<&str, (String, Diagnostic)> {
    if bytes.len() > BYTES_MAX {
        let mistake = Diagnostic::new(0..0, "this file is too large for a scenario", "more than 1 MiB");
        return Err((String::new(), mistake));
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let shown = String::from_utf8_lossy(bytes).into_owned();
            let place = error.valid_up_to();
            let mistake =
                Diagnostic::new(place..place + 3, "this file is not UTF-8 text", "not UTF-8 from here on");
            return Err((shown, mistake.hint("save it as UTF-8")));
        }
    };
    if let Some(place) = text.find('\0') {
        let mistake = Diagnostic::new(place..place + 1, "this file is not text", "a NUL byte");
        return Err((text.to_owned(), mistake.hint("is this a scenario file?")));
    }
    if let Some(place) = too_deep(text) {
        let mistake = Diagnostic::new(place, "this key has too many parts", "nested too deep");
        return Err((text.to_owned(), mistake.hint(format!("at most {PARTS_MAX} parts"))));
    }
    Ok(text)
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
    if text.trim().is_empty() {
        let mistake = Diagnostic::new(0..0, "this file is empty", "nothing here");
        log.add(mistake.hint("a scenario needs at least `title`, `lane` and `replicas`"));
        return None;
    }
    let (document, errors) = DeTable::parse_recoverable(text);
    let root = Spanned::new(document.span(), DeValue::Table(document.into_inner()));
    let broken = errors.iter().filter(|error| !syntax::is_harmless(error)).filter_map(toml::de::Error::span);
    let broken = broken.map(|span| span.start).min();
    log.list.extend(syntax::mistakes(&errors, text));
    let row = Row { span: 0..0, ..Row::at(&root, &file::FILE)? };
    match broken {
        None => {
            let cast = Cast::gather(&row);
            Shape { cast: &cast, log }.table(&row);
            file::read(&row, log)
        }
        Some(place) => {
            let line = text[..text.floor_char_boundary(place)].rfind('\n').unwrap_or(0);
            let mut before = Mistakes::default();
            Shape { cast: &Cast::default(), log: &mut before }.table(&row);
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
