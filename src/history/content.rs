//! Digests of what a row contains and of what a replica shows, so that both can be compared.
//!
//! A digest covers the columns that people see, so never a secret. It is keyed all the same. The body of a metadata
//! row counts by its meaning: white space and the order of its members do not change the digest.

use std::borrow::Cow;

use blake3::Hasher;

use crate::names::{Signature, short_hash};

const KEY: [u8; 32] = *b"reconverge testbed shown columns";

/// A digest of columns, given as pairs of name and text. Their order counts.
pub fn content_digest<T: AsRef<str>>(columns: &[(&'static str, T)]) -> Signature {
    let mut hasher = Hasher::new_keyed(&KEY);
    for (column, text) in columns {
        let text = canonical(column, text.as_ref());
        for part in [*column, &*text] {
            // Each length goes first, so that ("a", "bc") and ("ab", "c") differ.
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
    }
    Signature(short_hash(hasher.finalize().as_bytes()))
}

/// The text of a column in the form that is compared: a body as JSON in canonical form, anything else as it is.
fn canonical<'t>(column: &str, text: &'t str) -> Cow<'t, str> {
    let parsed = || serde_json::from_str::<serde_json::Map<_, serde_json::Value>>(text).ok();
    let body = if column == "body" { parsed() } else { None };
    // A malformed body cannot be parsed and is compared as text.
    body.and_then(|map| serde_json::to_string(&map).ok()).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_meaning_of_a_body_counts_and_its_formatting_does_not() {
        let digest = |body| content_digest(&[("label", "Orders"), ("body", body)]);
        assert_eq!(digest(r#"{"a":1,"b":2}"#), digest(r#"{ "b": 2, "a": 1 }"#));
        assert_ne!(digest(r#"{"a":1}"#), digest(r#"{"a":2}"#));
        assert_ne!(digest("{no json"), digest("{ no json"), "what is malformed is compared as text");
        assert_ne!(content_digest(&[("a", "bc")]), content_digest(&[("ab", "c")]));
    }
}
