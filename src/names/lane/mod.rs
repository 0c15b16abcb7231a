//! The lanes, the services and the spaces of addresses, and all that the house knows of each.
//!
//! A lane is described once, in the file of its service: its names, its channel, its columns, its requests, how its
//! entries follow their rows. Every other room asks [`Lane`], [`Service`] and [`Space`] for these facts instead of
//! deciding by itself what a lane is like. How a lane *behaves* stands in `family`; the oracles judge it by these facts.
//!
//! | file | part |
//! |---|---|
//! | `kinds` | the words themselves |
//! | `facts` | what is known of a lane, of a service and of a space: one type for each |
//! | `metadata`, `datasource`, `credential` | the facts of one service each |
//! | this file | from a word to its facts, and what follows from them |

mod credential;
mod datasource;
mod facts;
mod kinds;
mod metadata;

use std::fmt;

use strum::VariantArray;

use facts::{LaneFacts, Quality, ServiceFacts, SpaceFacts};
pub use facts::{NameRule, PayloadShape, RowOf, Style};
pub use kinds::{Lane, Service, Space};

use super::{Column, Verb};

impl Lane {
    /// Every lane, in the protocol's order.
    pub const ALL: &[Self] = Self::VARIANTS;

    fn facts(self) -> &'static LaneFacts {
        match self {
            Self::MetadataCache => &metadata::CACHE_LANE,
            Self::Metadata => &metadata::OBJECT_LANE,
            Self::Datasource => &datasource::LANE,
            Self::Credential => &credential::LANE,
        }
    }

    /// The number in the protocol.
    pub fn number(self) -> u8 {
        self.facts().number
    }

    /// The lane's name in scenario files and reports.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The lane of that name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|lane| lane.name() == name)
    }

    /// The bus channel that the lane publishes on.
    pub fn channel(self) -> &'static str {
        self.facts().channel
    }

    /// The partition key of a message about `name`: the channel without its verb, a colon, the name.
    pub fn partition_key(self, name: &str) -> String {
        let channel = self.channel();
        let prefix = channel.strip_suffix(".mutated").or_else(|| channel.strip_suffix(".changed"));
        format!("{}:{name}", prefix.unwrap_or(channel))
    }

    /// The service whose registry the lane keeps in step.
    pub fn service(self) -> Service {
        self.facts().service
    }

    /// The space of what its signals name.
    pub fn signals(self) -> Space {
        self.facts().signals
    }

    /// What its payloads look like.
    pub fn payload(self) -> PayloadShape {
        self.facts().payload
    }

    /// Whether it is a cache, which is invalidated: it has no queue and builds nothing.
    pub fn is_cache(self) -> bool {
        self.signals().style() == Some(Style::Cache)
    }
}

impl Service {
    /// Every service, in the order of its lanes.
    pub const ALL: &[Self] = Self::VARIANTS;

    fn facts(self) -> &'static ServiceFacts {
        match self {
            Self::Metadata => &metadata::SERVICE,
            Self::Datasource => &datasource::SERVICE,
            Self::Credential => &credential::SERVICE,
        }
    }

    /// The service's name in scenario files.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The service of that name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|service| service.name() == name)
    }

    /// Its lanes, in order.
    pub fn lanes(self) -> impl Iterator<Item = Lane> {
        Lane::ALL.iter().copied().filter(move |lane| lane.service() == self)
    }

    /// The space of the rows that its door writes.
    pub fn rows(self) -> Space {
        self.facts().rows
    }

    /// Its spaces. Where several make sense, a bare name in a scenario file is of the first that does.
    pub fn spaces(self) -> &'static [Space] {
        self.facts().spaces
    }

    /// The columns of its rows.
    pub fn columns(self) -> &'static [Column] {
        self.facts().columns
    }

    /// The column without which a row is not given and a put is malformed.
    pub fn needs(self) -> Option<Column> {
        self.facts().needs
    }

    /// The requests that its door serves.
    pub fn verbs(self) -> &'static [Verb] {
        self.facts().verbs
    }

    /// Whether its door serves such a request.
    pub fn serves(self, verb: Verb) -> bool {
        self.verbs().contains(&verb)
    }

    /// Whether a row can be marked as defined by code, and objects be bound to it.
    pub fn has_origin_and_bound(self) -> bool {
        self.facts().has_origin_and_bound
    }

    /// Whether code declares connectors for it.
    pub fn has_connectors(self) -> bool {
        self.facts().has_connectors
    }
}

impl Space {
    /// Every space, in the order of the lanes.
    pub const ALL: &[Self] = Self::VARIANTS;

