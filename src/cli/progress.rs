//! How far a long command is, on standard error, if that is a terminal.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A bar of seeds.
pub struct Progress(ProgressBar);

impl Progress {
    /// Begins with none of so many seeds.
    pub fn begin(seeds: u64) -> Self {
        let target =
            if stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let template = "{wide_bar} {pos} of {len} seeds  {speed}  {msg}  {elapsed}, {eta} to go";
        let speed = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // A bar that cannot be drawn is no reason to end.
            let _ = write!(text, "{:.0} seeds/s", state.per_sec());
        };
        let style = ProgressStyle::with_template(template).expect("the template is right");
        Self(ProgressBar::with_draw_target(Some(seeds), target).with_style(style.with_key("speed", speed)))
    }

    /// Shows how many seeds were run, and how many of them are in a state that is worth a word.
    pub fn show(&self, seeds: u64, count: u64, what: &str) {
        if !self.0.is_hidden() {
            self.0.set_position(seeds);
            self.0.set_message(format!("{count} {what}"));
        }
    }

    /// Leaves the bar as it is.
    pub fn end(&self) {
        self.0.abandon();
    }
}
