//! The JSON Schema accepts every file that the parser accepts, and refuses the mistakes that a schema can express.

use std::fs;
use std::path::{Path, PathBuf};

use boon::{Compiler, SchemaIndex, Schemas};
use reconverge::reading::json_schema;
use serde_json::Value;

fn schema() -> (Schemas, SchemaIndex) {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("scenario.json", json_schema()).expect("a resource");
    let index = compiler.compile("scenario.json", &mut schemas).expect("a schema of draft 2020-12");
    (schemas, index)
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut files: Vec<_> = entries.collect();
    files.sort();
    files
}

/// The file as the validator of an editor sees it; `None` if it is no TOML.
fn json(path: &Path) -> Option<Value> {
    toml::from_str(&fs::read_to_string(path).expect("a readable file")).ok()
}

#[test]
fn what_is_right_fits_the_schema() {
    let (schemas, index) = schema();
    for path in files("tests/right") {
        let value = json(&path).expect("a right file");
        if let Err(error) = schemas.validate(&value, index) {
            panic!("{}: {error:#}", path.display());
        }
    }
}

#[test]
fn what_has_the_wrong_shape_does_not() {
    let (schemas, index) = schema();
    let shapes = [
        "file-",
        "bus",
        "chances",
        "durations",
        "replicas-clock",
        "replicas-list",
        "replicas-table",
        "steps-verbs",
        "steps-status",
        "steps-when-verbs",
        "workload-keys",
        "lanes-several",
        "lanes-of-replicas",
        "policy-lanes",
        "upstreams",
    ];
    for path in files("tests/wrong") {
        let name = path.file_stem().expect("a name").to_string_lossy();
        if shapes.iter().any(|shape| name.starts_with(shape))
            && let Some(value) = json(&path)
        {
            assert!(schemas.validate(&value, index).is_err(), "{name} fits the schema");
        }
    }
}
