//! `reconverge schema`: the JSON Schema of scenario files.

use super::exit::Exit;
use super::output;
use crate::reading::json_schema;

pub fn schema() -> Exit {
    output::data(&format!("{:#}\n", json_schema()));
    Exit::Held
}
