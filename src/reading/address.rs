//! Addresses as a file writes them: `name`, or `space:name`.
//!
//! A prefix that is no space's word is part of the name, for a request may carry any text. A bare name gets its
//! space from where it stands, as long as only one service is under test; with several it must say its space.

use super::values::{Flaw, quoted};
use crate::names::{Address, NameRule, RowOf, Service, Space, Verb};

/// The one name in the space of reconciles.
const RECONCILE: &str = "credentials";

/// Where an address stands, which tells the spaces that make sense there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Where a row is given, written or drawn.
    Row,
    /// Among what code defines.
    Code,
    /// What a stray signal is about.
    Signal,
    /// What a request reads through the cache.
    Item,
    /// The type that a request lists or watches.
    Type,
    /// What a registry holds.
    Entry,
    /// What has an upstream.
    Upstream,
    /// What readiness names.
    Ready,
    /// What is built.
    Build,
    /// What is read.
    Read,
}

impl Place {
    /// The spaces that make sense here for a service; the first is that of a bare name.
    pub fn spaces(self, service: Service) -> Vec<Space> {
        service.spaces().iter().copied().filter(|space| self.takes(*space)).collect()
    }

    fn takes(self, space: Space) -> bool {
        match self {
            Self::Row => space.has_rows(),
            Self::Code => space.is_code_definable(),
            Self::Signal => space.lane().signals() == space,
            Self::Item => matches!(space.row(), RowOf::In(_)),
            Self::Type => matches!(space.row(), RowOf::TypeIn(_)),
            Self::Entry => !space.expects().is_empty(),
            Self::Upstream | Self::Build => space.has_upstream(),
            Self::Ready => space.is_named_by_readiness(),
            Self::Read => space.is_read(),
        }
    }

    /// The space that every address here has, whichever services are under test.
    fn only(self) -> Option<Space> {
        match self {
            Self::Item | Self::Type | Self::Ready => {
                Space::ALL.iter().copied().find(|space| self.takes(*space))
            }
            Self::Row
            | Self::Code
            | Self::Signal
            | Self::Entry
            | Self::Upstream
            | Self::Build
            | Self::Read => None,
        }
    }

    /// What an address here must be, as the end of a sentence.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Row | Self::Code => "the name of a row",
            Self::Signal => "the address that a signal can have",
            Self::Item => "the name of an item",
            Self::Type => "the name of a type",
            Self::Entry => "the address of an entry",
            Self::Upstream => "the address of an upstream",
            Self::Ready => "the name of a datasource",
            Self::Build => "the address of what is built",
            Self::Read => "the address of what is read",
        }
    }

    /// Why nothing of a service can stand here, or what else should.
    fn lacks(self, service: Service) -> String {
        match self {
            Self::Code if service.has_connectors() => {
                "the credential lane has no code-defined rows: declare what code defines in `connectors`"
                    .into()
            }
            Self::Upstream => format!("the {service} service has no upstream"),
            Self::Build => "a schema object is parsed: no call of a port builds it".to_owned(),
            Self::Ready => "readiness names datasources only".to_owned(),
            Self::Row | Self::Code | Self::Signal | Self::Item | Self::Type | Self::Entry | Self::Read => {
                format!("the {service} service has no such address")
            }
        }
    }
}

/// What is known of an address before its space is judged.
enum Spelling<'t> {
    /// The file says the space.
    Told(Space, &'t str),
    /// It does not.
    Bare(&'t str),
}

/// Reads the address that stands at a place.
pub(super) fn read(text: &str, place: Place, services: &[Service]) -> Result<Address, Flaw> {
    let (space, name) = match spelling(text, place, services) {
        Spelling::Told(space, name) => (judged(space, name, place, services)?, name),
        Spelling::Bare(name) => (default(name, place, services)?, name),
    };
    if space == Space::Reconcile && name != RECONCILE {
        let flaw = Flaw::new("is no address of a reconcile", "there is one for the whole lane");
        return Err(flaw.hint("write `reconcile`"));
    }
    Ok(Address::new(space, name))
}

fn spelling<'t>(text: &'t str, place: Place, services: &[Service]) -> Spelling<'t> {
    let reconciles = services.iter().any(|service| place.spaces(*service).contains(&Space::Reconcile));
    // Where a bare name is a mistake anyway, this one can mean nothing else.
    let reconciles =
        reconciles || (services.len() > 1 && services.iter().any(|service| service.has_connectors()));
    if text == Space::Reconcile.word() && reconciles {
        return Spelling::Told(Space::Reconcile, RECONCILE);
    }
    let told = text.split_once(':').and_then(|(word, name)| Some((Space::from_word(word)?, name)));
    told.map_or(Spelling::Bare(text), |(space, name)| Spelling::Told(space, name))
}

