//! `reconverge schema`: the JSON Schema of scenario files.

use super::{Exit, output};
use crate::reading::json_schema;

/// Prints the schema.
pub fn schema() -> Exit {
    output::data(&format!("{:#}\n", json_schema()));
    Exit::Held
}
