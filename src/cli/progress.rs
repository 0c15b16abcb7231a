//! How far a long command is, on standard error, if that is a terminal.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A bar of seeds, some of which are worth a word.
pub struct Progress {
    bar: ProgressBar,
    word: &'static str,
}

impl Progress {
    /// Begins with none of so many seeds. The word is for those that are counted beside.
    pub fn begin(seeds: u64, word: &'static str) -> Self {
        let target =
            if stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let template = "{wide_bar} {pos} of {len} seeds  {speed}  {msg}  {elapsed}, {eta} to go";
        let speed = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // A bar that cannot be drawn is no reason to end.
            let _ = write!(text, "{:.0} seeds/s", state.per_sec());
        };
        let style = ProgressStyle::with_template(template).expect("the template is right");
        let bar =
            ProgressBar::with_draw_target(Some(seeds), target).with_style(style.with_key("speed", speed));
        Self { bar: bar.with_message(format!("0 {word}")), word }
    }

    /// Shows how many seeds were run, and how many of them are worth the word.
    pub fn show(&self, seeds: u64, count: u64) {
        if !self.bar.is_hidden() {
            self.bar.set_position(seeds);
            self.bar.set_message(format!("{count} {}", self.word));
        }
    }

    /// Leaves the bar as it is.
    pub fn end(&self) {
        self.bar.abandon();
    }
}
