//! The oracles and the verdict on forged histories: each cause, each invariant and each expectation is
//! shown to go red, beside the nearest story in which it must stay green.

mod assumptions;
mod backstop;
mod consistent;
mod converged;
mod explain;
mod explain_boot;
mod explain_mixed;
mod explain_policies;
mod forge;
mod invariants;
mod invariants_answers;
mod invariants_doors;
mod invariants_evicts;
mod invariants_leaks;
mod lane_cache;
mod lane_connector;
mod lane_connector_causes;
mod lane_connector_retries;
mod lane_doors;
mod lane_invariants;
mod lane_object;
mod lane_situations;
mod lane_theorems;
mod scales;
mod situations;
mod situations_lives;
mod verdict;
mod verdict_entries;
mod verdict_theorems;
