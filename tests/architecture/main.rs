//! The rooms import only what they may: what `docs/architecture.md` says is checked against the sources.

mod circles;
mod sources;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use circles::circles;
use sources::{Sources, files};

/// Each room with the rooms of this crate that it may import.
const ROOMS: &[(&str, &[&str])] = &[
    ("names", &[]),
    ("family", &["names"]),
    ("history", &["names"]),
    ("model", &["names"]),
    ("reading", &["model", "names"]),
    ("oracle", &["history", "names"]),
    ("verdict", &["history", "model", "names", "oracle"]),
    ("stage", &["family", "history", "model", "names"]),
    ("campaign", &["family", "history", "model", "names", "oracle", "stage", "verdict"]),
    ("report", &["campaign", "history", "model", "names", "oracle", "stage", "verdict"]),
    ("cli", &["campaign", "model", "names", "reading", "report", "stage"]),
];

#[test]
fn rooms_import_only_what_they_may() {
    for (room, allowed) in ROOMS {
        let imported: BTreeSet<String> =
            sources(&Path::new("src").join(room)).iter().flat_map(|source| imports(source)).collect();
        let forbidden: Vec<&String> =
            imported.iter().filter(|import| import != room && !allowed.contains(&import.as_str())).collect();
        assert!(forbidden.is_empty(), "src/{room} imports {forbidden:?}");
        let unused: Vec<&&str> = allowed.iter().filter(|room| !imported.contains(**room)).collect();
        assert!(unused.is_empty(), "src/{room} does not import {unused:?}; take them off the list");
    }
}

#[test]
fn no_files_of_a_room_import_each_other_in_a_circle() {
    let (house, world) = (Sources::read(Path::new("src")), Sources::read(Path::new("sim/src")));
    let rooms = ROOMS.iter().map(|(room, _)| (&house, Path::new("src").join(room)));
    let mut found = String::new();
    for (sources, folder) in rooms.chain([(&world, Path::new("sim/src").to_owned())]) {
        for circle in circles(&sources.imports_within(&folder)) {
            writeln!(found, "in {}:", folder.display()).expect("a string takes any text");
            for (from, to) in circle {
                writeln!(found, "    {} imports from {}", from.display(), to.display())
                    .expect("a string takes any text");
            }
        }
    }
    assert!(found.is_empty(), "circles of files:\n{found}");
}

#[test]
fn every_room_is_listed() {
    let rooms = fs::read_dir("src").expect("it can be read").filter_map(|entry| {
        let path = entry.expect("it can be read").path();
        path.is_dir().then(|| path.file_name().expect("it has a name").to_string_lossy().into_owned())
    });
    let listed: BTreeSet<String> = ROOMS.iter().map(|(room, _)| (*room).to_owned()).collect();
    assert_eq!(rooms.collect::<BTreeSet<_>>(), listed);
}

#[test]
fn only_the_simulator_names_madsim_and_only_the_stage_names_the_simulator() {
    for (room, _) in ROOMS {
        for source in sources(&Path::new("src").join(room)) {
            assert!(!code(&source).contains("madsim::"), "src/{room} names madsim");
            let names_sim = code(&source).contains("reconverge_sim");
            assert!(!names_sim || *room == "stage", "src/{room} names the simulator");
        }
    }
}

/// The texts of all source files below a folder.
fn sources(folder: &Path) -> Vec<String> {
    files(folder).iter().map(|file| fs::read_to_string(file).expect("it can be read")).collect()
}

/// A source without its comments.
fn code(source: &str) -> String {
    source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The rooms that a source names as `crate::ROOM`.
fn imports(source: &str) -> Vec<String> {
    let code = code(source);
    let after = code.split("crate::").skip(1);
    let room = |text: &str| text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    after.map(room).filter(|room: &String| !room.is_empty()).collect()
}