/// The space that the file says, if it makes sense.
fn judged(space: Space, name: &str, place: Place, services: &[Service]) -> Result<Space, Flaw> {
    let service = space.lane().service();
    if !services.contains(&service) {
        let flaw =
            Flaw::new(format!("is of the {service} service, which is not under test"), "not in `lane`");
        return Err(flaw.hint(format!("add \"{service}\" to `lane`, or name something else")));
    }
    let spaces = place.spaces(service);
    if spaces.contains(&space) {
        return Ok(space);
    }
    let flaw =
        Flaw::new(format!("is not {}", place.noun()), format!("{} cannot stand here", space.article()));
    Err(flaw.hint(match (place, &spaces[..]) {
        (_, []) => place.lacks(service),
        (Place::Entry, [Space::Connector, ..]) => {
            "rows are not held in memory: name the connector, as in `connector:NAME`".to_owned()
        }
        (Place::Read, [Space::Reconcile]) => {
            "a reconcile reads all rows of credentials at once: write `reconcile`".to_owned()
        }
        (_, spaces) => format!("write {}", forms(spaces, space, name)),
    }))
}

/// The space of a bare name.
fn default(name: &str, place: Place, services: &[Service]) -> Result<Space, Flaw> {
    let spaces: Vec<_> =
        services.iter().filter_map(|service| place.spaces(*service).first().copied()).collect();
    match (place.only(), &spaces[..]) {
        (Some(space), [_, ..]) => Ok(space),
        (_, []) => {
            let why = services.first().map_or_else(String::new, |service| place.lacks(*service));
            Err(Flaw::new(format!("is not {}", place.noun()), "nothing can stand here").hint(why))
        }
        (_, [Space::Reconcile]) if services.len() == 1 => {
            let flaw = Flaw::new(format!("is not {}", place.noun()), "not a row for itself");
            Err(flaw.hint("a reconcile reads all rows of credentials at once: write `reconcile`"))
        }
        (_, [space]) if services.len() == 1 => Ok(*space),
        (_, spaces) => {
            let flaw = Flaw::new("does not say its lane", "which lane?");
            Err(flaw.hint(format!("write {}", forms(spaces, spaces[0], name))))
        }
    }
}

/// How a name is written in any of these spaces, where it was meant for the space `meant`.
fn forms(spaces: &[Space], meant: Space, name: &str) -> String {
    let form = |space: &Space| {
        let example = match space.names() {
            NameRule::Only(_) => return format!("`{}`", space.word()),
            NameRule::Typed if !name.contains('/') => "TYPE/NAME",
            // A connector and its reference have names of their own: one is no example for the other.
            NameRule::Hyphenated if meant.names() == NameRule::Reference => "NAME",
            NameRule::Reference if meant.names() == NameRule::Hyphenated => "REF",
            NameRule::Type => name.split('/').next().unwrap_or(name),
            NameRule::Typed | NameRule::Hyphenated | NameRule::Reference | NameRule::Plain { .. } => name,
        };
        quoted(&format!("{}:{example}", space.word()))
    };
    spaces.iter().map(form).collect::<Vec<_>>().join(" or ")
}

/// Whether the place of a request belongs to a verb that no service under test has.
pub(super) fn is_beyond(place: Place, services: &[Service]) -> bool {
    let is_read_through_a_cache = matches!(place, Place::Item | Place::Type);
    is_read_through_a_cache && !services.iter().any(|service| service.serves(Verb::Read))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, place: Place, services: &[Service]) -> String {
        match read(text, place, services) {
            Ok(address) => format!("{address:?}"),
            Err(flaw) => format!("{}; {}", flaw.says, flaw.hint.unwrap_or_default()),
        }
    }

    #[test]
    fn a_bare_name_gets_its_space_from_where_it_stands() {
        let (metadata, credential) = (&[Service::Metadata], &[Service::Credential]);
        assert_eq!(at("object/orders", Place::Row, metadata), "object:\"object/orders\"");
        assert_eq!(at("object/orders", Place::Item, metadata), "item:\"object/orders\"");
        assert_eq!(at("object", Place::Type, metadata), "listing:\"object\"");
        assert_eq!(at("CRM_KEY", Place::Row, credential), "credential:\"CRM_KEY\"");
        assert_eq!(at("crm", Place::Entry, credential), "connector:\"crm\"");
        assert_eq!(at("reconcile", Place::Read, credential), "reconcile:\"credentials\"");
        assert_eq!(at("reconcile", Place::Row, &[Service::Datasource]), "datasource:\"reconcile\"");
        assert_eq!(at("a:b", Place::Row, &[Service::Datasource]), "datasource:\"a:b\"");
    }

    #[test]
    fn with_several_lanes_a_name_says_its_own() {
        let both = &[Service::Metadata, Service::Datasource];
        assert_eq!(
            at("orders", Place::Row, both),
            "does not say its lane; write `object:TYPE/NAME` or `datasource:orders`"
        );
        assert_eq!(at("datasource:orders", Place::Row, both), "datasource:\"orders\"");
        assert_eq!(at("object/orders", Place::Item, both), "item:\"object/orders\"");
        assert!(at("connector:crm", Place::Entry, both).starts_with("is of the credential service"));
    }

    #[test]
    fn a_space_that_makes_no_sense_is_told_what_does() {
        assert_eq!(
            at("item:object/orders", Place::Row, &[Service::Metadata]),
            "is not the name of a row; write `object:object/orders`"
        );
        assert!(at("credential:X", Place::Entry, &[Service::Credential]).contains("`connector:NAME`"));
        assert!(at("CRM_KEY", Place::Read, &[Service::Credential]).ends_with("write `reconcile`"));
    }
}
