//! The oracles and the verdict on scripted histories. Each cause, each invariant and each expectation goes red in one
//! history, and stays green in the most similar one in which it must hold.

mod assumptions;
mod backstop;
mod comparing;
mod consistent;
mod converged;
mod explain;
mod explain_boot;
mod explain_mixed;
mod explain_policies;
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
mod scripted_cluster;
mod situations;
mod situations_lives;
mod verdict;
mod verdict_entries;
mod verdict_theorems;
