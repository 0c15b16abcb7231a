//! The files `tests/right/everything*.toml` use every key that the tables of keys know, and so do their snapshots.

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file::FILE;
use super::keys::{Key, KeyTable, Kind};

/// A key, by its name and what it says: tables share keys.
type Seen = BTreeSet<(&'static str, &'static str)>;

fn note(key: &Key, seen: &mut Seen) {
    seen.insert((key.name, key.doc));
}

fn known(kind: &Kind, seen: &mut Seen) {
    match kind {
        Kind::Either(kinds) => kinds.iter().for_each(|kind| known(kind, seen)),
        Kind::List { of, .. } => known(of, seen),
        Kind::Table(table) => known_of(table, seen),
        Kind::Choice(choice) => choice.variants.iter().for_each(|variant| known_of(variant, seen)),
        _ => {}
    }
}

fn known_of(table: &KeyTable, seen: &mut Seen) {
    for key in table.keys() {
        note(key, seen);
        known(&key.kind, seen);
    }
    if let Some(rest) = table.rest {
        seen.insert((rest.placeholder, rest.doc));
        known(&rest.value, seen);
    }
}

fn used(kind: &Kind, value: &DeValue<'_>, seen: &mut Seen) {
    match (kind, value) {
        (Kind::Either(kinds), _) => kinds.iter().for_each(|kind| used(kind, value, seen)),
        (Kind::List { of, .. }, DeValue::Array(list)) => {
            list.iter().for_each(|item| used(of, item.get_ref(), seen));
        }
        (Kind::Table(table), DeValue::Table(entries)) => used_of(table, entries, seen),
        (Kind::Choice(choice), DeValue::Table(entries)) => {
            let variants = choice.matching(|verb| entries.contains_key(verb));
            for variant in variants {
                used_of(variant, entries, seen);
            }
        }
        _ => {}
    }
}

fn used_of(table: &KeyTable, entries: &DeTable<'_>, seen: &mut Seen) {
    for (name, value) in entries {
        match (table.find(name.get_ref()), table.rest) {
            (Some(key), _) => {
                note(key, seen);
                used(&key.kind, value.get_ref(), seen);
            }
            (None, Some(rest)) => {
                seen.insert((rest.placeholder, rest.doc));
                used(&rest.value, value.get_ref(), seen);
            }
            (None, None) => {}
        }
    }
}

#[test]
fn the_right_files_use_every_key() {
    let (mut there, mut all) = (Seen::new(), Seen::new());
    for name in ["everything", "everything-metadata", "everything-credential"] {
        let path = format!("{}/tests/right/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the file");
        let file = DeTable::parse(&text).map(Spanned::into_inner).expect("TOML");
        used_of(&FILE, &file, &mut there);
    }
    known_of(&FILE, &mut all);
    let missing: Vec<_> = all.difference(&there).collect();
    assert!(missing.is_empty(), "keys that no right file uses: {missing:#?}");
}
