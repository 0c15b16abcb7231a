//! Text in lines of a width.

/// A space at which no line is broken; it is printed as a plain one.
pub const TIE: char = '\u{a0}';

/// Breaks a text into lines that are not longer than so many characters, where its words allow that. An empty
/// text has no line.
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
