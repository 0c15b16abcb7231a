//! Circles: files of one room each of which can be reached from the other along imports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Files, each with those that it imports from.
pub type Imports = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

/// Every circle, as the imports that close it.
pub fn circles(imports: &Imports) -> Vec<Vec<(PathBuf, PathBuf)>> {
    let reached: BTreeMap<&PathBuf, BTreeSet<&PathBuf>> =
        imports.keys().map(|file| (file, reached_from(imports, file))).collect();
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for file in imports.keys().filter(|file| reached[file].contains(file)) {
        if seen.contains(file) {
            continue;
        }
        let circle: BTreeSet<&PathBuf> = reached[file]
            .iter()
            .copied()
            .filter(|other| reached.get(other).is_some_and(|of| of.contains(file)))
            .collect();
        let within = circle.iter().flat_map(|from| {
            let to = imports[*from].iter().filter(|to| circle.contains(to));
            to.map(|to| ((*from).clone(), to.clone()))
        });
        found.push(within.collect());
        seen.extend(circle);
    }
    found
}

fn reached_from<'i>(imports: &'i Imports, file: &PathBuf) -> BTreeSet<&'i PathBuf> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&PathBuf> = imports.get(file).into_iter().flatten().collect();
    while let Some(file) = next.pop() {
        if reached.insert(file) {
            next.extend(imports.get(file).into_iter().flatten());
        }
    }
    reached
}

#[test]
fn a_circle_is_found_with_the_imports_that_close_it() {
    let file = PathBuf::from;
    let imports: Imports = [
        (file("a"), [file("b")].into()),
        (file("b"), [file("c"), file("d")].into()),
        (file("c"), [file("a")].into()),
        (file("d"), [].into()),
    ]
    .into();
    let pairs = [("a", "b"), ("b", "c"), ("c", "a")].map(|(from, to)| (file(from), file(to)));
    assert_eq!(circles(&imports), [pairs.to_vec()]);
}
