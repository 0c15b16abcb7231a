//! Random decisions, drawn from rates.
//!
//! | decision | drawn for | rates |
//! |---|---|---|
//! | the fate of a copy | (signal, receiver, copy) | [`DeliveryRates`] |
//! | the fate of a call | the call's key | [`CallRates`] |
//!
//! Invariant: each decision has a stream of its own, and draws all of its numbers in a fixed order, whether or not
//! they are needed. So changing one rate, or removing one signal, changes no other decision.

use crate::{
    bus::{CopyFate, Fate},
    key::{Key, NodeId},
    micros::Micros,
    stream::Stream,
    world::{CallTiming, CrashPoint},
};

/// A range of latencies, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Latency {
    /// The shortest.
    pub lo: Micros,
    /// The longest. If it is below the shortest, the shortest is always drawn.
    pub hi: Micros,
}

impl Latency {
    /// Always the same latency.
    pub const fn fixed(latency: Micros) -> Self {
        Self { lo: latency, hi: latency }
    }

    /// Draws a latency of the range, uniformly. Draws exactly one number from the stream.
    pub fn draw(&self, stream: &mut Stream) -> Micros {
        Micros(stream.range(self.lo.0..=self.hi.0))
    }
}

/// How likely each fault of a delivery is, as probabilities from 0 to 1, and how long a delivery takes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DeliveryRates {
    /// The probability that the first copy is not made. A duplicate may still be made.
    pub drop: f64,
    /// The probability that a second copy is made.
    pub duplicate: f64,
    /// The probability that a copy arrives as garbage.
    pub corrupt: f64,
    /// The probability that a copy arrives with another address in it.
    pub misaddress: f64,
    /// The time from the publish to the arrival of a copy.
    pub delay: Latency,
}

impl DeliveryRates {
    /// Draws the fate of a signal on its way to a node. The same arguments always yield the same fate.
    pub fn fate(&self, seed: u64, signal: Key, to: NodeId) -> Fate {
        let mut fate = Fate::dropped();
        // Each copy has a stream of its own, so that a duplicate does not depend on whether the first copy was
        // dropped.
        for (nth, made) in [(0, 1.0 - self.drop), (1, self.duplicate)] {
            if let Some(copy) = self.copy(made, &mut Stream::new(seed, signal.caused(to, nth))) {
                let pushed = fate.push(copy);
                debug_assert!(pushed.is_ok(), "a fate holds two copies");
            }
        }
        fate
    }

    /// Draws one copy, which is made with probability `made`. Every number is drawn, also for a copy that is not
    /// made, so that the other numbers do not depend on `made`.
    fn copy(&self, made: f64, stream: &mut Stream) -> Option<CopyFate> {
        let is_made = stream.chance(made);
        let delay = self.delay.draw(stream);
        let corrupt = stream.chance(self.corrupt);
        let misaddress = stream.chance(self.misaddress);
        is_made.then_some(CopyFate { delay, corrupt, misaddress })
    }
}

/// How long a port call takes, and how likely its faults are, as probabilities from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CallRates {
    /// The time from the sending to the act.
    pub request_delay: Latency,
    /// The time from the act to the arrival of the answer.
    pub answer_delay: Latency,
    /// The probability that the call fails.
    pub error: f64,
    /// The probability that its answer is lost.
    pub lost_answer: f64,
}

/// What was drawn for one call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CallFate {
    /// The time from the sending to the act.
    pub request_delay: Micros,
    /// The time from the act to the arrival of the answer; `None` if the answer is lost.
    pub answer_delay: Option<Micros>,
    /// Whether the call fails. The port decides what that means.
    pub error: bool,
}

impl CallRates {
    /// Draws the fate of the call with this key. The same arguments always yield the same fate.
    pub fn fate(&self, seed: u64, key: Key) -> CallFate {
        let mut stream = Stream::new(seed, key);
        let request_delay = self.request_delay.draw(&mut stream);
        let answer_delay = self.answer_delay.draw(&mut stream);
        let error = stream.chance(self.error);
        let is_lost = stream.chance(self.lost_answer);
        CallFate { request_delay, answer_delay: (!is_lost).then_some(answer_delay), error }
    }
}

impl CallFate {
    /// The timing of the call, with a crash of its node at this point.
    pub fn timing(self, crash: CrashPoint) -> CallTiming {
        CallTiming { request_delay: self.request_delay, answer_delay: self.answer_delay, crash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: DeliveryRates = DeliveryRates {
        drop: 0.3,
        duplicate: 0.3,
        corrupt: 0.3,
        misaddress: 0.3,
        delay: Latency { lo: Micros(1), hi: Micros(1_000) },
    };

    fn signal(subject: u64) -> Key {
        Key { class: 3, subject, ..Key::default() }
    }

    #[test]
    fn one_rate_changes_nothing_but_its_own_decision() {
        for subject in 0..200 {
            let with = SOME.fate(1, signal(subject), NodeId(1));
            let never_dropped = DeliveryRates { drop: 0.0, ..SOME }.fate(1, signal(subject), NodeId(1));
            let missing = never_dropped.len() - with.len();
            assert!(missing <= 1);
            assert!(with.iter().eq(never_dropped.iter().skip(missing)), "{with:?} {never_dropped:?}");
        }
    }

    #[test]
    fn each_signal_and_each_receiver_has_its_own_fate() {
        let fates: Vec<Fate> = (0..20)
            .flat_map(|subject| (0..2).map(move |to| SOME.fate(1, signal(subject), NodeId(to))))
            .filter(|fate| !fate.is_empty())
            .collect();
        let distinct = fates.iter().filter(|fate| fates.iter().filter(|other| other == fate).count() == 1);
        assert!(distinct.count() > fates.len() * 9 / 10);
    }

    #[test]
    fn a_rate_of_0_is_no_fault_and_a_rate_of_1_is_one() {
        let plain = DeliveryRates { delay: Latency::fixed(Micros(5)), ..DeliveryRates::default() };
        assert_eq!(plain.fate(1, signal(1), NodeId(1)), Fate::delayed(Micros(5)));
        assert!(DeliveryRates { drop: 1.0, ..plain }.fate(1, signal(1), NodeId(1)).is_empty());
        assert_eq!(DeliveryRates { duplicate: 1.0, ..plain }.fate(1, signal(1), NodeId(1)).len(), 2);
    }

    #[test]
    fn losing_the_answer_changes_no_delay_of_the_call() {
        let rates =
            CallRates { request_delay: SOME.delay, answer_delay: SOME.delay, error: 0.5, lost_answer: 0.0 };
        let answered = rates.fate(1, signal(1));
        let lost = CallRates { lost_answer: 1.0, ..rates }.fate(1, signal(1));
        assert_eq!(lost, CallFate { answer_delay: None, ..answered });
    }
}
