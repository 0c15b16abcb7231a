//! A test that the files `tests/right/everything*.toml` use every key of the key tables.
//!
//! Their snapshots then show that every key reaches the typed scenario.

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file::FILE;
use super::keys::{Key, KeyTable, Kind};

/// Keys by their names and what they mean, because tables share keys.
type Keys = BTreeSet<(&'static str, &'static str)>;

fn add(key: &Key, keys: &mut Keys) {
    keys.insert((key.name, key.doc));
}

/// Adds every key that a value of this kind can have.
fn known(kind: &Kind, keys: &mut Keys) {
    match kind {
        Kind::Either(kinds) => kinds.iter().for_each(|kind| known(kind, keys)),
        Kind::List { of, .. } => known(of, keys),
        Kind::Table(table) => known_of(table, keys),
        Kind::Choice(choice) => choice.tables().into_iter().for_each(|variant| known_of(variant, keys)),
        _ => {}
    }
}

fn known_of(table: &KeyTable, keys: &mut Keys) {
    for key in table.keys() {
        add(key, keys);
        known(&key.kind, keys);
    }
    if let Some(rest) = table.rest {
        keys.insert((rest.placeholder, rest.doc));
        known(&rest.value, keys);
    }
}

/// Adds every key that this value has.
fn used(kind: &Kind, value: &DeValue<'_>, keys: &mut Keys) {
    match (kind, value) {
        (Kind::Either(kinds), _) => kinds.iter().for_each(|kind| used(kind, value, keys)),
        (Kind::List { of, .. }, DeValue::Array(list)) => {
            list.iter().for_each(|item| used(of, item.get_ref(), keys));
        }
        (Kind::Table(table), DeValue::Table(entries)) => used_of(table, entries, keys),
        (Kind::Choice(choice), DeValue::Table(entries)) => {
            choice.matching(entries).into_iter().for_each(|variant| used_of(variant, entries, keys));
        }
        _ => {}
    }
}

fn used_of(table: &KeyTable, entries: &DeTable<'_>, keys: &mut Keys) {
    for (name, value) in entries {
        match (table.find(name.get_ref()), table.rest) {
            (Some(key), _) => {
                add(key, keys);
                used(&key.kind, value.get_ref(), keys);
            }
            (None, Some(rest)) => {
                keys.insert((rest.placeholder, rest.doc));
                used(&rest.value, value.get_ref(), keys);
            }
            (None, None) => {}
        }
    }
}

#[test]
fn the_right_files_use_every_key() {
    let (mut used, mut all) = (Keys::new(), Keys::new());
    for name in ["everything", "everything-metadata", "everything-credential"] {
        let path = format!("{}/tests/right/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the file");
        let file = DeTable::parse(&text).map(Spanned::into_inner).expect("TOML");
        used_of(&FILE, &file, &mut used);
    }
    known_of(&FILE, &mut all);
    let missing: Vec<_> = all.difference(&used).collect();
    assert!(missing.is_empty(), "keys that no right file uses: {missing:#?}");
}
