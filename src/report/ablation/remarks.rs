//! Remarks about values: those that no scenario of a service notices, and those that are on the list although one does.

use super::report::{Report, WIDTH};
use crate::campaign::{AblatedValue, ExemptionKind, GuardStatus};
use crate::names::Service;
use crate::report::wrap::wrapped;

/// The remarks, a paragraph each: those on the list first, then what is unguarded.
pub fn remarks(report: &Report<'_>) -> String {
    let values = &report.ablation.values;
    // The same remark about one value in several services is made once, with the names of all these services.
    let together = values.chunk_by(|one, next| one.setting == next.setting && kind(one) == kind(next));
    let mut remarks: Vec<String> = together.filter_map(|values| remark(report, values)).collect();
    let unguarded: Vec<&AblatedValue> =
        values.iter().filter(|value| value.guard_status() == GuardStatus::Unguarded).collect();
    if !unguarded.is_empty() {
        let by_setting = unguarded.chunk_by(|one, next| one.setting == next.setting);
        remarks.push(format!(
            "unguarded, as no scenario turns red: {}. Write a scenario that does, or list the value with the \
             reason why none need (docs/policies.md)",
            by_setting.map(|values| name(values.iter().copied())).collect::<Vec<_>>().join(", "),
        ));
    }
    let lines = remarks.iter().map(|remark| format!("\n{}\n", wrapped(remark, WIDTH).join("\n  ")));
    lines.collect()
}

/// What decides which remark is made about a listed value.
fn kind(value: &AblatedValue) -> Option<(GuardStatus, &str)> {
    value.exemption.as_ref().map(|exemption| (value.guard_status(), exemption.reason.as_str()))
}

/// The remark about a listed value, in services for which it is the same.
fn remark(report: &Report<'_>, values: &[AblatedValue]) -> Option<String> {
    let first = values.first()?;
    let exemption = first.exemption.as_ref()?;
    let name = name(values.iter());
    match first.guard_status() {
        GuardStatus::NoticedThoughListed => {
            let severity = if report.covers_all_shipped { "error" } else { "note" };
            Some(format!(
                "{severity}: {name} is on the list of values that no scenario need notice, and one does"
            ))
        }
        GuardStatus::Listed => {
            let kind = match exemption.kind {
                ExemptionKind::Equivalent => "equivalent",
                ExemptionKind::SecondLine => "second line of defence",
            };
            Some(format!("{kind}: {name}: {}", exemption.reason))
        }
        GuardStatus::Noticed | GuardStatus::NotRequired | GuardStatus::Unguarded | GuardStatus::Unknown => {
            None
        }
    }
}

/// The name of a value, and of the services in which it was ablated.
fn name<'a>(values: impl Iterator<Item = &'a AblatedValue> + Clone) -> String {
    let setting = values.clone().next().map_or_else(String::new, |value| value.setting.to_string());
    let services: Vec<&str> = values.filter_map(|value| value.service).map(Service::name).collect();
    format!("{setting} for {}", services.join(" and "))
}
