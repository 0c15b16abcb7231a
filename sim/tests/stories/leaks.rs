//! Nothing of a run is left in memory after it, however it ended.

use std::{future::pending, rc::Rc};

use reconverge_sim::{
    End, EntryKind, Micros,
    bus::{Bus, BusConfig, Channel, Fate, Message},
};

use super::stage::{A, B, Stage, at, direct, end_when_quiet, key, play, timing};

#[derive(Clone)]
struct Counted(#[expect(dead_code, reason = "it only counts")] Rc<()>);

impl Message for Counted {
    fn corrupted(&self, _: &mut reconverge_sim::Stream) -> Self {
        self.clone()
    }

    fn misaddressed(&self, _: &mut reconverge_sim::Stream) -> Self {
        self.clone()
    }
}

/// Puts the token, and the world itself, wherever a world can hold something.
fn hoard(world: &Stage, token: &Rc<()>) {
    let held = || (Rc::clone(token), world.clone());
    for node in [A, B] {
        let kept = held();
        world.spawn(node, key(1, node, 0), async move {
            let _kept = kept;
            pending::<()>().await;
        });
    }
    let kept = held();
    let entry = world.schedule(EntryKind::Step, Micros(1_000), key(4, A, 0), move || drop(kept));
    assert!(entry.is_ok());
    let kept = held();
    world.on_crash(move |_| assert!(Rc::strong_count(&kept.0) > 0));
    let (kept, stage) = (held(), world.clone());
    world.spawn(A, key(1, A, 1), async move {
        let act = move || kept;
        stage.call(A, key(2, A, 1), timing(2_000, 1), act).await;
    });
    let kept = held();
    let bus = Bus::new(world, BusConfig::default(), move |_| assert!(Rc::strong_count(&kept.0) > 0));
    bus.subscribe(A, world.life(A), Channel(0));
    let message = Counted(Rc::clone(token));
    bus.publish(key(5, A, 0), Channel(0), &message, |_| Fate::delayed(Micros(5_000)));
    let stage = world.clone();
    world.spawn(B, key(1, B, 1), async move {
        let _bus = bus;
        stage.sleep(key(3, B, 1), Micros(9_000)).await;
    });
}

fn left_after(setup: impl FnOnce(&Stage)) -> usize {
    let token = Rc::new(());
    play(1, |world| {
        hoard(world, &token);
        setup(world);
    });
    Rc::strong_count(&token) - 1
}

#[test]
fn every_end_frees_what_the_world_held() {
    assert_eq!(left_after(|world| at(world, 10, Stage::finish)), 0, "finished");
    assert_eq!(left_after(end_when_quiet), 0, "quiet");
    assert_eq!(left_after(|world| direct(world, pending())), 0, "stuck");
    assert_eq!(left_after(|world| at(world, 10, |_| panic!("on purpose"))), 0, "panicked");
    assert_eq!(left_after(|_| panic!("on purpose")), 0, "panicked in the set-up");
    assert_eq!(left_after(|world| at(world, 10, |world| world.crash(A))), 0, "crashed");
}

/// Goes on using the world when it is dropped, with what must not be left behind.
struct Clingy(Stage, Rc<()>);

impl Drop for Clingy {
    fn drop(&mut self) {
        let held = || (self.0.clone(), Rc::clone(&self.1));
        let (stage, token) = held();
        self.0.spawn(A, key(1, A, 9), async move {
            stage.finish();
            drop(token);
        });
        let (stage, token) = held();
        let entry = self.0.schedule(EntryKind::InFlight, Micros(1_000_000), key(4, A, 9), move || {
            stage.finish();
            drop(token);
        });
        assert!(entry.is_ok());
        let kept = held();
        self.0.on_crash(move |_| assert!(Rc::strong_count(&kept.1) > 0));
        self.0.crash(A);
    }
}

#[test]
fn a_drop_can_call_the_world_at_the_end() {
    let token = Rc::new(());
    let finished = play(1, |world| {
        for (node, nth) in [(A, 4), (B, 5)] {
            let clingy = Clingy(world.clone(), Rc::clone(&token));
            world.spawn(node, key(1, node, nth), async move {
                let _clingy = clingy;
                pending::<()>().await;
            });
        }
        at(world, 10, Stage::finish);
    });
    assert_eq!(finished.end, End::Done);
    assert_eq!(Rc::strong_count(&token), 1);
}
