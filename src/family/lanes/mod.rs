//! The lanes. Each file shows what is its lane's own; what lanes share stands one floor up.

pub mod datasource;
