//! What an ablation found, for machines. Nothing in here is a figure of the wall clock.

use serde_json::{Value, json};

use super::report::Report;
use crate::campaign::{AblatedValue, Case, GuardStatus, Pair, PairCase, Setting};
use crate::names::Service;
use crate::report::phrase::{group_name, replay_command};

/// All that was found.
pub fn value(report: &Report<'_>) -> Value {
    let ablation = report.ablation;
    json!({
        "scenarios": ablation.baseline.iter().map(|case| baseline(report, case)).collect::<Vec<_>>(),
        "values": ablation.rows.iter().map(|each| row(report, each)).collect::<Vec<_>>(),
        "pairs": ablation.pairs.iter().map(|each| pair(report, each)).collect::<Vec<_>>(),
        "all_shipped": report.is_whole,
        "interrupted": ablation.is_interrupted(),
    })
}

fn baseline(report: &Report<'_>, found: &Case) -> Value {
    let mut value = case(report, found, &[]);
    value["title"] = json!(report.experiment.subjects[found.subject].scenario.title);
    value["green"] = json!(found.is_green());
    value["unseen"] = found.unseen.iter().map(|situation| situation.name()).collect();
    value
}

fn row(report: &Report<'_>, row: &AblatedValue) -> Value {
    let groups = row.groups().into_iter().map(|(group, count)| {
        json!({ "group": group_name(group), "scenarios": count.scenarios, "seeds": count.seeds })
    });
    let standing = match row.standing() {
        GuardStatus::Noticed => "noticed",
        GuardStatus::Stale => "noticed-although-listed",
        GuardStatus::Listed => "listed",
        GuardStatus::Aside => "aside",
        GuardStatus::Unguarded => "unguarded",
        GuardStatus::Unknown => "unknown",
    };
    let listed = row
        .exemption
        .as_ref()
        .map(|exemption| json!({ "kind": exemption.kind.name(), "reason": exemption.reason }));
    json!({
        "policy": row.setting.policy,
        "value": row.setting.value,
        "instead_of": row.setting.own,
        "service": row.service.map(Service::name),
        "standing": standing,
        "listed": listed,
        "red_scenarios": row.red().len(),
        "seeds": row.seeds(),
        "red_seeds": row.red_seeds(),
        "found_after": row.found_after(),
        "groups": groups.collect::<Vec<_>>(),
        "scenarios": row.cases.iter().map(|each| case(report, each, &[row.setting])).collect::<Vec<_>>(),
    })
}

fn pair(report: &Report<'_>, pair: &Pair) -> Value {
    let cases = pair.cases.iter().map(|each| {
        let change = match each {
            each if PairCase::is_repaired(each) => "red-to-green",
            each if PairCase::is_broken(each) => "green-to-red",
            _ => "none",
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
        "asked": case.asked,
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
