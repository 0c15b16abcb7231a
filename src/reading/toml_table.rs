//! Reading one TOML table by its keys.
//!
//! Every reader answers `None` for what is absent or malformed: what is wrong with it was noted when the
//! shape of the file was checked. Asking for a key that the table of keys does not list is our own bug.

use std::ops::Range;
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{Choice, Key, KeyTable, Need};
use super::{address, duration, json, values};
use crate::model::Span;
use crate::names::{Address, Lane, Service};

/// A value with its place.
pub(super) type Node<'t> = &'t Spanned<DeValue<'t>>;

/// Text with its place.
#[derive(Clone, Debug)]
pub(super) struct Word<'t> {
    /// The text.
    pub text: &'t str,
    /// Its place.
    pub span: Range<usize>,
}

impl<'t> Word<'t> {
    /// The text at a node.
    pub fn at(node: Node<'t>) -> Option<Self> {
        node.get_ref().as_str().map(|text| Self { text, span: node.span() })
    }

    /// The key of a table.
    pub fn key(key: &'t Spanned<toml::de::DeString<'t>>) -> Self {
        Self { text: key.get_ref(), span: key.span() }
    }

    /// The text as its own.
    pub fn owned(&self) -> String {
        self.text.to_owned()
    }
}

/// One TOML table, read by its keys.
#[derive(Clone, Debug)]
pub(super) struct TomlTable<'t> {
    /// The table; `None` if the file leaves it out.
    pub table: Option<&'t DeTable<'t>>,
    /// Its place.
    pub span: Range<usize>,
    /// Its keys.
    pub keys: &'static KeyTable,
}

impl<'t> TomlTable<'t> {
    /// The table at `node`; `None` if something else is there.
    pub fn at(node: Node<'t>, keys: &'static KeyTable) -> Option<Self> {
        node.get_ref().as_table().map(|table| Self { table: Some(table), span: node.span(), keys })
    }

    /// The table at `node` by its verb, if it has exactly one.
    pub fn choice(node: Node<'t>, choice: &'static Choice) -> Option<Self> {
        let table = node.get_ref().as_table()?;
        match choice.matching(|verb| table.contains_key(verb))[..] {
            [keys] => Self::at(node, keys),
            _ => None,
        }
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
        self.table?.get(key.name)
    }

    /// The place of a key's value, or of the table if it has none.
    pub fn place(&self, name: &str) -> Range<usize> {
        self.node(name).map_or(self.span.clone(), Spanned::span)
    }

    /// Whether the table has this key, which need not be one of its own.
    pub fn has(&self, name: &str) -> bool {
        self.table.is_some_and(|table| table.contains_key(name))
    }

    /// The keys and values of the table.
    pub fn entries(&self) -> impl Iterator<Item = (Word<'t>, Node<'t>)> + use<'t> {
        self.table.into_iter().flat_map(|table| table.iter().map(|(key, node)| (Word::key(key), node)))
    }

    /// The entries whose keys are not listed: names.
    pub fn rest(&self) -> impl Iterator<Item = (Word<'t>, Node<'t>)> + use<'t> {
        let keys = self.keys;
        self.entries().filter(move |(key, _)| keys.find(key.text).is_none())
    }

    /// The table under a key, empty if the file leaves it out.
    pub fn table(&self, name: &str, keys: &'static KeyTable) -> TomlTable<'t> {
        let found = self.node(name).and_then(|node| TomlTable::at(node, keys));
        found.unwrap_or(TomlTable { table: None, span: self.span.clone(), keys })
    }

    /// Text.
    pub fn word(&self, name: &str) -> Option<Word<'t>> {
        match self.node(name) {
            Some(node) => Word::at(node),
            None => self.default(name).map(|text| Word { text, span: self.span.clone() }),
        }
    }

    /// Text as its own.
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

    /// A list of text as its own.
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
