//! The validator: checks that every table of a file has the keys, and every value the form, that the key tables demand.
//!
//! It knows no section by name; the key tables say everything. What several values of a file say together is left to
//! the file that reads their section.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::DeValue;

use super::diagnostic::Diagnostic;
use super::flaw::quoted;
use super::hint::{listed, nearest, suggest};
use super::json;
use super::keys::{Key, KeyTable, Kind, Need, Rest, VariantTables, VerbMessages};
use super::mistakes::Mistakes;
use super::symbols::{Symbols, UnknownName};
use super::toml_table::{Node, TomlTable, Word};
use super::values;

/// Checks a file against the key tables.
pub(super) struct Validator<'s, 'm> {
    /// What names may refer to.
    pub symbols: &'s Symbols,
    pub mistakes: &'m mut Mistakes,
}

impl Validator<'_, '_> {
    /// Checks the value of `name`.
    pub fn value(&mut self, name: &str, kind: &Kind, node: Node<'_>) {
        if kind.is_secret() {
            self.mistakes.hide(node.span());
        }
        match (kind, node.get_ref()) {
            (Kind::Either(kinds), value) => match kinds.iter().find(|kind| kind.takes(value)) {
                Some(kind) => self.value(name, kind, node),
                None => self.mistakes.flaw(node.span(), name, values::wrong_type(kind, value)),
            },
            (kind, value) if !kind.takes(value) => {
                self.mistakes.flaw(node.span(), name, values::wrong_type(kind, value));
            }
            (Kind::List { of, unique }, DeValue::Array(list)) => {
                list.iter().for_each(|item| self.value(&format!("an element of {name}"), of, item));
                if *unique {
                    self.unique(name, of, list.iter());
                }
            }
            (Kind::Table(table), _) => {
                if let Some(table) = TomlTable::at(node, table) {
                    self.table(&table);
                }
            }
            (Kind::Choice(choice), _) => self.choice(*choice, node),
            (Kind::Json, _) => json::check(name, node, self.mistakes),
            (kind, value) => self.scalar(name, kind, value, node.span()),
        }
    }

    fn scalar(&mut self, name: &str, kind: &Kind, value: &DeValue<'_>, span: Range<usize>) {
        let text = value.as_str();
        // Of an invalid name or address the message shows the text itself; of any other value, only its key.
        let subject = text.filter(|text| !text.is_empty()).map(quoted);
        if let Err(flaw) = values::check(kind, value) {
            let is_name = matches!(
                kind,
                Kind::NewReplica { .. } | Kind::NewStep | Kind::NewConnector | Kind::Reference
            );
            self.mistakes.flaw(span, subject.as_deref().filter(|_| is_name).unwrap_or(name), flaw);
        } else if let Some(flaw) = text.and_then(|text| self.symbols.invalid_address(kind, text)) {
            self.mistakes.flaw(span, subject.as_deref().unwrap_or(name), flaw);
        } else if let Some(unknown) = text.and_then(|text| self.unknown_word(name, kind, text)) {
            self.mistakes.add(unknown.at(span));
        }
    }

    /// What is wrong with a word that must be a name of the scenario, or one of a few words.
    fn unknown_word(&self, name: &str, kind: &Kind, text: &str) -> Option<UnknownName> {
        let Some(known) = kind.words() else { return self.symbols.unknown_name(kind, text) };
        // A service or a lane is one of a few words and a name of the scenario. The scenario's own names make the
        // shorter hint.
        let is_both = matches!(kind, Kind::Service | Kind::Lane);
        let not_of_scenario = is_both.then(|| self.symbols.unknown_name(kind, text)).flatten();
        if not_of_scenario.is_some() || known.contains(&text) {
            return not_of_scenario;
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
        let hint = suggest(text, &known, "known here:");
        Some(UnknownName { message, label: format!("no such {what}"), hint })
    }

    /// Reports the elements of a list that name the same thing, however they are written.
    fn unique<'t>(&mut self, name: &str, of: &Kind, items: impl Iterator<Item = Node<'t>>) {
        let mut first_places = BTreeMap::new();
        for word in items.filter_map(Word::at) {
            let identity = self.symbols.identity(of, word.text);
            if let Some(first) = first_places.get(&identity) {
                let message = format!("{name} names {} twice", quoted(word.text));
                let mistake = Diagnostic::new(word.span, message, "named again").hint("once is enough");
                self.mistakes.add(mistake.also(Range::clone(first), "first named here"));
            } else {
                first_places.insert(identity, word.span);
            }
        }
    }

    /// Checks a table: the keys that it has, and the keys that it lacks.
    pub fn table(&mut self, table: &TomlTable<'_>) {
        for (key, node) in table.entries() {
            match (table.keys.find(key.text), table.keys.rest) {
                (Some(known), _) => self.value(&format!("`{}`", known.name), &known.kind, node),
                (None, Some(rest)) => {
                    if self.rest_key(table.keys, rest, &key, node) {
                        self.value(&quoted(key.text), &rest.value, node);
                    }
                }
                (None, None) => self.unknown_key(table.keys, &key, node),
            }
        }
        // A required key that is only misspelt has been reported as an unknown key, with the right one as its hint.
        let misspelt: Vec<_> =
            table.rest().filter_map(|(key, _)| nearest(key.text, table.keys.names())).collect();
        let missing =
            |key: &&Key| key.need == Need::Required && !table.has(key.name) && !misspelt.contains(&key.name);
        for key in table.keys.keys().filter(missing) {
            let message = format!("{} needs the key `{}`", table.keys.noun, key.name);
            let mistake = Diagnostic::new(table.span.clone(), message, format!("no `{}` here", key.name));
            self.mistakes.add(mistake.hint(format!("`{}`: {}", key.name, key.doc)));
        }
        self.one_of(table);
    }

