//! The scenarios that the binary carries.

/// Each shipped scenario as (name, text), sorted by name; the name is the path below `scenarios/`, without the
/// ending.
pub fn all() -> &'static [(&'static str, &'static str)] {
    include!(concat!(env!("OUT_DIR"), "/shipped.rs"))
}
