//! What the writes of a workload do, as shares of which only the ratio counts.

use super::diagnostic::Diagnostic;
use super::keys::{Key, Kind};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use crate::model::{Mix, Share};
use crate::names::{Column, Service, Verb};

/// The shares.
pub(super) const MIX: &[Key] = &[
    Key::optional(
        "put",
        Kind::Share,
        "the share of the writes that create a row or change what it says; if no share is given 0.7, with metadata 0.5, else 0",
    ),
    Key::optional(
        "delete",
        Kind::Share,
        "the share of those that delete it; if no share is given 0.3, with metadata 0.2, else 0",
    ),
    Key::optional("label", Kind::Share, "the share of those that change its label only; 0 if left out"),
    Key::optional("toggle", Kind::Share, "the share of those that switch it on or off; 0 if left out"),
    Key::optional(
        "migrate",
        Kind::Share,
        "the share of those that move a datasource's secret to the secrets table; 0 if left out",
    ),
    Key::optional(
        "read",
        Kind::Share,
        "the share of reads of an item of metadata through the cache; with metadata 0.2 if no share is given, else 0",
    ),
    Key::optional(
        "list",
        Kind::Share,
        "the share of reads of the listing of its type; with metadata 0.1 if no share is given, else 0",
    ),
];

/// The services whose doors have what a share is of.
fn of(share: Share) -> Vec<Service> {
    let has = |service: &Service| match share {
        Share::Put => service.serves(Verb::Put),
        Share::Delete => service.serves(Verb::Delete),
        Share::Label => service.columns().contains(&Column::Label),
        Share::Toggle => service.columns().contains(&Column::Active),
        Share::Migrate => service.serves(Verb::Migrate),
        Share::Read => service.serves(Verb::Read),
        Share::List => service.serves(Verb::List),
    };
    Service::ALL.iter().copied().filter(has).collect()
}

/// Reads the shares of a workload.
pub(super) fn read(table: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Mix {
    let given: Vec<Share> = Share::ALL.iter().copied().filter(|share| table.has(share.name())).collect();
    if given.is_empty() {
        return default(services);
    }
    let is_none = |share: &Share| table.share(share.name()) == Some(0.0);
    for share in given.iter().filter(|share| !is_none(share)) {
        beyond(table, share.name(), &of(*share), services, log);
    }
    if given.iter().all(is_none) {
        let place = table.place(given[0].name());
        let mistake =
            Diagnostic::new(place, "the shares of a workload are all 0", "so no write does anything");
        log.add(mistake.hint("give one a number above 0; one that is left out beside others is 0"));
    }
    let share = |share: Share| table.share(share.name()).unwrap_or(0.0);
    Mix {
        put: share(Share::Put),
        delete: share(Share::Delete),
        label: share(Share::Label),
        toggle: share(Share::Toggle),
        migrate: share(Share::Migrate),
        read: share(Share::Read),
        list: share(Share::List),
    }
}

/// Notes a key of a workload that nothing under test has a use for.
pub(super) fn beyond(
    row: &TomlTable<'_>,
    name: &str,
    of: &[Service],
    services: &[Service],
    log: &mut Mistakes,
) {
    if services.is_empty() || services.iter().any(|service| of.contains(service)) {
        return;
    }
    let names: Vec<_> = of.iter().map(|service| format!("{service} lane")).collect();
    let verb = if of.len() == 1 { "has" } else { "have" };
    let message = format!("only the {} {verb} `{name}`", names.join(" and the "));
    let mistake = Diagnostic::new(row.place(name), message, "not of a lane under test");
    log.add(mistake.hint(format!("leave it out, or add \"{}\" to `lane`", of[0])));
}

fn default(services: &[Service]) -> Mix {
    let none = Mix { put: 0.7, delete: 0.3, label: 0.0, toggle: 0.0, migrate: 0.0, read: 0.0, list: 0.0 };
    if services.iter().any(|service| service.serves(Verb::Read)) {
        Mix { put: 0.5, delete: 0.2, read: 0.2, list: 0.1, ..none }
    } else {
        none
    }
}
