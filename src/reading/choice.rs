//! Choices: tables whose verb decides which other keys they have. Steps, faults and events are written this way.
//!
//! Each variant pairs the keys of such a table with a verb of type `V`. The text of a verb is compared once, here;
//! readers match on `V`, so a verb that nothing reads does not compile.

use std::fmt::Debug;

use toml::de::DeTable;

use super::keys::{KeyTable, VariantTables, VerbMessages};

/// The variants of a table that has exactly one verb.
#[derive(Debug)]
pub(super) struct Choice<V: 'static> {
    /// What messages say about such a table.
    pub messages: VerbMessages,
    /// One variant for each verb.
    pub variants: &'static [Variant<V>],
}

/// One variant of a choice.
#[derive(Debug)]
pub(super) struct Variant<V> {
    /// What the verb means.
    pub verb: V,
    /// The keys of the table; the first one is the verb.
    pub keys: KeyTable,
}

impl<V: Copy> Choice<V> {
    /// The verb of a table and its keys; `None` if it has no verb or several.
    pub fn variant_of(&self, table: &DeTable<'_>) -> Option<(V, &'static KeyTable)> {
        let mut found = self.variants.iter().filter(|variant| table.contains_key(variant.keys.verb().name));
        match (found.next(), found.next()) {
            (Some(variant), None) => Some((variant.verb, &variant.keys)),
            _ => None,
        }
    }
}

impl<V: Debug + Sync> VariantTables for Choice<V> {
    fn messages(&self) -> &VerbMessages {
        &self.messages
    }

    fn tables(&self) -> Vec<&'static KeyTable> {
        self.variants.iter().map(|variant| &variant.keys).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{fault_keys::FAULTS, step_keys::STEPS, triggers::TRIGGERS};

    fn assert_distinct<V: Debug + PartialEq>(choice: &Choice<V>) {
        for (at, variant) in choice.variants.iter().enumerate() {
            let before = &choice.variants[..at];
            let same = |other: &Variant<V>| {
                other.verb == variant.verb || other.keys.verb().name == variant.keys.verb().name
            };
            assert!(!before.iter().any(same), "{:?} stands for two tables", variant.verb);
        }
    }

    #[test]
    fn every_verb_stands_for_one_table() {
        assert_distinct(&STEPS);
        assert_distinct(&FAULTS);
        assert_distinct(&TRIGGERS);
    }
}
