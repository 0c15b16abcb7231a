//! Reports: what a person or a machine is shown of one run, of many, and of checked files.
//!
//! Text is made here and nowhere else, and only when it is printed: a passing seed makes none.
//!
//! | file | reports |
//! |---|---|
//! | `describe` | an event, a finding, a failure: each as a clause or a sentence |
//! | `text` | one run: its sentences, its explanation, its timelines and its table |
//! | `timeline`, `table` | the events of a run, and its rows against its registries |
//! | `run`, `sweep`, `replay`, `ablation`, `check` | what each command found |
//! | `json` | runs, findings and states as JSON |
//! | `phrase`, `wrap` | words and lines that several of them share |

pub mod ablation;
pub mod check;
pub mod describe;
pub mod json;
pub mod phrase;
pub mod replay;
pub mod run;
pub mod sweep;
pub mod table;
pub mod text;
pub mod timeline;
mod wrap;
