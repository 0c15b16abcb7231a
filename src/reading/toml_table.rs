//! Reading one TOML table by its keys.
//!
//! Every reader answers `None` for a value that is absent or malformed; the validator has already reported what is
//! wrong with it. Asking for a key that the key table does not list is a bug of ours, and panics.

use std::ops::Range;
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::choice::Choice;
use super::keys::{Key, KeyTable, Need};
use super::{address, duration, json, values};
use crate::model::Span;
use crate::names::{Address, Lane, Service};

/// A value with its place.
pub(super) type Node<'t> = &'t Spanned<DeValue<'t>>;

/// Text with its place.
#[derive(Clone, Debug)]
pub(super) struct Word<'t> {
    pub text: &'t str,
    /// Its place, in bytes of the source.
    pub span: Range<usize>,
}

impl<'t> Word<'t> {
    /// The text at a node; `None` if something else is there.
    pub fn at(node: Node<'t>) -> Option<Self> {
        node.get_ref().as_str().map(|text| Self { text, span: node.span() })
    }

    /// A key of a table.
    pub fn key(key: &'t Spanned<toml::de::DeString<'t>>) -> Self {
        Self { text: key.get_ref(), span: key.span() }
    }

    pub fn owned(&self) -> String {
        self.text.to_owned()
    }
}

/// One TOML table of the file, with the keys that it may have.
#[derive(Clone, Debug)]
pub(super) struct TomlTable<'t> {
    /// What the file says; `None` if it leaves the table out, so that every value is a default.
    pub content: Option<&'t DeTable<'t>>,
    /// Its place, in bytes of the source.
    pub span: Range<usize>,
    pub keys: &'static KeyTable,
}

impl<'t> TomlTable<'t> {
    /// The table at `node`; `None` if something else is there.
    pub fn at(node: Node<'t>, keys: &'static KeyTable) -> Option<Self> {
        node.get_ref().as_table().map(|table| Self { content: Some(table), span: node.span(), keys })
    }

    /// The table at `node` and its verb; `None` if it has no verb or several.
    pub fn choice<V: Copy>(node: Node<'t>, choice: &'static Choice<V>) -> Option<(V, Self)> {
        let (verb, keys) = choice.variant_of(node.get_ref().as_table()?)?;
        Some((verb, Self::at(node, keys)?))
    }