    fn facts(self) -> &'static SpaceFacts {
        match self {
            Self::Item => &metadata::ITEM,
            Self::Listing => &metadata::LISTING,
            Self::Object => &metadata::OBJECT,
            Self::Datasource => &datasource::DATASOURCE,
            Self::Credential => &credential::CREDENTIAL,
            Self::Connector => &credential::CONNECTOR,
            Self::Reconcile => &credential::RECONCILE,
        }
    }

    fn is(self, quality: Quality) -> bool {
        self.facts().qualities.contains(&quality)
    }

    /// The word that scenario files put before a name of this space, with a colon between.
    pub fn word(self) -> &'static str {
        self.facts().word
    }

    /// The space of that word, if there is one.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|space| space.word() == word)
    }

    /// What a name of this space stands for.
    pub fn noun(self) -> &'static str {
        self.facts().noun
    }

    /// What a name of this space stands for, with its article.
    pub fn article(self) -> &'static str {
        self.facts().article
    }

    /// The lane whose registry, or whose signal, knows the names of this space.
    pub fn lane(self) -> Lane {
        self.facts().lane
    }

    /// The names that make sense in this space.
    pub fn names(self) -> NameRule {
        self.facts().names
    }

    /// How a registry keeps what goes by a name of this space; `None` for what no registry holds.
    pub fn style(self) -> Option<Style> {
        self.facts().style
    }

    /// The row that a name of this space stands for.
    pub fn row(self) -> RowOf {
        self.facts().row
    }

    /// Whether this is the one queue of a lane that reconciles all its entries together.
    pub fn is_queue(self) -> bool {
        self.row() == RowOf::All
    }

    /// Whether a row of the shared store goes by the names of this space.
    pub fn has_rows(self) -> bool {
        self.row() == RowOf::Same
    }

    /// Whether a registry holds something by the names of this space.
    pub fn is_held(self) -> bool {
        self.style().is_some()
    }

    /// Whether what a registry holds is built: an instance, and not an entry of a cache.
    pub fn is_built(self) -> bool {
        match self.style() {
            Some(Style::Resource | Style::Reconcile) => true,
            Some(Style::Cache) | None => false,
        }
    }

    /// Whether a registry shows the very columns of the row. What an instance connects with, only its upstream knows.
    pub fn shows_content(self) -> bool {
        self.is_held() && !self.has_upstream()
    }

    /// What a scenario can expect of an entry, beside the columns of its row; empty for what is no entry.
    pub fn expects(self) -> &'static [&'static str] {
        self.facts().expects
    }

    /// Whether an entry can be compared with the columns of its row.
    pub fn has_columns(self) -> bool {
        self.is(Quality::Columns)
    }

    /// Whether code can define what goes by a name of this space.
    pub fn is_code_definable(self) -> bool {
        self.is(Quality::CodeDefinable)
    }

    /// Whether what is built connects to an upstream.
    pub fn has_upstream(self) -> bool {
        self.is(Quality::Upstream)
    }

    /// Whether readiness names it.
    pub fn is_named_by_readiness(self) -> bool {
        self.is(Quality::NamedByReadiness)
    }

    /// Whether the store is read under a name of this space.
    pub fn is_read(self) -> bool {
        self.is(Quality::Read)
    }

    /// Whether people read a name without its space.
    pub fn is_shown_bare(self) -> bool {
        self.is(Quality::ShownBare)
    }
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_facts_of_lanes_services_and_spaces_fit_together() {
        for service in Service::ALL {
            assert!(service.spaces().contains(&service.rows()), "{service}: its rows have a space of it");
            assert!(service.rows().has_rows(), "{service}: its rows are rows");
            assert!(service.lanes().next().is_some(), "{service} has a lane");
            assert!(service.needs().is_none_or(|column| service.columns().contains(&column)));
        }
        for lane in Lane::ALL {
            assert_eq!(lane.signals().lane(), *lane, "{lane}: its signals name what it knows");
        }
        for space in Space::ALL {
            let service = space.lane().service();
            assert!(service.spaces().contains(space), "{service} lists {space:?}");
            match space.row() {
                RowOf::In(rows) | RowOf::TypeIn(rows) => assert_eq!(rows, service.rows()),
                RowOf::Reference => assert!(service.has_connectors()),
                RowOf::Same | RowOf::All => {}
            }
        }
        let numbers: std::collections::BTreeSet<u8> = Lane::ALL.iter().map(|lane| lane.number()).collect();
        assert_eq!(numbers.len(), Lane::ALL.len(), "every lane has a number of its own");
    }
}
