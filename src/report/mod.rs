//! Reports: what a person or a machine is shown of a run, of many, and of a mistake in neither.
//!
//! Text is made here and nowhere else, and only for what somebody reads: a passing seed costs none.
//!
//! | file | reports |
//! |---|---|
//! | `describe` | an event, a finding, a failure: each as a clause or a sentence |
//! | `text` | one run: its sentences, its explanation, its timelines and its table |
//! | `timeline`, `table` | the events of a run, and its rows against its registries |
//! | `run`, `sweep`, `replay`, `ablation` | what each command found |
//! | `json` | runs, findings and states for machines |
//! | `phrase`, `wrap` | words and lines that several of them share |

pub mod ablation;
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
