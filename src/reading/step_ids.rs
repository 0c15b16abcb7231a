//! The id of each step: given by the file, or made from what the step does.
//!
//! Random choices are keyed by the id, so it must not depend on what else the scenario does. The default is the verb
//! and its object (`put-orders`, `crash-b`, `look-orders-on-b`, `settle`); the second step that does the same is
//! `put-orders-2`. Steps to which the file gives an id are counted too, so giving one step an id changes no other id.

use std::collections::BTreeMap;
use std::ops::Range;

use super::step_keys::{STEPS, StepVerb};
use super::toml_table::TomlTable;
use super::values;

/// The id of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StepId {
    pub text: String,
    /// Its place, or that of the step if the file gives no id.
    pub span: Range<usize>,
    /// Whether the file gives it.
    pub given: bool,
}

/// The id of each element of `steps`; `None` where the file gives none and the step is too malformed to make one.
pub(super) fn identities(file: &TomlTable<'_>) -> Vec<Option<StepId>> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let ids = file.list("steps").map(|node| {
        // The id is made even where the file gives one, because that step is counted too.
        let made = TomlTable::choice(node, &STEPS).and_then(|(verb, table)| made_from(verb, &table));
        let made = made.map(|base| {
            let count = counts.entry(base.clone()).or_default();
            *count += 1;
            if *count == 1 { base } else { format!("{base}-{count}") }
        });
        let given = node.get_ref().as_table().and_then(|table| table.get("id"));
        match given {
            Some(id) => id.get_ref().as_str().map(|text| StepId {
                text: text.to_owned(),
                span: id.span(),
                given: true,
            }),
            None => made.map(|text| StepId { text, span: node.span(), given: false }),
        }
    });
    ids.collect()
}

fn made_from(verb: StepVerb, table: &TomlTable<'_>) -> Option<String> {
    let word = table.verb();
    if matches!(verb, StepVerb::Settle | StepVerb::Sleep) {
        return Some(word.to_owned());
    }
    let object = table.text(word)?;
    let place = if verb == StepVerb::Look { format!("-on-{}", table.text("on")?) } else { String::new() };
    let text = format!("{word}-{object}{place}");
    Some(text.chars().map(|letter| if values::in_step_id(letter) { letter } else { '_' }).collect())
}

#[cfg(test)]
mod tests {
    use toml::Spanned;
    use toml::de::{DeTable, DeValue};

    use super::*;
    use crate::reading::file::FILE;

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
