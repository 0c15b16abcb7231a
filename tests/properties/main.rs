//! What holds for every cluster, every workload and every seed.
//!
//! The cases are drawn from a fixed seed, so that a run of the tests is a function of the sources; a failing
//! case is shrunk, and printed as the scenario that it is.

mod independence;
mod strategies;
mod theorems;
