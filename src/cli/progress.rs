//! The progress bar of a long command, on standard error, if that is a terminal.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A progress bar that counts seeds, and some of them apart.
pub struct Progress {
    bar: ProgressBar,
    /// The word for those that are counted apart, such as "failing".
    counted: &'static str,
}

impl Progress {
    /// Starts a bar of so many seeds. `counted`: the word for those that are counted apart.
    pub fn begin(seeds: u64, counted: &'static str) -> Self {
        let target =
            if stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let template = "{wide_bar} {pos} of {len} seeds  {speed}  {msg}  {elapsed}, {eta} to go";
        let speed = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // A bar that cannot be drawn is no reason to fail.
            let _ = write!(text, "{:.0} seeds/s", state.per_sec());
        };
        let style = ProgressStyle::with_template(template).expect("the template is right");
        let bar =
            ProgressBar::with_draw_target(Some(seeds), target).with_style(style.with_key("speed", speed));
        Self { bar: bar.with_message(format!("0 {counted}")), counted }
    }

    /// Shows how many seeds were run, and how many of them are counted apart.
    pub fn show(&self, seeds: u64, count: u64) {
        if !self.bar.is_hidden() {
            self.bar.set_position(seeds);
            self.bar.set_message(format!("{count} {}", self.counted));
        }
    }

    /// Stops the bar, and leaves it on the screen.
    pub fn end(&self) {
        self.bar.abandon();
    }
}