    /// The verb of a table that is a variant of a choice, as the file writes it.
    pub fn verb(&self) -> &'static str {
        self.keys.verb().name
    }

    fn key(&self, name: &str) -> &'static Key {
        self.keys.find(name).unwrap_or_else(|| panic!("{} has no key {name}", self.keys.noun))
    }

    fn default(&self, name: &str) -> Option<&'static str> {
        match self.key(name).need {
            Need::Default(text) => Some(text),
            Need::Required | Need::Optional => None,
        }
    }

    /// The value of a key.
    pub fn node(&self, name: &str) -> Option<Node<'t>> {
        let key = self.key(name);
        self.content?.get(key.name)
    }

    /// The place of a key's value, or of the table if it has none.
    pub fn place(&self, name: &str) -> Range<usize> {
        self.node(name).map_or(self.span.clone(), Spanned::span)
    }

    /// Whether the file writes this key in the table. Unlike for the readers, it may be a key of another table.
    pub fn has(&self, name: &str) -> bool {
        self.content.is_some_and(|table| table.contains_key(name))
    }

    /// The keys and values that the file writes.
    pub fn entries(&self) -> impl Iterator<Item = (Word<'t>, Node<'t>)> + use<'t> {
        self.content.into_iter().flat_map(|table| table.iter().map(|(key, node)| (Word::key(key), node)))
    }

    /// The entries whose keys the key table does not list: names, or mistakes.
    pub fn rest(&self) -> impl Iterator<Item = (Word<'t>, Node<'t>)> + use<'t> {
        let keys = self.keys;
        self.entries().filter(move |(key, _)| keys.find(key.text).is_none())
    }

    /// The table under a key. If the file leaves it out, it is empty and has the place of this table.
    pub fn table(&self, name: &str, keys: &'static KeyTable) -> TomlTable<'t> {
        let found = self.node(name).and_then(|node| TomlTable::at(node, keys));
        found.unwrap_or(TomlTable { content: None, span: self.span.clone(), keys })
    }

    /// Text.
    pub fn word(&self, name: &str) -> Option<Word<'t>> {
        match self.node(name) {
            Some(node) => Word::at(node),
            None => self.default(name).map(|text| Word { text, span: self.span.clone() }),
        }
    }

    /// Text, owned.
    pub fn text(&self, name: &str) -> Option<String> {
        self.word(name).map(|word| word.owned())
    }

    /// The elements of a list.
    pub fn list(&self, name: &str) -> impl Iterator<Item = Node<'t>> + use<'t> {
        self.node(name).and_then(|node| node.get_ref().as_array()).into_iter().flat_map(|list| list.iter())
    }

    /// A list of text.
    pub fn words(&self, name: &str) -> Vec<Word<'t>> {
        self.list(name).filter_map(Word::at).collect()
    }

    /// A list of text, owned.
    pub fn texts(&self, name: &str) -> Vec<String> {
        self.words(name).iter().map(Word::owned).collect()
    }

    /// An address, where these services are under test.
    pub fn address(&self, name: &str, services: &[Service]) -> Option<Address> {
        let place = self.key(name).kind.place()?;
        self.word(name).and_then(|word| address::read(word.text, place, services).ok())
    }

    /// A list of addresses.
    pub fn addresses(&self, name: &str, services: &[Service]) -> Vec<Address> {
        let Some(place) = self.key(name).kind.place() else { return Vec::new() };
        let words = self.words(name);
        words.iter().filter_map(|word| address::read(word.text, place, services).ok()).collect()
    }

    /// A lane.
    pub fn lane(&self, name: &str) -> Option<Lane> {
        self.word(name).and_then(|word| Lane::from_name(word.text))
    }

    /// `true` or `false`.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.node(name) {
            Some(node) => node.get_ref().as_bool(),
            None => self.default(name).map(|text| text == "true"),
        }
    }

    /// A whole number.
    pub fn count(&self, name: &str) -> Option<u64> {
        match self.node(name) {
            Some(node) => values::count(node.get_ref(), 0, u64::MAX).ok(),
            None => self.default(name).and_then(|text| text.parse().ok()),
        }
    }

    /// A whole number as a size.
    pub fn size(&self, name: &str) -> Option<usize> {
        self.count(name).and_then(|count| usize::try_from(count).ok())
    }

    /// A number from 0 to 1.
    pub fn probability(&self, name: &str) -> Option<f64> {
        match self.node(name) {
            Some(node) => values::probability(node.get_ref()).ok(),
            None => self.default(name).and_then(|text| text.parse().ok()),
        }
    }

    /// A number that is not negative.
    pub fn share(&self, name: &str) -> Option<f64> {
        self.node(name).and_then(|node| values::share(node.get_ref()).ok())
    }

    /// How far a clock is ahead, in microseconds.
    pub fn skew(&self, name: &str) -> Option<i64> {
        self.word(name).and_then(|word| duration::skew(word.text).ok())
    }

    /// A duration.
    pub fn duration(&self, name: &str) -> Option<Duration> {
        self.word(name).and_then(|word| duration::duration(word.text).ok())
    }

    /// A range of durations.
    pub fn span_of(&self, name: &str) -> Option<Span> {
        self.word(name).and_then(|word| duration::span(word.text).ok())
    }

    /// A table as canonical JSON.
    pub fn json(&self, name: &str) -> Option<String> {
        self.node(name).and_then(|node| json::of(node.get_ref())).map(|value| value.to_string())
    }
}
