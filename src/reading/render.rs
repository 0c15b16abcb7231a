//! Diagnostics as a person reads them: the source line with a caret, and a hint below.
//!
//! Only so many mistakes are shown; the last line counts them all.

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::diagnostic::{Diagnostic, Diagnostics};

/// How many mistakes are shown: a file with more is no scenario.
const SHOWN: usize = 50;

/// The widest source line that is shown whole.
const WIDTH: usize = 140;

/// Renders every mistake, and how many there are.
pub(super) fn render(diagnostics: &Diagnostics, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() }.term_width(WIDTH);
    let mut text = String::new();
    for mistake in diagnostics.mistakes().iter().take(SHOWN) {
        let shown = renderer.render(&[group(diagnostics, mistake)]);
        let _ = writeln!(text, "{shown}\n");
    }
    text.push_str(&diagnostics.summary());
    let total = diagnostics.mistakes().len();
    if total > SHOWN {
        let _ = write!(text, " (the first {SHOWN} are shown)");
    }
    text.push('\n');
    text
}

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
