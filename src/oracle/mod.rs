//! The oracles: one property in each file, fed by the history alone.
