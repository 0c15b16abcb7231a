//! What a request of a workload asks for: drawn from its own stream, by the service of its row.
//!
//! Each draw is made whether or not it is needed, so that another mix changes no other choice. What a service does not
//! have is drawn as a `put`.

use reconverge_sim::Stream;

use crate::model::{Answer, Mix, RequestStep, Share};
use crate::names::{Address, Columns, Secret, Service, Verb};

/// The random values of one request.
struct Draws {
    value: u64,
    driver: u64,
    secret: u64,
}

/// Draws a request about a row; whoever serves it is left out.
pub fn request(mix: &Mix, row: Address, stream: &mut Stream) -> RequestStep {
    let share = share(mix, stream);
    let drawn = Draws { value: stream.below(4), driver: stream.below(3), secret: stream.below(4) };
    let (verb, address, columns) = match row.lane().service() {
        Service::Metadata => metadatum(share, row, &drawn),
        Service::Datasource => datasource(share, row, &drawn),
        Service::Credential => credential(share, row, &drawn),
    };
    RequestStep { on: String::new(), verb, address, columns, answer: Answer::Any }
}

fn share(mix: &Mix, stream: &mut Stream) -> Share {
    let total: f64 = Share::ALL.iter().map(|share| mix.of(*share)).sum();
    // Sixteen bits are finer than any share that a person writes.
    let mut place = f64::from(u16::try_from(stream.below(1 << 16)).unwrap_or(0)) / 65_536.0 * total;
    let hit = Share::ALL.iter().find(|share| {
        let is_hit = place < mix.of(**share);
        place -= mix.of(**share);
        is_hit
    });
    // The sum of the shares is rounded, so the place can lie behind the last of them.
    hit.copied().unwrap_or(Share::Put)
}

fn metadatum(share: Share, row: Address, drawn: &Draws) -> (Verb, Address, Columns) {
    let cached = match share {
        Share::Read => row.item().map(|item| (Verb::Read, item)),
        Share::List => row.listing().map(|listing| (Verb::List, listing)),
        Share::Put | Share::Delete | Share::Label | Share::Toggle | Share::Migrate => None,
    };
    if let Some((verb, address)) = cached {
        return (verb, address, Columns::default());
    }
    match share {
        Share::Delete => (Verb::Delete, row, Columns::default()),
        Share::Label => (Verb::Update, row, label(drawn)),
        Share::Toggle => (Verb::Update, row, toggle(drawn)),
        Share::Put | Share::Migrate | Share::Read | Share::List => {
            let body = Some(format!("{{\"field\":\"v{}\"}}", drawn.value));
            (Verb::Put, row, Columns { body, ..Columns::default() })
        }
    }
}

fn datasource(share: Share, row: Address, drawn: &Draws) -> (Verb, Address, Columns) {
    match share {
        Share::Delete => (Verb::Delete, row, Columns::default()),
        Share::Label => (Verb::Update, row, label(drawn)),
        Share::Toggle => (Verb::Update, row, toggle(drawn)),
        Share::Migrate => {
            let credentials_ref = Some(format!("{}_secret", row.as_str()));
            (Verb::Migrate, row, Columns { credentials_ref, ..Columns::default() })
        }
        Share::Put | Share::Read | Share::List => {
            let columns = Columns {
                config: Some(format!("{{\"host\":\"db{}\"}}", drawn.value)),
                driver: (drawn.driver == 0).then(|| "mysql".to_owned()),
                secret: drawn.secret.checked_sub(2).map(secret),
                ..Columns::default()
            };
            (Verb::Put, row, columns)
        }
    }
}

fn credential(share: Share, row: Address, drawn: &Draws) -> (Verb, Address, Columns) {
    match share {
        Share::Delete => (Verb::Delete, row, Columns::default()),
        Share::Put | Share::Label | Share::Toggle | Share::Migrate | Share::Read | Share::List => {
            (Verb::Put, row, Columns { secret: Some(secret(drawn.value)), ..Columns::default() })
        }
    }
}

fn label(drawn: &Draws) -> Columns {
    Columns { label: Some(format!("label {}", drawn.value)), ..Columns::default() }
}

fn toggle(drawn: &Draws) -> Columns {
    Columns { active: Some(drawn.value.is_multiple_of(2)), ..Columns::default() }
}

fn secret(value: u64) -> Secret {
    Secret::from(format!("secret {value}").as_str())
}
