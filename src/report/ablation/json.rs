//! What an ablation found, as JSON. It has no figures of the wall clock.

use serde_json::{Value, json};

use super::report::Report;
use crate::campaign::{AblatedValue, Case, GuardStatus, Pair, Setting};
use crate::names::Service;
use crate::report::phrase::{group_name, replay_command};

/// All that was found.
pub fn value(report: &Report<'_>) -> Value {
    let ablation = report.ablation;
    json!({
        "scenarios": ablation.baseline.iter().map(|case| baseline(report, case)).collect::<Vec<_>>(),
        "values": ablation.values.iter().map(|each| ablated_value(report, each)).collect::<Vec<_>>(),
        "pairs": ablation.pairs.iter().map(|each| pair(report, each)).collect::<Vec<_>>(),
        "all_shipped": report.covers_all_shipped,
        "interrupted": ablation.is_interrupted(),
    })
}

fn baseline(report: &Report<'_>, found: &Case) -> Value {
    let mut value = case(report, found, &[]);
    value["title"] = json!(report.experiment.subjects[found.subject].scenario.title);
    value["green"] = json!(found.is_green());
    value["unseen"] = found.missed_situations.iter().map(|situation| situation.name()).collect();
    value
}

fn ablated_value(report: &Report<'_>, ablated: &AblatedValue) -> Value {
    let groups = ablated.groups().into_iter().map(|(group, count)| {
        json!({ "group": group_name(group), "scenarios": count.scenarios, "seeds": count.seeds })
    });
    let guard_status = match ablated.guard_status() {
        GuardStatus::Noticed => "noticed",
        GuardStatus::NoticedThoughListed => "noticed-although-listed",
        GuardStatus::Listed => "listed",
        GuardStatus::NotRequired => "aside",
        GuardStatus::Unguarded => "unguarded",
        GuardStatus::Unknown => "unknown",
    };
    let listed = ablated
        .exemption
        .as_ref()
        .map(|exemption| json!({ "kind": exemption.kind.name(), "reason": exemption.reason }));
    json!({
        "policy": ablated.setting.policy,
        "value": ablated.setting.value,
        "instead_of": ablated.setting.own,
        "service": ablated.service.map(Service::name),
        "standing": guard_status,
        "listed": listed,
        "red_scenarios": ablated.red().len(),
        "seeds": ablated.seeds(),
        "red_seeds": ablated.red_seeds(),
        "found_after": ablated.found_after(),
        "groups": groups.collect::<Vec<_>>(),
        "scenarios": ablated.cases.iter().map(|each| case(report, each, &[ablated.setting])).collect::<Vec<_>>(),
    })
}

fn pair(report: &Report<'_>, pair: &Pair) -> Value {
    let cases = pair.cases.iter().map(|each| {
        let change = if each.is_repaired() {
            "red-to-green"
        } else if each.is_broken() {
            "green-to-red"
        } else {
            "none"
        };
        json!({
            "change": change,
            "first_line_removed": case(report, &each.alone, &[pair.first]),
            "both": case(report, &each.both, &[pair.first, pair.second]),
        })
    });
    json!({
        "policy": pair.second.policy,
        "value": pair.second.value,
        "service": pair.service.name(),
        "first_line": { "policy": pair.first.policy, "value": pair.first.value },
        "difference": pair.makes_a_difference(),
        "scenarios": cases.collect::<Vec<_>>(),
    })
}

fn case(report: &Report<'_>, case: &Case, settings: &[Setting]) -> Value {
    let name = report.name(case);
    let policies: Vec<(String, String)> =
        settings.iter().map(|setting| (setting.policy.to_owned(), setting.value.to_owned())).collect();
    let groups = case.groups.iter().map(
        |(group, seeds)| json!({ "group": group_name(*group), "seeds": seeds.count, "first": seeds.first }),
    );
    json!({
        "name": name,
        "asked": case.requested,
        "seeds": case.seeds,
        "red": case.red,
        "missed": case.missed,
        "first": case.first,
        "found_after": case.found_after,
        "groups": groups.collect::<Vec<_>>(),
        "fault": case.fault.map(group_name),
        "replay": case.first.map(|seed| replay_command(name, seed, &policies)),
    })
}
