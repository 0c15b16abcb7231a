//! Chances, and what is drawn from them.
//!
//! | what | drawn for | knobs |
//! |---|---|---|
//! | the fate of a copy | (signal, receiver, copy) | [`DeliveryRates`] |
//! | the moments of a call | the call's key | [`CallRates`] |
//!
//! Invariant: each decision has a stream of its own and draws all its numbers in a fixed order, needed or
//! not; so changing one chance or removing one signal changes no other decision. A plan that replaces single
//! draws belongs here too, between the chances and the fate.

use crate::{
    bus::{CopyFate, Fate},
    key::{Key, NodeId},
    micros::Micros,
    stream::Stream,
    world::{CrashMoment, Moments},
};

/// A range of latencies, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Latency {
    /// The shortest.
    pub lo: Micros,
    /// The longest; where it is below the shortest, the shortest is always drawn.
    pub hi: Micros,
}

impl Latency {
    /// Always the same latency.
    pub const fn fixed(latency: Micros) -> Self {
        Self { lo: latency, hi: latency }
    }

    /// A latency of the range, each as likely as the other. Draws exactly one number.
    pub fn draw(&self, stream: &mut Stream) -> Micros {
        Micros(stream.range(self.lo.0..=self.hi.0))
    }
}

/// What becomes of the copies of a signal, as probabilities from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DeliveryRates {
    /// The signal's own copy is not made. A duplicate may still be.
    pub drop: f64,
    /// A second copy is made.
    pub duplicate: f64,
    /// A copy arrives as garbage.
    pub corrupt: f64,
    /// A copy arrives with another address in it.
    pub misaddress: f64,
    /// How long a copy is on its way.
    pub delay: Latency,
}

impl DeliveryRates {
    /// The fate of a signal on its way to a node.
    pub fn fate(&self, seed: u64, signal: Key, to: NodeId) -> Fate {
        let mut fate = Fate::dropped();
        for (nth, made) in [(0, 1.0 - self.drop), (1, self.duplicate)] {
            if let Some(copy) = self.copy(made, &mut Stream::new(seed, signal.caused(to, nth))) {
                let pushed = fate.push(copy);
                debug_assert!(pushed.is_ok(), "a fate holds two copies");
            }
        }
        fate
    }

    fn copy(&self, made: f64, stream: &mut Stream) -> Option<CopyFate> {
        let is_made = stream.chance(made);
        let delay = self.delay.draw(stream);
        let corrupt = stream.chance(self.corrupt);
        let misaddress = stream.chance(self.misaddress);
        is_made.then_some(CopyFate { delay, corrupt, misaddress })
    }
}

/// What becomes of a port call.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CallRates {
    /// From the sending to the act.
    pub there: Latency,
    /// From the act to the arrival of the answer.
    pub back: Latency,
    /// The probability that the call fails.
    pub error: f64,
    /// The probability that its answer is lost.
    pub lost_answer: f64,
}

/// What was drawn for one call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CallFate {
    /// From the sending to the act.
    pub there: Micros,
    /// From the act to the arrival of the answer; `None` when it is lost.
    pub back: Option<Micros>,
    /// Whether the call fails; what that means is the port's affair.
    pub error: bool,
}

impl CallRates {
    /// The fate of the call of this key.
    pub fn fate(&self, seed: u64, key: Key) -> CallFate {
        let mut stream = Stream::new(seed, key);
        let there = self.there.draw(&mut stream);
        let back = self.back.draw(&mut stream);
        let error = stream.chance(self.error);
        let is_lost = stream.chance(self.lost_answer);
        CallFate { there, back: (!is_lost).then_some(back), error }
    }
}

impl CallFate {
    /// The moments of the call, with a crash of its node at one of them.
    pub fn moments(self, crash: CrashMoment) -> Moments {
        Moments { there: self.there, back: self.back, crash }
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
    fn one_chance_changes_nothing_but_its_own_decision() {
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
    fn no_chance_is_no_fault_and_certainty_is_one() {
        let plain = DeliveryRates { delay: Latency::fixed(Micros(5)), ..DeliveryRates::default() };
        assert_eq!(plain.fate(1, signal(1), NodeId(1)), Fate::delayed(Micros(5)));
        assert!(DeliveryRates { drop: 1.0, ..plain }.fate(1, signal(1), NodeId(1)).is_empty());
        assert_eq!(DeliveryRates { duplicate: 1.0, ..plain }.fate(1, signal(1), NodeId(1)).len(), 2);
    }

    #[test]
    fn losing_the_answer_changes_no_moment_of_the_call() {
        let rates = CallRates { there: SOME.delay, back: SOME.delay, error: 0.5, lost_answer: 0.0 };
        let answered = rates.fate(1, signal(1));
        let lost = CallRates { lost_answer: 1.0, ..rates }.fate(1, signal(1));
        assert_eq!(lost, CallFate { back: None, ..answered });
    }
}
