//! The identity of each step: given, or made from what the step does.
//!
//! Random choices are keyed by it, so it must not depend on what else the scenario does: the default is the
//! verb and its object (`put-orders`, `crash-b`, `look-orders-on-b`, `settle`), and the second step that
//! does the same is `put-orders-2`. Steps with ids of their own are counted too, so that naming one renames
//! no other.

use std::collections::BTreeMap;
use std::ops::Range;

use super::keys::Kind;
use super::step_keys::STEPS;
use super::toml_table::TomlTable;
use super::values;

/// The id of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// The id.
    pub text: String,
    /// Its place, or the step's if the id was made.
    pub span: Range<usize>,
    /// Whether the file gives it.
    pub given: bool,
}

/// The id of each element of `steps`; `None` where there is not enough to make one from.
pub(super) fn identities(file: &TomlTable<'_>) -> Vec<Option<Identity>> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let steps = file.list("steps").map(|node| {
        let made = TomlTable::choice(node, &STEPS).and_then(|row| made_from(&row)).map(|base| {
            let count = seen.entry(base.clone()).or_default();
            *count += 1;
            if *count == 1 { base } else { format!("{base}-{count}") }
        });
        let given = node.get_ref().as_table().and_then(|table| table.get("id"));
        match given {
            Some(id) => id.get_ref().as_str().map(|text| Identity {
                text: text.to_owned(),
                span: id.span(),
                given: true,
            }),
            None => made.map(|text| Identity { text, span: node.span(), given: false }),
        }
    });
    steps.collect()
}

fn made_from(row: &TomlTable<'_>) -> Option<String> {
    let verb = row.keys.verb();
    if matches!(verb.kind, Kind::Done | Kind::Duration) {
        return Some(verb.name.to_owned());
    }
    let object = row.text(verb.name)?;
    let place = if verb.name == "look" { format!("-on-{}", row.text("on")?) } else { String::new() };
    let text = format!("{}-{object}{place}", verb.name);
    Some(text.chars().map(|letter| if values::in_step_id(letter) { letter } else { '_' }).collect())
}

#[cfg(test)]
mod tests {
    use toml::Spanned;
    use toml::de::{DeTable, DeValue};

    use super::super::file::FILE;
    use super::*;

    fn ids(steps: &str) -> Vec<String> {
        let text = format!("steps = [{steps}]");
        let document = DeTable::parse(&text).expect("TOML");
        let root = Spanned::new(document.span(), DeValue::Table(document.into_inner()));
        let file = TomlTable::at(&root, &FILE).expect("a table");
        identities(&file).into_iter().map(|id| id.map_or_else(|| "?".to_owned(), |id| id.text)).collect()
    }

    #[test]
    fn an_id_says_what_the_step_does() {
        let made =
            ids(r#"{ put = "orders" }, { crash = "b" }, { settle = true }, { look = "orders", on = "b" }"#);
        assert_eq!(made, ["put-orders", "crash-b", "settle", "look-orders-on-b"]);
        assert_eq!(ids(r#"{ put = "" }, { put = "ä b" }, { sleep = "1ms" }"#), ["put-", "put-__b", "sleep"]);
    }

    #[test]
    fn steps_that_do_the_same_are_counted() {
        let made = ids(
            r#"{ put = "orders", on = "a" }, { settle = true }, { put = "orders", on = "b" }, { settle = true }"#,
        );
        assert_eq!(made, ["put-orders", "settle", "put-orders-2", "settle-2"]);
    }

    #[test]
    fn a_step_about_another_name_renames_none() {
        let before = ids(r#"{ put = "orders" }, { put = "orders" }"#);
        let after = ids(r#"{ put = "orders" }, { put = "stock" }, { put = "orders" }"#);
        assert_eq!([&after[0], &after[2]], [&before[0], &before[1]]);
    }

    #[test]
    fn giving_a_step_an_id_renames_no_other() {
        assert_eq!(ids(r#"{ put = "orders", id = "first" }, { put = "orders" }"#), ["first", "put-orders-2"]);
    }

    #[test]
    fn a_step_that_does_nothing_has_none() {
        assert_eq!(ids(r#"{ on = "a" }, { put = 1 }, { id = 2, settle = true }, 3"#), ["?", "?", "?", "?"]);
    }
}
