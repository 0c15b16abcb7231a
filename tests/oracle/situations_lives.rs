//! Situations of writers and lives: each occurs once in one story, and just does not in the story next to it.

use reconverge::history::EventKind;
use reconverge::names::{Policies, Publish, Situation, Verb};

use crate::forge::{Change, Forge, ORDERS};
use crate::situations::{never, once};

#[test]
fn writes_overlapped() {
    let mut forge = Forge::two();
    forge.ask("a", "one", ORDERS, Change::Put);
    forge.send("a", "one");
    forge.ask("b", "other", "stock", Change::Put);
    forge.send("b", "other");
    never(&forge, Situation::WritesOverlapped);
    forge.ask("b", "two", ORDERS, Change::Put);
    forge.send("b", "two");
    once(&forge, Situation::WritesOverlapped);
    let mut forge = Forge::two();
    forge.commit("a", "one", ORDERS, Change::Put);
    forge.commit("b", "two", ORDERS, Change::Put);
    never(&forge, Situation::WritesOverlapped);
}

#[test]
fn boot_overlapped_write() {
    let mut forge = Forge::two();
    let boot = forge.begin("c");
    forge.subscribe("c");
    forge.list("c", boot);
    let mut after = forge;
    after.serve("c");
    after.write("a", "moved", ORDERS, Change::Put);
    never(&after, Situation::BootOverlappedWrite);
    after.begin("c");
    after.commit("a", "again", ORDERS, Change::Put);
    once(&after, Situation::BootOverlappedWrite);
}

#[test]
fn crashed_between() {
    let mut forge = Forge::two();
    forge.commit("a", "gone", ORDERS, Change::Delete);
    forge.crash("b");
    never(&forge, Situation::CrashedBetween);
    forge.crash("a");
    once(&forge, Situation::CrashedBetween);
    forge.header.policies = Policies { publish: Publish::NeverOnDelete, ..Policies::default() };
    never(&forge, Situation::CrashedBetween);
    forge.header.policies = Policies::default();
    forge.publish("a", "gone", ORDERS, true);
    never(&forge, Situation::CrashedBetween);
}

#[test]
fn a_writer_that_had_answered_or_published_or_did_not_know_is_not_caught_between() {
    let stories: [fn(&mut Forge); 3] = [
        |forge| forge.publish("a", "gone", ORDERS, false),
        |forge| forge.answer("a", "gone", 503),
        |forge| {
            let request = forge.request("gone");
            forge.record("a", EventKind::AnswerLost { request });
        },
    ];
    for story in stories {
        let mut forge = Forge::two();
        forge.commit("a", "gone", ORDERS, Change::Delete);
        story(&mut forge);
        forge.crash("a");
        never(&forge, Situation::CrashedBetween);
    }
    let mut forge = Forge::two();
    forge.ask("a", "early", ORDERS, Change::Put);
    forge.publish("a", "early", ORDERS, true);
    forge.send("a", "early");
    forge.commit_as(forge.replica("a"), "early", ORDERS, Change::Put);
    forge.crash("a");
    never(&forge, Situation::CrashedBetween);
    let mut forge = Forge::two();
    let (request, address) = (forge.request("moved"), forge.address(ORDERS));
    forge.record("a", EventKind::Requested { request, address, verb: Verb::Migrate });
    forge.send("a", "moved");
    forge.commit_as(forge.replica("a"), "moved", ORDERS, Change::Label);
    forge.crash("a");
    never(&forge, Situation::CrashedBetween);
}

#[test]
fn landed_after_crash() {
    let mut forge = Forge::two();
    forge.ask("b", "late", ORDERS, Change::Put);
    forge.send("b", "late");
    let mut in_time = Forge::two();
    in_time.commit("b", "late", ORDERS, Change::Put);
    in_time.crash("b");
    never(&in_time, Situation::LandedAfterCrash);
    forge.crash("b");
    let writer = forge.replica("b");
    forge.commit_as(writer, "late", ORDERS, Change::Put);
    once(&forge, Situation::LandedAfterCrash);
    never(&forge, Situation::CrashedBetween);
}

#[test]
fn restarted() {
    let mut forge = Forge::two();
    forge.boot("c");
    never(&forge, Situation::Restarted);
    forge.crash("b");
    forge.boot("b");
    once(&forge, Situation::Restarted);
}
