//! The columns of rows, and values for them, whatever the service: as a scenario gives or expects them, as a request
//! carries them, and as a row is changed by them.
//!
//! Which service's rows have which column is a fact of the service ([`Service::columns`](super::Service::columns)).
//! What every row has beside them (revision, incarnation, time of writing) is no column here.

use std::collections::BTreeMap;

use strum::VariantArray;

use super::Secret;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnForm {
    /// Any text.
    Text,
    /// Text that is not empty.
    Words,
    /// A JSON object, kept as canonical text with sorted keys.
    Json,
    /// A JSON object or any text, which may be malformed.
    JsonOrText,
    /// `true` or `false`.
    Flag,
    /// Text that no output shows.
    Secret,
}

/// A value of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnValue {
    /// Of a column that holds text, words or JSON.
    Text(String),
    /// Of a flag.
    Flag(bool),
    /// Of a secret.
    Secret(Secret),
}

impl From<String> for ColumnValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for ColumnValue {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<Secret> for ColumnValue {
    fn from(secret: Secret) -> Self {
        Self::Secret(secret)
    }
}

macro_rules! columns {
    ($($variant:ident $field:ident $name:literal $value:ident $wraps:ident $form:ident $doc:literal;)*) => {
        /// A column of a row.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, VariantArray)]
        pub enum Column {
            $(#[doc = $doc] $variant,)*
        }

        impl Column {
            /// The name in scenario files and in reports.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// What it holds.
            pub const fn form(self) -> ColumnForm {
                match self { $(Self::$variant => ColumnForm::$form,)* }
            }

            /// What it is, as scenario files document it.
            pub const fn doc(self) -> &'static str {
                match self { $(Self::$variant => $doc,)* }
            }
        }

        /// Values for columns; `None` where nothing is said of a column. No service has them all.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Columns {
            $(#[doc = $doc] pub $field: Option<$value>,)*
        }

        impl Columns {
            /// Sets a column.
            ///
            /// # Panics
            /// If the value does not fit the form of the column.
            pub fn set(&mut self, column: Column, value: ColumnValue) {
                match (column, value) {
                    $((Column::$variant, ColumnValue::$wraps(value)) => self.$field = Some(value),)*
                    (column, value) => panic!("`{}` does not hold {value:?}", column.name()),
                }
            }

            /// The columns that are set and that outputs may show, as text.
            pub fn named(&self) -> BTreeMap<&'static str, String> {
                let mut named = BTreeMap::new();
                $(if let Some(value) = self.$field.as_ref().filter(|_| Column::$variant.is_shown()) {
                    named.insert($name, value.to_string());
                })*
                named
            }
        }
    };
}

columns! {
    Label label "label" String Text Text "what people call it; no part of the signature";
    Driver driver "driver" String Text Words "of a datasource: the kind of server";
    Config config "config" String Text Json "of a datasource: the settings, any keys and values";
    Body body "body" String Text JsonOrText
        "of metadata: the definition, as a table or as text, which may be malformed";
    Active active "active" bool Flag Flag "whether an instance is due";
    CredentialsRef credentials_ref "credentials_ref" String Text Words
        "of a datasource: the entry of the secrets table that holds the secret instead";
    Secret secret "secret" Secret Secret Secret
        "the secret of a credential, or in a datasource's own column; no output shows it";
}

impl Column {
    /// Every column.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Whether outputs may show it.
    pub const fn is_shown(self) -> bool {
        !matches!(self.form(), ColumnForm::Secret)
    }
}
