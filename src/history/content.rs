//! What rows say and what replicas show, as digests that can be compared.
//!
//! They are taken over the columns that people see, so never over a secret, and are keyed all the same. A definition
//! counts as what it says: whether there is a blank in it does not matter.

use std::borrow::Cow;

use blake3::Hasher;

use crate::names::{Signature, short_hash};

const KEY: [u8; 32] = *b"reconverge testbed shown columns";

/// A digest of columns by name.
pub fn content_digest<T: AsRef<str>>(columns: &[(&'static str, T)]) -> Signature {
    let mut hasher = Hasher::new_keyed(&KEY);
    for (column, text) in columns {
        let text = canonical(column, text.as_ref());
        for part in [*column, &*text] {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
    }
    Signature(short_hash(hasher.finalize().as_bytes()))
}

/// A column as it is compared.
fn canonical<'t>(column: &str, text: &'t str) -> Cow<'t, str> {
    let definition = || serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(text).ok();
    let definition = if column == "body" { definition() } else { None };
    definition.and_then(|map| serde_json::to_string(&map).ok()).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_counts_and_how_it_is_written_does_not() {
        let digest = |body| content_digest(&[("label", "Orders"), ("body", body)]);
        assert_eq!(digest(r#"{"a":1,"b":2}"#), digest(r#"{ "b": 2, "a": 1 }"#));
        assert_ne!(digest(r#"{"a":1}"#), digest(r#"{"a":2}"#));
        assert_ne!(digest("{no json"), digest("{ no json"), "what is malformed is compared as text");
        assert_ne!(content_digest(&[("a", "bc")]), content_digest(&[("ab", "c")]));
    }
}