    /// Checks a key that is a name. Returns whether its value should be checked too.
    fn rest_key(&mut self, keys: &'static KeyTable, rest: &Rest, key: &Word<'_>, node: Node<'_>) -> bool {
        let flaw = values::check(&rest.key, &DeValue::String(key.text.into())).err();
        if let Some(flaw) = flaw.or_else(|| self.symbols.invalid_address(&rest.key, key.text)) {
            self.mistakes.flaw(key.span.clone(), &quoted(key.text), flaw);
        } else if let Some(unknown) = self.symbols.unknown_name(&rest.key, key.text) {
            // Where names stand beside fixed keys, the key was meant to be a fixed one if it resembles one, or if its
            // value is not the table that every name has.
            if nearest(key.text, keys.names()).is_some() || !node.get_ref().is_table() {
                self.unknown_key(keys, key, node);
            } else {
                self.mistakes.add(unknown.at(key.span.clone()));
            }
            return false;
        }
        true
    }

    fn unknown_key(&mut self, keys: &'static KeyTable, key: &Word<'_>, node: Node<'_>) {
        let known: Vec<_> = keys.names().collect();
        self.hide_if_secret(key.text, node);
        let message = format!("unknown key {}", quoted(key.text));
        let label = match keys.rest {
            Some(rest) => format!("neither a key of {} nor {}", keys.noun, rest.key.noun()),
            None => format!("{} has no such key", keys.noun),
        };
        // A table that has no fixed keys can only suggest the names of the scenario.
        let unknown_name = keys
            .rest
            .filter(|_| known.is_empty())
            .and_then(|rest| self.symbols.unknown_name(&rest.key, key.text));
        let hint =
            unknown_name.map_or_else(|| suggest(key.text, &known, "known here:"), |unknown| unknown.hint);
        self.mistakes.add(Diagnostic::new(key.span.clone(), message, label).hint(hint));
    }

    /// Reports a table that does not have exactly one of some keys.
    fn one_of(&mut self, table: &TomlTable<'_>) {
        let found: Vec<_> = table.keys.one_of.iter().copied().filter(|name| table.has(name)).collect();
        if table.keys.one_of.is_empty() || found.len() == 1 {
            return;
        }
        let known = listed(table.keys.one_of);
        let message = format!("{} needs exactly one of {known}", table.keys.noun);
        let label = if found.is_empty() { "none of them here".to_owned() } else { listed(&found) };
        self.mistakes.add(Diagnostic::new(table.span.clone(), message, label));
    }

    fn choice(&mut self, choice: &'static dyn VariantTables, node: Node<'_>) {
        let Some(content) = node.get_ref().as_table() else { return };
        let found = choice.matching(content);
        match found[..] {
            [keys] => {
                if let Some(table) = TomlTable::at(node, keys) {
                    self.table(&table);
                }
            }
            [] => self.no_verb(choice, node),
            _ => {
                let verbs: Vec<_> = found.iter().map(|variant| variant.verb().name).collect();
                let VerbMessages { one, apart, .. } = choice.messages();
                let message = format!("{one}, and this one has {}", listed(&verbs));
                self.mistakes.add(Diagnostic::new(node.span(), message, "more than one verb").hint(*apart));
            }
        }
    }

    /// Reports a table that has no verb: a key that resembles one, or else the table.
    fn no_verb(&mut self, choice: &'static dyn VariantTables, node: Node<'_>) {
        let Some(content) = node.get_ref().as_table() else { return };
        let (verbs, messages) = (choice.verbs(), choice.messages());
        let unknown = content.keys().map(Word::key).filter(|key| !choice.knows(key.text));
        let mut guesses = unknown.map(|key| (nearest(key.text, verbs.iter().copied()), key));
        let mistake = if let Some((Some(verb), key)) = guesses.find(|(verb, _)| verb.is_some()) {
            let message = format!("unknown key {}", quoted(key.text));
            let mistake = Diagnostic::new(key.span, message, format!("no such {}", messages.noun));
            mistake.hint(format!("did you mean `{verb}`?"))
        } else {
            Diagnostic::new(node.span(), messages.none, "no verb").hint(format!("one of {}", listed(&verbs)))
        };
        self.mistakes.add(mistake);
        // Without a verb, no key table says which of the values are secrets.
        for (key, node) in content {
            self.hide_if_secret(key.get_ref(), node);
        }
    }

    /// Hides the value of a key that resembles one that holds a secret, or a list of secrets.
    fn hide_if_secret(&mut self, key: &str, node: Node<'_>) {
        let is_list = node.get_ref().is_array() && nearest(key, ["accepts"]).is_some();
        if is_list || nearest(key, ["secret"]).is_some() {
            self.mistakes.hide(node.span());
        }
    }
}
