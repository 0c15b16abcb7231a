//! The exact text of a payload: what the testbed itself would write for a lane, a node and an address.
//!
//! A payload is compared with it piece by piece, and the text is never put together: almost every payload is exact, so
//! that this costs no allocation. A payload that is not exact may still be right (a name that JSON must escape, another
//! node id of its replica). The oracle decides that.

use crate::family::ports::Envelope;
use crate::names::{Address, PayloadShape, Verb};

/// Whether the payload of a message is exactly what a request to a row calls for, from a node.
pub fn is_exact(envelope: &Envelope, node: &str, verb: Verb, row: &Address) -> bool {
    let (of, name) = row.type_and_name();
    let kind = if verb == Verb::Delete { "delete" } else { "put" };
    let row = row.as_str();
    let pieces: &[&str] = match envelope.lane.payload() {
        PayloadShape::Event => {
            &[r#"","type":""#, of, r#"","event":{"kind":""#, kind, r#"","name":""#, name, r#""}}"#]
        }
        PayloadShape::Typed => &[r#"","type":""#, of, r#"","name":""#, name, r#""}"#],
        PayloadShape::Named(key) => &[r#"",""#, key, r#"":""#, row, r#""}"#],
    };
    let payload = envelope.payload.strip_prefix(r#"{"originNode":""#);
    let payload = payload.and_then(|payload| payload.strip_prefix(node));
    let rest = pieces.iter().try_fold(payload, |rest, piece| Some(rest?.strip_prefix(piece)));
    rest.flatten() == Some("") && [node, row].into_iter().all(is_plain)
}

/// Whether JSON writes a text as it is.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::signal::envelope;
    use crate::names::{RequestId, Space};

    fn row(space: Space) -> Address {
        Address::new(space, if space == Space::Object { "view/x" } else { "orders" })
    }

    #[test]
    fn what_the_family_publishes_is_exact_on_every_lane() {
        for (named, of) in [
            (Space::Item, Space::Object),
            (Space::Object, Space::Object),
            (Space::Datasource, Space::Datasource),
            (Space::Credential, Space::Credential),
        ] {
            for verb in [Verb::Put, Verb::Delete] {
                let envelope = envelope(RequestId(1), "a", verb, &row(of).of(named));
                assert!(is_exact(&envelope, "a", verb, &row(of)), "{}", envelope.payload);
                assert!(!is_exact(&envelope, "b", verb, &row(of)));
                assert!(!is_exact(&envelope, "a", verb, &Address::new(of, "view/other")));
            }
        }
    }

    #[test]
    fn another_member_or_a_name_that_ends_the_text_is_not_exact() {
        let of = row(Space::Datasource);
        let mut message = envelope(RequestId(1), "a", Verb::Put, &of);
        message.payload = r#"{"originNode":"a","name":"orders","host":"db2"}"#.into();
        assert!(!is_exact(&message, "a", Verb::Put, &of));
        let odd = Address::new(Space::Datasource, r#"orders","host":"db2"#);
        assert!(!is_exact(&message, "a", Verb::Put, &odd));
    }
}
