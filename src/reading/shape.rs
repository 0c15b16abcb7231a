//! The shape of a file: whether every table has the keys, and every value the form, that the tables of keys
//! demand.
//!
//! All of it is driven by those tables. What remains for the sections is what two places say together.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::DeValue;

use super::diagnostic::Diagnostic;
use super::hint::{listed, nearest, suggest};
use super::json;
use super::keys::{Choice, Key, KeyTable, Kind, Need, Rest};
use super::mistakes::Mistakes;
use super::symbols::Symbols;
use super::toml_table::{Node, TomlTable, Word};
use super::values::{self, quoted};

/// Checks files against the tables of keys.
pub(super) struct Shape<'c, 'm> {
    /// What names may refer to.
    pub symbols: &'c Symbols,
    /// Where mistakes go.
    pub log: &'m mut Mistakes,
}

impl Shape<'_, '_> {
    /// Checks the value of `name`.
    pub fn value(&mut self, name: &str, kind: &Kind, node: Node<'_>) {
        if kind.is_secret() {
            self.log.hide(node.span());
        }
        match (kind, node.get_ref()) {
            (Kind::Either(kinds), value) => match kinds.iter().find(|kind| takes(kind, value)) {
                Some(kind) => self.value(name, kind, node),
                None => self.log.flaw(node.span(), name, values::wrong_type(kind, value)),
            },
            (kind, value) if !takes(kind, value) => {
                self.log.flaw(node.span(), name, values::wrong_type(kind, value));
            }
            (Kind::List { of, unique }, DeValue::Array(list)) => {
                list.iter().for_each(|item| self.value(&format!("an element of {name}"), of, item));
                if *unique {
                    self.unique(name, of, list.iter());
                }
            }
            (Kind::Table(table), _) => {
                if let Some(row) = TomlTable::at(node, table) {
                    self.table(&row);
                }
            }
            (Kind::Choice(choice), _) => self.choice(choice, node),
            (Kind::Json, _) => json::check(name, node, self.log),
            (kind, value) => self.scalar(name, kind, value, node.span()),
        }
    }

    fn scalar(&mut self, name: &str, kind: &Kind, value: &DeValue<'_>, span: Range<usize>) {
        let text = value.as_str();
        if let Err(flaw) = values::check(kind, value) {
            let named =
                matches!(kind, Kind::NewReplica | Kind::NewStep | Kind::NewConnector | Kind::Reference);
            let subject = text.filter(|text| named && !text.is_empty()).map(quoted);
            self.log.flaw(span, subject.as_deref().unwrap_or(name), flaw);
        } else if let Some(flaw) = text.and_then(|text| self.symbols.misread(kind, text)) {
            let subject = text.filter(|text| !text.is_empty()).map(quoted);
            self.log.flaw(span, subject.as_deref().unwrap_or(name), flaw);
        } else if let Some((message, label, hint)) = text.and_then(|text| self.unknown(name, kind, text)) {
            self.log.add(Diagnostic::new(span, message, label).hint(hint));
        }
    }

    /// What is wrong with a word that must be one of a few: message, label and hint.
    fn unknown(&self, name: &str, kind: &Kind, text: &str) -> Option<(String, String, String)> {
        let Some(known) = kind.words() else { return self.symbols.unknown(kind, text) };
        let of_symbols =
            matches!(kind, Kind::Service | Kind::Lane).then(|| self.symbols.unknown(kind, text)).flatten();
        if of_symbols.is_some() || known.contains(&text) {
            return of_symbols;
        }
        let (what, of) = match kind {
            Kind::Lane => ("lane", String::new()),
            Kind::NewService | Kind::Service => ("service", String::new()),
            Kind::Cause => ("cause", String::new()),
            Kind::Invariant => ("invariant", String::new()),
            Kind::Situation => ("situation", String::new()),
            _ => ("value", format!(" for {name}")),
        };
        let message = format!("unknown {what} {}{of}", quoted(text));
        Some((message, format!("no such {what}"), suggest(text, &known, "known here:")))
    }

