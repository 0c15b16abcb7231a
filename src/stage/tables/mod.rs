//! The tables of the shared store: schema, statements, binding and decoding.
//!
//! The simulator's store runs what stands here and knows no lane. A write is one transaction as data that
//! acts at one instant: preconditions, then the change, all or nothing. Sequences and incarnations are
//! positions in the store's one order of commits, whatever the table; so are revisions, unless the policy
//! `recreate` lets them count from 1 for each row.
//!
//! | file | part |
//! |---|---|
//! | `sql` | the statements that every table has, by their numbers |
//! | `row_table` | what a service supplies for the table of its rows |
//! | `metadatum`, `datasource`, `credential` | the table of one service each |
//! | `schema` | all tables together: which is whose, and where its statements begin |
//! | `reads` | reading and decoding rows, as they are and as they were |
//! | `versions` | row versions as the history knows them |
//! | `transaction` | a transaction at the instant at which it acts |
//! | `retention` | what is kept beside the rows, because a policy reads it |
//! | `given` | the rows before the first boot |
//! | `store` | all of it for one run |

mod credential;
mod datasource;
mod given;
mod metadatum;
mod reads;
mod retention;
mod row_table;
mod schema;
mod sql;
mod store;
mod transaction;
mod versions;

pub use row_table::RowTable;
pub use store::{StoredRow, Tables};
pub use versions::opened_with;
