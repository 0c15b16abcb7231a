//! Which clause a kind of event has.
//!
//! Invariant: every kind stands here by name, so that a new one does not compile before it has a clause.

use super::describer::EventDescriber;
use super::glyph::Glyph;
use super::world::{answers_late, cut, life};
use crate::history::EventKind;

impl EventDescriber<'_> {
    /// The glyph and the clause for an event.
    pub fn describe(&self, kind: &EventKind) -> (Glyph, String) {
        match *kind {
            EventKind::Requested { request, address, verb } => self.requested(request, address, verb),
            EventKind::Answered { request, status } => self.answered(request, status),
            EventKind::Unanswered { request } => self.unanswered(request),

            EventKind::WriteSent { request } => self.write_sent(request),
            EventKind::Committed { request, address, version } => self.committed(request, address, version),
            EventKind::Refused { request, status } => self.refused(request, status),
            EventKind::WriteFailed { request } => self.write_failed(request),
            EventKind::AnswerLost { request } => self.answer_lost(request),
            EventKind::Deviated { request, due } => self.deviated(request, due),
            EventKind::ReadBegan { correlation, address } => self.read_began(correlation, address),
            EventKind::Read { address, as_of, result, .. } => self.read(address, as_of, result),
            EventKind::ListBegan { correlation, lane } => self.list_began(correlation, lane),
            EventKind::Listed { lane, as_of, ok, .. } => self.listed(lane, as_of, ok),

            EventKind::Subscribed { lane } => self.subscribed(lane),
            EventKind::Unsubscribed { lane } => self.unsubscribed(lane),
            EventKind::SubscriptionRefused { lane, ending } => self.subscription_refused(lane, ending),
            EventKind::Published { request, address, ok } => self.published(request, address, ok),
            EventKind::Dropped { lane, request } => self.dropped(lane, request),
            EventKind::Arrived { lane, request, copy, damage } => self.arrived(lane, request, copy, damage),
            EventKind::Lost { lane, request, copy, why } => self.lost(lane, request, copy, why),
            EventKind::Received { lane, request, copy, verdict } => {
                self.received(lane, request, copy, verdict)
            }

            EventKind::Enqueued { work, address } => self.enqueued(work, address),
            EventKind::Installed { instance, revision, .. } => self.installed(instance, revision),
            EventKind::Evicted { instance, .. } => self.evicted(instance),
            EventKind::Kept { address, why, .. } => self.kept(address, why),
            EventKind::Invalidated { work, address } => self.invalidated(work, address),
            EventKind::Cleared { work } => self.cleared(work),
            EventKind::RetryArmed { address, due, .. } => self.retry_armed(address, due),

            EventKind::OpenBegan { address, .. } => self.open_began(address),
            EventKind::Opened { instance, .. } => self.opened(instance),
            EventKind::OpenFailed { address, why, .. } => self.open_failed(address, why),
            EventKind::CloseBegan { instance } => self.close_began(instance),
            EventKind::Closed { instance } => self.closed(instance),
            EventKind::UpstreamSet { address, reachable } => self.upstream_set(address, reachable),
            EventKind::AcceptsSet { address } => self.accepts_set(address),

            EventKind::BootBegan { request } => self.boot_began(request),
            EventKind::Serving => life("serves"),
            EventKind::Reloading { request } => self.reloading(request),
            EventKind::Crashed => life("crashes"),
            EventKind::ShutDownBegan { request } => self.shut_down_began(request),
            EventKind::ShutDown => life("shuts down"),
            EventKind::Paused => life("stands still"),
            EventKind::Resumed => life("goes on"),
            EventKind::NodeIdSet { node } => self.node_id_set(node),
            EventKind::Cut { noticed } => cut(noticed),
            EventKind::Healed => life("reaches the bus again"),
            EventKind::AnswersLate { port, .. } => answers_late(port),
            EventKind::Fault { fault } => self.fault(fault),
            EventKind::FaultsEnded => life("everything heals"),
            EventKind::Triggered { request } => self.triggered(request),
        }
    }
}
