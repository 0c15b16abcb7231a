//! What is to be said of values that no scenario of a service notices, or that are on the list and one does.

use super::report::{Report, WIDTH};
use crate::campaign::{AblatedValue, ExemptionKind, GuardStatus};
use crate::names::Service;
use crate::report::wrap::wrapped;

/// The remarks, a paragraph each: those on the list first, then what is unguarded.
pub fn remarks(report: &Report<'_>) -> String {
    let rows = &report.ablation.rows;
    // Rows of one value stand together, so that what is said of several services is said once.
    let together = rows.chunk_by(|one, next| one.setting == next.setting && kind(one) == kind(next));
    let mut remarks: Vec<String> = together.filter_map(|rows| remark(report, rows)).collect();
    let unguarded: Vec<&AblatedValue> =
        rows.iter().filter(|row| row.standing() == GuardStatus::Unguarded).collect();
    if !unguarded.is_empty() {
        let values = unguarded.chunk_by(|one, next| one.setting == next.setting);
        remarks.push(format!(
            "unguarded, as no scenario turns red: {}. Write a scenario that does, or list the value with the \
             reason why none need (docs/policies.md)",
            values.map(|rows| value(rows.iter().copied())).collect::<Vec<_>>().join(", "),
        ));
    }
    let lines = remarks.iter().map(|remark| format!("\n{}\n", wrapped(remark, WIDTH).join("\n  ")));
    lines.collect()
}

/// What makes two rows of a value say the same.
fn kind(row: &AblatedValue) -> Option<(GuardStatus, &str)> {
    row.exemption.as_ref().map(|exemption| (row.standing(), exemption.reason.as_str()))
}

/// What is to be said of rows that say the same of one value.
fn remark(report: &Report<'_>, rows: &[AblatedValue]) -> Option<String> {
    let exemption = rows.first()?.exemption.as_ref()?;
    let value = value(rows.iter());
    let what = match (rows.first()?.standing(), exemption.kind) {
        (GuardStatus::Stale, _) => {
            let weight = if report.is_whole { "error" } else { "note" };
            return Some(format!(
                "{weight}: {value} is on the list of values that no scenario need notice, and one does"
            ));
        }
        (GuardStatus::Listed, ExemptionKind::Equivalent) => "equivalent",
        (GuardStatus::Listed, ExemptionKind::SecondLine) => "second line of defence",
        _ => return None,
    };
    Some(format!("{what}: {value}: {}", exemption.reason))
}

/// A value, and the services of its rows.
fn value<'a>(rows: impl Iterator<Item = &'a AblatedValue> + Clone) -> String {
    let setting = rows.clone().next().map_or_else(String::new, |row| row.setting.to_string());
    let services: Vec<&str> = rows.filter_map(|row| row.service).map(Service::name).collect();
    format!("{setting} for {}", services.join(" and "))
}
