//! The names that rows and connectors may have. A request or a signal may carry any other, and is refused or
//! ignored.

use super::flaw::Flaw;
use crate::names::{Address, Space};

/// Why a row cannot have the name, or code cannot define it.
pub(super) fn check_name(address: &Address) -> Result<(), Flaw> {
    let name = address.as_str();
    match address.space() {
        Space::Object if !name.split_once('/').is_some_and(|(of, name)| is_plain(of) && is_plain(name)) => {
            let flaw = Flaw::new("is not a name that metadata can have", "not a valid name");
            Err(flaw.hint(
                "such as `object/orders`: a type, a slash and a name, each of small letters, digits and `_`",
            ))
        }
        Space::Datasource if !is_plain(name) => {
            let flaw = Flaw::new("is not a name that a datasource can have", "not a valid name");
            Err(flaw.hint("a small letter or `_`, then small letters, digits and `_`"))
        }
        Space::Datasource if name == "default" => {
            let flaw = Flaw::new("is reserved", "the product's own datasource");
            Err(flaw.hint("take another name; a step may still try to write this one, and see a 400"))
        }
        Space::Credential => check_reference(name),
        _ => Ok(()),
    }
}

/// Why credentials cannot have the reference.
pub(super) fn check_reference(name: &str) -> Result<(), Flaw> {
    if is_reference(name) {
        return Ok(());
    }
    let flaw = Flaw::new("is not a reference that credentials can have", "not a valid reference");
    Err(match name.strip_prefix("credential:").filter(|plain| is_reference(plain)) {
        Some(plain) => flaw.hint(format!("write `{plain}`: nothing but credentials can stand here")),
        None => flaw.hint("a letter or `_`, then letters, digits and `_`, such as `CRM_KEY`"),
    })
}

/// Letters, digits and `_`, no digit first.
fn is_reference(name: &str) -> bool {
    name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Why a connector cannot have the name.
pub(super) fn check_connector(name: &str) -> Result<(), Flaw> {
    if is_plain(&name.replace('-', "_")) && !name.starts_with('-') {
        return Ok(());
    }
    let flaw = Flaw::new("is not a name that a connector can have", "not a valid name");
    Err(flaw.hint("a small letter or `_`, then small letters, digits, `_` and `-`"))
}

/// A small letter or `_`, then small letters, digits and `_`.
fn is_plain(name: &str) -> bool {
    let mut letters = name.bytes();
    letters.next().is_some_and(|byte| byte.is_ascii_lowercase() || byte == b'_')
        && letters.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
