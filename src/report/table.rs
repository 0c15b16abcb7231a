//! The table of rows against registries at the end of a run.

use std::fmt::Write as _;

use crate::history::{Entry, History, RowState};
use crate::names::{AddressId, ReplicaId, Space, Style};

/// One line for each address, with the row and what each replica holds for it.
pub fn table(history: &History) -> String {
    let mut rows = vec![header(history)];
    for (index, address) in history.addresses.iter().enumerate() {
        let id = AddressId(u16::try_from(index).unwrap_or(u16::MAX));
        if !address.space().is_queue() && is_shown(history, id, address.space()) {
            rows.push(line(history, id));
        }
    }
    align(&rows)
}

fn header(history: &History) -> Vec<String> {
    let replicas = history.header.replicas.iter().map(|replica| replica.name.clone());
    ["name".to_owned(), "row".to_owned()].into_iter().chain(replicas).collect()
}

/// What is cached is shown only where somebody caches it.
fn is_shown(history: &History, address: AddressId, space: Space) -> bool {
    let cached =
        || history.final_views().flat_map(|view| &view.entries).any(|entry| entry.address == address);
    space.style() != Some(Style::Cache) || cached()
}

fn line(history: &History, address: AddressId) -> Vec<String> {
    let space = history.address(address).space();
    let row = history.rows.iter().find(|row| row.address == address);
    let missing = if space.has_rows() { "absent" } else { "" };
    let row = row.map_or(missing.to_owned(), |row| match row.version.state {
        RowState::Inactive => format!("revision {}, inactive", row.version.revision.0),
        RowState::Active | RowState::Absent => format!("revision {}", row.version.revision.0),
    });
    let replicas = (0..history.header.replicas.len()).map(|index| {
        let replica = ReplicaId(u16::try_from(index).unwrap_or(u16::MAX));
        let view = history.final_views().find(|view| view.replica == replica);
        if !space.is_held() {
            return String::new();
        }
        view.map_or("(down)".to_owned(), |view| {
            held(view.entries.iter().find(|entry| entry.address == address))
        })
    });
    [history.address(address).to_string(), row].into_iter().chain(replicas).collect()
}

fn held(entry: Option<&Entry>) -> String {
    match entry {
        None => "nothing".to_owned(),
        Some(Entry { code: true, .. }) => "code's own".to_owned(),
        Some(Entry { instance, revision, state, .. }) => {
            let state = state.map(|state| state.name().to_owned());
            let instance = instance.map(|instance| match revision {
                Some(revision) => format!("#{} of revision {}", instance.nth, revision.0),
                None => format!("#{}", instance.nth),
            });
            state.into_iter().chain(instance).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Left-aligned columns, two spaces apart.
fn align(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            write!(line, "{cell:width$}  ").expect("a string takes any text");
        }
        writeln!(text, "  {}", line.trim_end()).expect("a string takes any text");
    }
    text
}
