//! Broken invariants, as sentences.

use std::fmt::{self, Display};

use super::work::described_work;
use crate::history::History;
use crate::names::{InstanceId, RequestId, Work};
use crate::oracle::{Breach, BrokenInvariant};

impl BrokenInvariant {
    /// Which invariant was broken where and how, in a sentence without its full stop.
    pub fn described<'a>(&'a self, history: &'a History) -> impl Display + 'a {
        fmt::from_fn(move |f| {
            let (replica, address) = (history.header.replica(self.replica), history.described(self.address));
            write!(f, "{replica} broke invariant {} ({})", self.invariant.number(), self.invariant)?;
            write!(f, " on `{address}` at {}: {}", self.at, breach(self.breach, history))
        })
    }
}

/// What happened. Every kind stands here by name, so that a new one does not compile before it has a sentence.
fn breach(breach: Breach, history: &History) -> String {
    let work = |work: Work| described_work(work, history);
    let request = |id: RequestId| history.header.request(id);
    // An instance that was built, installed or closed for some work, and what was wrong with that.
    let was = |instance: InstanceId, done: &str, of: Work, wrong: &str| {
        format!("instance #{} was {done} for {}{wrong}", instance.nth, work(of))
    };
    let of_instance = |instance: InstanceId, wrong: &str| format!("instance #{} {wrong}", instance.nth);
    let of_request = |id: RequestId, wrong: &str| format!("`{}` {wrong}", request(id));
    let of_payload = |id: RequestId, wrong: &str| format!("the payload of `{}` {wrong}", request(id));
    let answered =
        |id: RequestId, status: u16, wrong: &str| format!("`{}` was answered {status}{wrong}", request(id));
    match breach {
        Breach::InstalledFromAbsent { instance, work } => {
            was(instance, "installed", work, " from a read that showed no row")
        }
        Breach::InstalledOvertaken { instance, work: of, by } => {
            was(instance, "installed", of, &format!(", though the later read for {} was done", work(by)))
        }
        Breach::BuiltUncommitted { instance, work } => {
            was(instance, "built", work, ", which never committed")
        }
        Breach::BuiltUnread { instance, work } => {
            was(instance, "built", work, " without a row that was read")
        }
        Breach::BuiltOther { instance, work } => {
            was(instance, "built", work, " with what no version of its row says")
        }
        Breach::ShowsOther { instance, work } => {
            was(instance, "made", work, " and shows something else than the rows said then")
        }
        Breach::WentBack { work: of, from, to } => {
            format!("it went back from revision {} to {} for {}", from.0, to.0, work(of))
        }
        Breach::Churned { old, new, work: of } => {
            of_instance(old, &format!("was replaced by its equal #{} for {}", new.nth, work(of)))
        }
        Breach::ClosedFirst { instance, work } => was(instance, "closed", work, " before a new one served"),
        Breach::CodeReplaced { work: of } => format!("its code's instance was replaced for {}", work(of)),
        Breach::CodeEvicted { work: of } => format!("its code's instance was evicted for {}", work(of)),
        Breach::CodeClosed { instance } => format!("its code's instance #{} was closed", instance.nth),
        Breach::CodeMissing => "it does not hold its code's instance at the end".to_owned(),
        Breach::PayloadNotAddress { request } => of_payload(request, "is not just an address"),
        Breach::PayloadOfOther { request } => of_payload(request, "names another address"),
        Breach::PayloadFromOther { request } => {
            of_payload(request, "has a node id that its publisher does not have")
        }
        Breach::RefusedPublished { request } => {
            of_request(request, "was refused or failed, and yet its signal was published")
        }
        Breach::PublishFailedWrite { request, status } => {
            answered(request, status, " because its signal could not be published")
        }
        Breach::FollowedOwn { request: id, .. } => format!("it followed its own signal of `{}`", request(id)),
        Breach::PublishedAgain { request } => of_request(request, "published a second signal"),
        Breach::AcknowledgedLost { request, status } => answered(request, status, " and never committed"),
        Breach::EvictedUnread { instance, work } => {
            was(instance, "evicted", work, " though the row was not readable")
        }
        Breach::EvictedActive { instance, work } => {
            was(instance, "evicted", work, " though the row is active")
        }
        Breach::Leaked { instance } => of_instance(instance, "was never closed, and is in no registry"),
        Breach::HeldClosed { instance } => of_instance(instance, "is in the registry, and was closed"),
        Breach::ClosedAgain { instance } => of_instance(instance, "was closed a second time"),
        Breach::WroteUnasked { request: id } => {
            format!("a transaction was sent for `{}` that its door did not send", request(id))
        }
        Breach::ActedAgainstRows { request: id } => {
            format!("the transaction of `{}` did not do what the rows gave when it acted", request(id))
        }
        Breach::AnsweredAgainstRows { request, status } => {
            answered(request, status, ", which the rows did not give")
        }
    }
}
