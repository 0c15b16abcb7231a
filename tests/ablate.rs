//! What `reconverge ablate` prints, what the list of unguarded values must be like, and that every value is noticed by
//! a shipped scenario of each service, or listed.

use std::process::{Command, Stdio};
use std::sync::Arc;

use insta_cmd::assert_cmd_snapshot;
use reconverge::campaign::{
    Ablation, Conclusion, Exemptions, Experiment, GuardStatus, Pair, PolicyFilter, Pool,
};
use reconverge::model::{NamedScenario, Scenario};
use reconverge::names::Service;
use reconverge::reading::{parse, shipped};
use reconverge::report::ablation::Report;

const STORY: &str = "scenarios/datasource/01-delete-evicts-on-the-peer.toml";

fn ablate(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reconverge"));
    command.arg("ablate").args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::null());
    command
}

#[test]
fn the_matrix() {
    let only = ["--only", "publish", "--only", "install=clock"];
    assert_cmd_snapshot!(ablate(&[STORY, "scenarios/faults/drop.toml", "guards/install-clock"]).args(only));
}

#[test]
fn with_all_names() {
    assert_cmd_snapshot!(ablate(&["scenarios/guards", "--only", "queue=concurrent", "--all"]));
}

#[test]
fn a_value_that_nobody_notices_is_unguarded() {
    assert_cmd_snapshot!(ablate(&[STORY, "--only", "queue", "--only", "install=version"]));
}

#[test]
fn a_scenario_that_is_not_green_as_it_stands_is_not_ablated() {
    assert_cmd_snapshot!(ablate(&["tests/ablate/red.toml", "tests/cli/miss.toml", "--only", "queue"]));
}

#[test]
fn values_in_place_of_another_than_the_default() {
    assert_cmd_snapshot!(ablate(&["scenarios/faults/skewed-clock.toml", "--only", "install"]));
}

#[test]
fn a_pair_shows_what_the_second_line_repairs() {
    let paths = ["guards/queue-concurrent", "guards/queue-concurrent-delete", STORY];
    assert_cmd_snapshot!(ablate(&paths).args(["--only", "install=version", "--pairs"]));
}

#[test]
fn a_pair_without_a_difference() {
    assert_cmd_snapshot!(ablate(&[STORY, "--only", "install=version", "--pairs"]));
}

#[test]
fn as_json() {
    let only = ["--only", "publish=never-on-delete", "--only", "install=version"];
    let options = ["--seeds", "0..2", "--pairs", "--format", "json"];
    assert_cmd_snapshot!(ablate(&[STORY, "guards/queue-concurrent"]).args(only).args(options));
}

#[test]
fn an_unknown_policy() {
    assert_cmd_snapshot!(ablate(&[STORY, "--only", "publis"]));
}

#[test]
fn an_unknown_value() {
    assert_cmd_snapshot!(ablate(&[STORY, "--only", "queue=serial"]));
}

#[test]
fn the_help() {
    assert_cmd_snapshot!(ablate(&["--help"]));
}

