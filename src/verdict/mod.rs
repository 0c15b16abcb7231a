//! The verdict: what the oracles found, held against what the scenario expects.
