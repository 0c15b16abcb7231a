//! Ablation: runs each scenario at the other values of its policies, one at a time, and finds which scenarios notice.
//!
//! A value that no scenario of a service notices is *unguarded* there: that service could be built otherwise, and no
//! scenario would turn red. It is reported unless the list of exemptions says why that is right. Left out: two values at
//! once, except for the pairs that the list names; and which service a scenario of several services is red about, so
//! that such scenarios decide nothing.
//!
//! Invariant: only scenarios that are green with their own values are ablated. So what is red has turned red by the value.
//!
//! | file | part |
//! |---|---|
//! | `experiment` | what is to be ablated |
//! | `settings` | which policies a scenario has, and their other values |
//! | `planned_value` | which value is tried in which scenarios, before anything is run |
//! | `case`, `planned_case` | the result of one scenario under its settings; that scenario before it is run |
//! | `ablated_value` | the results of all scenarios of a service at one value, and what they mean for the value |
//! | `exemptions` | the list of values that no scenario needs to notice |
//! | `pairs` | listed values with a first line of defence removed |
//! | `ablation` | all of it, run on a pool |

mod ablated_value;
mod ablation;
mod case;
mod exemptions;
mod experiment;
mod pairs;
mod planned_case;
mod planned_value;
mod settings;

pub use ablated_value::{AblatedValue, GuardStatus};
pub use ablation::Ablation;
pub use case::Case;
pub use exemptions::{Exemption, ExemptionKind, Exemptions};
pub use experiment::Experiment;
pub use pairs::{Pair, PairCase};
pub use planned_value::PlannedValue;
pub use settings::{PolicyFilter, Setting};
