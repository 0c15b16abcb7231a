//! The names that rows and connectors may have. A request or a signal may carry any other, and is refused or
//! ignored.

use super::values::Flaw;
use crate::names::{Address, NameRule};

/// Why a row cannot have the name, or code cannot define it.
pub(super) fn check_name(address: &Address) -> Result<(), Flaw> {
    let name = address.as_str();
    let rule = address.space().names();
    if rule.admits(name) {
        return Ok(());
    }
    match rule {
        NameRule::Typed => {
            let flaw = Flaw::new("is not a name that metadata can have", "not a valid name");
            Err(flaw.hint(
                "such as `object/orders`: a type, a slash and a name, each of small letters, digits and `_`",
            ))
        }
        NameRule::Plain { reserved } if reserved.contains(&name) => {
            let flaw = Flaw::new("is reserved", format!("the product's own {}", address.space().noun()));
            Err(flaw.hint("take another name; a step may still try to write this one, and see a 400"))
        }
        NameRule::Plain { .. } => {
            let message = format!("is not a name that {} can have", address.space().article());
            let flaw = Flaw::new(message, "not a valid name");
            Err(flaw.hint("a small letter or `_`, then small letters, digits and `_`"))
        }
        NameRule::Reference => check_reference(name),
        // These are names of what is made from rows; a file that names one is checked where it stands.
        NameRule::Type | NameRule::Hyphenated | NameRule::Only(_) => Ok(()),
    }
}

/// Why credentials cannot have the reference.
pub(super) fn check_reference(name: &str) -> Result<(), Flaw> {
    if NameRule::Reference.admits(name) {
        return Ok(());
    }
    let flaw = Flaw::new("is not a reference that credentials can have", "not a valid reference");
    Err(match name.strip_prefix("credential:").filter(|plain| NameRule::Reference.admits(plain)) {
        Some(plain) => flaw.hint(format!("write `{plain}`: nothing but credentials can stand here")),
        None => flaw.hint("a letter or `_`, then letters, digits and `_`, such as `CRM_KEY`"),
    })
}

/// Why a connector cannot have the name.
pub(super) fn check_connector(name: &str) -> Result<(), Flaw> {
    if NameRule::Hyphenated.admits(name) {
        return Ok(());
    }
    let flaw = Flaw::new("is not a name that a connector can have", "not a valid name");
    Err(flaw.hint("a small letter or `_`, then small letters, digits, `_` and `-`"))
}