    fn unique<'t>(&mut self, name: &str, of: &Kind, items: impl Iterator<Item = Node<'t>>) {
        let mut seen = BTreeMap::new();
        for word in items.filter_map(Word::at) {
            let identity = self.symbols.identity(of, word.text);
            if let Some(first) = seen.get(&identity) {
                let message = format!("{name} names {} twice", quoted(word.text));
                let mistake = Diagnostic::new(word.span, message, "named again").hint("once is enough");
                self.log.add(mistake.also(Range::clone(first), "first named here"));
            } else {
                seen.insert(identity, word.span);
            }
        }
    }

    /// Checks a table.
    pub fn table(&mut self, row: &TomlTable<'_>) {
        for (key, node) in row.entries() {
            match (row.keys.find(key.text), row.keys.rest) {
                (Some(known), _) => self.value(&format!("`{}`", known.name), &known.kind, node),
                (None, Some(rest)) => {
                    if self.rest_key(row.keys, rest, &key, node) {
                        self.value(&quoted(key.text), &rest.value, node);
                    }
                }
                (None, None) => self.unknown_key(row.keys, &key, node),
            }
        }
        let misspelt: Vec<_> = row.rest().filter_map(|(key, _)| nearest(key.text, names(row.keys))).collect();
        let missing =
            |key: &&Key| key.need == Need::Required && !row.has(key.name) && !misspelt.contains(&key.name);
        for key in row.keys.keys().filter(missing) {
            let message = format!("{} needs the key `{}`", row.keys.noun, key.name);
            let mistake = Diagnostic::new(row.span.clone(), message, format!("no `{}` here", key.name));
            self.log.add(mistake.hint(format!("`{}`: {}", key.name, key.doc)));
        }
        self.one_of(row);
    }

    /// Checks a key that is a name; answers whether its value is worth a look.
    fn rest_key(&mut self, keys: &'static KeyTable, rest: &Rest, key: &Word<'_>, node: Node<'_>) -> bool {
        let flaw = values::check(&rest.key, &DeValue::String(key.text.into())).err();
        if let Some(flaw) = flaw.or_else(|| self.symbols.misread(&rest.key, key.text)) {
            self.log.flaw(key.span.clone(), &quoted(key.text), flaw);
        } else if let Some((message, label, hint)) = self.symbols.unknown(&rest.key, key.text) {
            if nearest(key.text, names(keys)).is_some() || !node.get_ref().is_table() {
                self.unknown_key(keys, key, node);
            } else {
                self.log.add(Diagnostic::new(key.span.clone(), message, label).hint(hint));
            }
            return false;
        }
        true
    }

    fn unknown_key(&mut self, keys: &'static KeyTable, key: &Word<'_>, node: Node<'_>) {
        let known: Vec<_> = names(keys).collect();
        self.hide_if_secret(key.text, node);
        let message = format!("unknown key {}", quoted(key.text));
        let label = match keys.rest {
            Some(rest) => format!("neither a key of {} nor {}", keys.noun, rest.key.noun()),
            None => format!("{} has no such key", keys.noun),
        };
        let of_symbols =
            keys.rest.filter(|_| known.is_empty()).and_then(|rest| self.symbols.unknown(&rest.key, key.text));
        let hint = of_symbols.map_or_else(|| suggest(key.text, &known, "known here:"), |(_, _, hint)| hint);
        self.log.add(Diagnostic::new(key.span.clone(), message, label).hint(hint));
    }

    fn one_of(&mut self, row: &TomlTable<'_>) {
        let found: Vec<_> = row.keys.one_of.iter().copied().filter(|name| row.has(name)).collect();
        if row.keys.one_of.is_empty() || found.len() == 1 {
            return;
        }
        let known = listed(row.keys.one_of);
        let message = format!("{} needs exactly one of {known}", row.keys.noun);
        let label = if found.is_empty() { "none of them here".to_owned() } else { listed(&found) };
        self.log.add(Diagnostic::new(row.span.clone(), message, label));
    }

    fn choice(&mut self, choice: &'static Choice, node: Node<'_>) {
        let Some(table) = node.get_ref().as_table() else { return };
        let found = choice.matching(|verb| table.contains_key(verb));
        match found[..] {
            [keys] => {
                if let Some(row) = TomlTable::at(node, keys) {
                    self.table(&row);
                }
            }
            [] => self.no_verb(choice, node),
            _ => {
                let verbs: Vec<_> = found.iter().map(|variant| variant.verb().name).collect();
                let message = format!("{}, and this one has {}", choice.one, listed(&verbs));
                self.log.add(Diagnostic::new(node.span(), message, "more than one verb").hint(choice.apart));
            }
        }
    }

    fn no_verb(&mut self, choice: &'static Choice, node: Node<'_>) {
        let Some(table) = node.get_ref().as_table() else { return };
        let verbs = choice.verbs();
        let unknown = table.keys().map(Word::key).filter(|key| !choice.knows(key.text));
        let mut guess = unknown.map(|key| (nearest(key.text, verbs.iter().copied()), key));
        let mistake = if let Some((Some(verb), key)) = guess.find(|(verb, _)| verb.is_some()) {
            let message = format!("unknown key {}", quoted(key.text));
            let mistake = Diagnostic::new(key.span, message, format!("no such {}", choice.noun));
            mistake.hint(format!("did you mean `{verb}`?"))
        } else {
            Diagnostic::new(node.span(), choice.none, "no verb").hint(format!("one of {}", listed(&verbs)))
        };
        self.log.add(mistake);
        for (key, node) in table {
            self.hide_if_secret(key.get_ref(), node);
        }
    }

    /// Hides the value of a key that was meant to hold a secret, or a list of them.
    fn hide_if_secret(&mut self, key: &str, node: Node<'_>) {
        let list = node.get_ref().is_array() && nearest(key, ["accepts"]).is_some();
        if list || nearest(key, ["secret"]).is_some() {
            self.log.hide(node.span());
        }
    }
}

/// The names of a table's keys.
fn names(keys: &'static KeyTable) -> impl Iterator<Item = &'static str> {
    keys.keys().map(|key| key.name)
}

/// Whether a kind takes values of this type.
fn takes(kind: &Kind, value: &DeValue<'_>) -> bool {
    match kind {
        Kind::Flag | Kind::Done => value.is_bool(),
        Kind::Count(..) => value.is_integer(),
        Kind::Probability | Kind::Share => value.is_integer() || value.is_float(),
        Kind::Json | Kind::Table(_) | Kind::Choice(_) | Kind::Policies => value.is_table(),
        Kind::List { .. } => value.is_array(),
        Kind::Either(kinds) => kinds.iter().any(|kind| takes(kind, value)),
        _ => value.is_str(),
    }
}
