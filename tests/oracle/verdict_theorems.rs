//! The verdict on stale entries that break a theorem, and situations that never occurred.

use reconverge::model::{Expect, StaleMode};
use reconverge::names::Situation;
use reconverge::verdict::{Failure, Status, missed_situations};

use crate::backstop::{lost, unseen};
use crate::comparing::{compare_cluster, passes, scenario};
use crate::situations::{count, moved};

#[test]
fn a_stale_entry_behind_a_backstop_fails_even_if_its_cause_is_allowed() {
    let cluster = unseen();
    let allowed = Expect { stale: StaleMode::Allowed, ..Expect::default() };
    let verdict = compare_cluster(&cluster, vec![], allowed.clone());
    assert!(matches!(verdict.failures[..], [Failure::Backstop(_)]), "{verdict:#?}");
    let described = verdict.failures[0].described(&cluster.history()).to_string();
    assert!(described.ends_with("but it has listed the rows since, and nothing failed (T2)"), "{described}");
    assert_eq!(verdict.status, Status::Fail);
    passes(&compare_cluster(&lost(), vec![], allowed));
}

#[test]
fn what_never_occurred_is_missed() {
    let mut lost = moved();
    lost.drop_delivery("moved", "b");
    let expect =
        Expect { occurred: [Situation::DeliveryDropped, Situation::PiledUp].into(), ..Expect::default() };
    assert_eq!(missed_situations(&scenario(vec![], expect), &count(&lost)), [Situation::PiledUp]);
}
