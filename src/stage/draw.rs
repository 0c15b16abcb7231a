//! What a request of a workload asks for: drawn from its own stream, by the lane of its row.
//!
//! Each draw is made whether or not it is needed, so that another mix changes no other choice. What a lane does not
//! have is drawn as a `put`.

use reconverge_sim::Stream;

use crate::model::{Answer, Fields, Mix, RequestStep};
use crate::names::{Address, Secret, Service, Space, Verb};

/// The dice of one request.
struct Draws {
    value: u64,
    driver: u64,
    secret: u64,
}

/// Draws a request about a row; whoever serves it is left out.
pub fn request(mix: &Mix, row: Address, stream: &mut Stream) -> RequestStep {
    let shares = [
        (mix.put, Verb::Put),
        (mix.delete, Verb::Delete),
        (mix.label, Verb::Update),
        (mix.toggle, Verb::Create),
        (mix.migrate, Verb::Migrate),
        (mix.read, Verb::Read),
        (mix.list, Verb::List),
    ];
    let total: f64 = shares.iter().map(|(share, _)| share).sum();
    // Sixteen bits are finer than any share that a person writes.
    let mut place = f64::from(u16::try_from(stream.below(1 << 16)).unwrap_or(0)) / 65_536.0 * total;
    let values = Draws { value: stream.below(4), driver: stream.below(3), secret: stream.below(4) };
    let falls = shares.iter().find(|(share, _)| {
        let hit = place < *share;
        place -= share;
        hit
    });
    let drawn = falls.map_or(Verb::Put, |(_, verb)| *verb);
    let (verb, address, fields) = match row.lane().service() {
        Service::Datasource => datasource(drawn, row, &values),
        Service::Metadata => metadatum(drawn, row, &values),
        Service::Credential => credential(drawn, row, &values),
    };
    RequestStep { on: String::new(), verb, address, fields, answer: Answer::Any }
}

fn datasource(drawn: Verb, row: Address, values: &Draws) -> (Verb, Address, Fields) {
    let mut fields = Fields::default();
    let verb = match drawn {
        Verb::Delete => Verb::Delete,
        Verb::Update => {
            fields.label = Some(format!("label {}", values.value));
            Verb::Update
        }
        Verb::Create => {
            fields.active = Some(values.value.is_multiple_of(2));
            Verb::Update
        }
        Verb::Migrate => {
            fields.credentials_ref = Some(format!("{}_secret", row.as_str()));
            Verb::Migrate
        }
        _ => {
            fields.config = Some(format!("{{\"host\":\"db{}\"}}", values.value));
            fields.driver = (values.driver == 0).then(|| "mysql".to_owned());
            fields.secret =
                values.secret.checked_sub(2).map(|n| Secret::from(format!("secret {n}").as_str()));
            Verb::Put
        }
    };
    (verb, row, fields)
}

fn metadatum(drawn: Verb, row: Address, values: &Draws) -> (Verb, Address, Fields) {
    let mut fields = Fields::default();
    let (verb, address) = match drawn {
        Verb::Delete => (Verb::Delete, row),
        Verb::Read => (Verb::Read, row.of(Space::Item)),
        Verb::List => (Verb::List, Address::new(Space::Listing, row.type_and_name().0)),
        Verb::Update => {
            fields.label = Some(format!("label {}", values.value));
            (Verb::Update, row)
        }
        Verb::Create => {
            fields.active = Some(values.value.is_multiple_of(2));
            (Verb::Update, row)
        }
        _ => {
            fields.body = Some(format!("{{\"field\":\"v{}\"}}", values.value));
            (Verb::Put, row)
        }
    };
    (verb, address, fields)
}

fn credential(drawn: Verb, row: Address, values: &Draws) -> (Verb, Address, Fields) {
    if drawn == Verb::Delete {
        return (Verb::Delete, row, Fields::default());
    }
    let secret = Some(Secret::from(format!("secret {}", values.value).as_str()));
    (Verb::Put, row, Fields { secret, ..Fields::default() })
}
