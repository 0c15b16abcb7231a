//! Breaks text into lines of a given width.

/// A space at which no line is broken. It is printed as a plain space.
pub const TIE: char = '\u{a0}';

/// Breaks a text into lines of at most so many characters. A longer word gets a line of its own. An empty text has no
/// line.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        let word = word.replace(TIE, " ");
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}