#[test]
fn the_same_is_printed_with_any_number_of_threads() {
    let printed = |jobs| {
        let arguments = ["scenarios/guards", "--pairs", "--all", "--jobs", jobs];
        ablate(&arguments).output().expect("it runs").stdout
    };
    assert_eq!(printed("1"), printed("8"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut command = ablate(&[STORY, "--only", "publish=never-on-delete"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// The shipped scenarios, at a few of their seeds.
fn all_shipped(seeds: u64) -> Vec<NamedScenario> {
    let subjects = shipped::all().iter().map(|(name, text)| {
        let mut scenario: Scenario = parse(name, text.as_bytes()).expect("it is right");
        scenario.seeds.end = scenario.seeds.end.min(scenario.seeds.start + seeds);
        // A situation that must occur somewhere among all seeds does not have to among the first ones.
        scenario.expect.occurred.clear();
        NamedScenario { name: (*name).to_owned(), scenario: Arc::new(scenario) }
    });
    subjects.collect()
}

#[test]
fn every_value_is_noticed_or_listed_in_each_service() {
    let exemptions = Exemptions::built_in();
    let experiment = Experiment { subjects: all_shipped(4), only: Vec::new(), exemptions, pairs: true };
    let ablation = Pool::default().ablate(&experiment, |_| ());
    for value in &ablation.values {
        let status = value.guard_status();
        let is_right =
            matches!(status, GuardStatus::Noticed | GuardStatus::Listed | GuardStatus::NotRequired);
        assert!(is_right, "{} for {:?}: {status:?}", value.setting, value.service);
    }
    for pair in &ablation.pairs {
        let Pair { second, first, service, .. } = pair;
        assert_eq!(pair.makes_a_difference(), Some(true), "{second} for {service} where {first}");
    }
    let listed = ablation.values.iter().filter(|value| value.exemption.is_some()).count();
    let entries = experiment.exemptions.entries.iter().map(|entry| entry.services().len()).sum::<usize>();
    assert_eq!(listed, entries, "each listed value is one of the scenarios'");
}

#[test]
fn the_built_in_list_has_no_mistakes() {
    assert_eq!(Exemptions::built_in().mistakes(), Vec::<String>::new());
}

/// A list of one value.
fn list(policy: &str, value: &str, kind: &str, first: &str) -> Exemptions {
    let text = format!(
        "[[value]]\npolicy = \"{policy}\"\nvalue = \"{value}\"\nkind = \"{kind}\"\nreason = \"so\"\n{first}"
    );
    Exemptions::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

const NO_QUEUE: &str = "first-line = { policy = \"queue\", value = \"concurrent\" }";

#[test]
fn mistakes_of_a_list_are_found() {
    let mistakes = |policy, value, kind, first| list(policy, value, kind, first).mistakes();
    let one = |policy, value, kind, first| mistakes(policy, value, kind, first).join("; ");
    assert_eq!(one("install", "version", "second-line", NO_QUEUE), "");
    let unknown = "there is no such policy, or it has no such value";
    assert_eq!(one("instal", "version", "equivalent", ""), format!("instal=version: {unknown}"));
    assert_eq!(one("install", "versoin", "equivalent", ""), format!("install=versoin: {unknown}"));
    assert_eq!(one("fill", "fenced?", "equivalent", ""), format!("fill=fenced?: {unknown}"));
    assert_eq!(one("queue", "serial", "equivalent", ""), "queue=serial: it is the family's own value");
    assert_eq!(one("queue", "coalesce", "second-line", ""), "queue=coalesce: a second line has a first one");
    assert_eq!(
        one("install", "version", "equivalent", NO_QUEUE),
        "install=version: what is equivalent has no first line"
    );
    let unknown_first = "first-line = { policy = \"queue\", value = \"none\" }";
    assert_eq!(
        one("install", "version", "second-line", unknown_first),
        "install=version: there is no queue=none"
    );
    let mut twice = list("install", "version", "second-line", NO_QUEUE);
    twice.entries.push(twice.entries[0].clone());
    let of_each = ["metadata", "datasource", "credential"]
        .map(|service| format!("install=version: it is listed twice for {service}"));
    assert_eq!(twice.mistakes(), of_each);
    assert!(Exemptions::parse("[[value]]\npolicy = \"queue\"").is_err());
}

#[test]
fn mistakes_of_the_services_of_a_list_are_found() {
    let of = |services: &str| {
        let first = format!("{NO_QUEUE}\nservices = {services}");
        list("install", "version", "second-line", &first).mistakes()
    };
    assert_eq!(of("['metadata']"), Vec::<String>::new());
    assert_eq!(of("[]"), ["install=version: it is for no service"]);
    let lacking = |policy| format!("install=version: `cache` is no service with the policy {policy}");
    assert_eq!(of("['cache']"), ["install", "queue"].map(lacking));
    let of_datasource = list("fill", "unfenced", "equivalent", "services = ['datasource']").mistakes();
    assert_eq!(of_datasource, ["fill=unfenced: `datasource` is no service with the policy fill"]);
}

/// Ablates the guards at one value, under a list.
fn guards(policy: &str, value: &str, exemptions: Exemptions) -> Ablation {
    let subjects = all_shipped(1).into_iter().filter(|subject| subject.name.starts_with("guards/"));
    let only = vec![PolicyFilter { policy: policy.to_owned(), value: Some(value.to_owned()) }];
    let experiment = Experiment { subjects: subjects.collect(), only, exemptions, pairs: true };
    Pool { jobs: 1, ..Pool::default() }.ablate(&experiment, |_| ())
}

#[test]
fn a_listed_value_that_is_noticed_makes_the_list_stale() {
    let ablation = guards("queue", "coalesce", list("queue", "coalesce", "equivalent", ""));
    assert!(ablation.values.iter().all(|value| value.guard_status() == GuardStatus::NoticedThoughListed));
    let ablation = guards("queue", "coalesce", Exemptions::default());
    assert!(ablation.values.iter().all(|value| value.guard_status() == GuardStatus::Noticed));
}

/// Whether a value is guarded in each service.
fn guard_statuses(ablation: &Ablation) -> Vec<(Option<Service>, GuardStatus)> {
    ablation.values.iter().map(|value| (value.service, value.guard_status())).collect()
}

#[test]
fn a_value_is_listed_for_the_services_that_are_named() {
    let none = list("queue", "coalesce", "equivalent", "services = ['credential', 'datasource']");
    let expected = [
        (Some(Service::Metadata), GuardStatus::Noticed),
        (Some(Service::Datasource), GuardStatus::NoticedThoughListed),
        (Some(Service::Credential), GuardStatus::NoticedThoughListed),
    ];
    assert_eq!(guard_statuses(&guards("queue", "coalesce", none)), expected);
}

#[test]
fn what_a_scenario_of_another_or_of_several_services_notices_guards_nothing() {
    let named =
        ["guards/rebuild-close-then-build", "all-lanes", "credential/04-payload-is-the-reference-only"];
    let subjects = all_shipped(8).into_iter().filter(|subject| named.contains(&subject.name.as_str()));
    let only = vec![PolicyFilter { policy: "rebuild".to_owned(), value: None }];
    let exemptions = Exemptions::default();
    let experiment = Experiment { subjects: subjects.collect(), only, exemptions, pairs: false };
    let ablation = Pool { jobs: 1, ..Pool::default() }.ablate(&experiment, |_| ());
    let expected = [
        (Some(Service::Datasource), GuardStatus::Noticed),
        (Some(Service::Credential), GuardStatus::Unguarded),
        (None, GuardStatus::Noticed),
    ];
    assert_eq!(guard_statuses(&ablation), expected);
}

#[test]
fn a_second_line_that_repairs_nothing_makes_no_difference() {
    let ablation = guards("install", "version", list("install", "version", "second-line", NO_QUEUE));
    let differences =
        |ablation: &Ablation| ablation.pairs.iter().map(Pair::makes_a_difference).collect::<Vec<_>>();
    assert_eq!(differences(&ablation), [Some(true); 3]);
    // Comparing revisions keeps no pool open while its successor is built.
    let closed = "first-line = { policy = \"rebuild\", value = \"close-then-build\" }";
    let ablation = guards("install", "version", list("install", "version", "second-line", closed));
    assert_eq!(differences(&ablation), [Some(false); 3]);
}

#[test]
fn a_stopped_ablation_knows_nothing() {
    let pool = Pool::default();
    pool.stop.request();
    let (subjects, exemptions) = (all_shipped(1), Exemptions::built_in());
    let ablation = pool.ablate(&Experiment { subjects, only: Vec::new(), exemptions, pairs: true }, |_| ());
    assert!(ablation.is_interrupted());
    for value in &ablation.values {
        assert_eq!(value.guard_status(), GuardStatus::Unknown, "{}", value.setting);
    }
    assert!(ablation.pairs.iter().all(|pair| pair.makes_a_difference().is_none()));
}

/// The only value of a list is noticed by the only scenario.
fn reported(covers_all_shipped: bool) -> (Conclusion, String) {
    let name = "guards/queue-coalesce";
    let (_, source) = shipped::all().iter().find(|(shipped, _)| *shipped == name).expect("it is shipped");
    let scenario = Arc::new(parse(name, source.as_bytes()).expect("it is right"));
    let list = "[[value]]\npolicy = 'queue'\nvalue = 'coalesce'\nkind = 'equivalent'\nreason = 'none'";
    let experiment = Experiment {
        subjects: vec![NamedScenario { name: name.to_owned(), scenario }],
        only: vec![PolicyFilter { policy: "queue".to_owned(), value: Some("coalesce".to_owned()) }],
        exemptions: Exemptions::parse(list).expect("it is a list"),
        pairs: false,
    };
    let ablation = Pool { jobs: 1, ..Pool::default() }.ablate(&experiment, |_| ());
    let report = Report {
        experiment: &experiment,
        ablation: &ablation,
        seeds: None,
        covers_all_shipped,
        names_all: false,
    };
    (ablation.conclusion(covers_all_shipped), reconverge::report::ablation::text::text(&report))
}

#[test]
fn a_wrong_list_is_an_error_over_all_shipped_scenarios() {
    let (conclusion, text) = reported(true);
    assert_eq!(conclusion, Conclusion::Violated);
    assert!(text.contains("\nerror: queue=coalesce for datasource is on the list"), "{text}");
}

#[test]
fn a_wrong_list_is_a_note_over_files() {
    let (conclusion, text) = reported(false);
    assert_eq!(conclusion, Conclusion::Held);
    assert!(text.contains("\nnote: queue=coalesce for datasource is on the list"), "{text}");
}
