//! Planted replicas for what no policy can break: each is caught in a real run.

mod planted;

use std::sync::Arc;

use reconverge::family::lanes::datasource::{Change, Datasource};
use reconverge::family::ports::{Bus, Connection, Envelope, Store, Upstream};
use reconverge::family::transaction::Transaction;
use reconverge::family::{EntryView, Options, Request};
use reconverge::names::{
    Address, Cause, ConnectorState, Correlation, Invariant, Lane, RequestId, Space, WallTime, Work,
};
use reconverge::oracle::Findings;
use reconverge::reading::parse;
use reconverge::stage::{Capture, CompiledScenario, Runner, SimHost};
use reconverge::verdict::JudgedRun;

use planted::{Columns, Plant, Planted};

/// What the oracles find in a scenario that is run with planted replicas, and with the family's own.
fn found<P: Plant>(story: &str, capture: Capture) -> [Findings; 2] {
    let scenario = parse("inline", story.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let compiled = Arc::new(CompiledScenario::new(Arc::new(scenario)));
    let mut runner = Runner::new(Arc::default()).expect("SQLite opens");
    let planted = runner.run_with::<Planted<P>>(&compiled, 0, capture);
    let own = runner.run(&compiled, 0, capture);
    [planted, own].map(|history| JudgedRun::of(&compiled.scenario, history).findings)
}

#[test]
fn a_receiver_that_takes_another_for_itself_is_found_out() {
    /// Believes that it is `a`, whoever it is.
    struct TakesAnotherNodeId;
    impl Plant for TakesAnotherNodeId {
        fn change_options(options: &mut Options) {
            options.node = "a".to_owned();
        }
    }
    let story = r#"
        title    = "b gets the signal of a delete"
        lane     = "datasource"
        replicas = ["a", "b"]
        given    = [{ name = "orders" }]
        steps    = [{ on = "a", delete = "orders" }]
    "#;
    let [planted, own] = found::<TakesAnotherNodeId>(story, Capture::ALL);
    assert_eq!(planted.stale.iter().map(|stale| stale.cause).collect::<Vec<_>>(), [Some(Cause::Filtered)]);
    assert!(own.is_clean(), "{own:?}");
}

#[test]
fn a_connector_that_only_says_that_it_waits_for_a_retry_is_found_out() {
    /// Shows a held connector as degraded, as if it were retried.
    struct ShowsHeldAsDegraded;
    impl Plant for ShowsHeldAsDegraded {
        fn change_entry(shown: &mut EntryView<'_>) {
            if shown.state == Some(ConnectorState::Held) {
                shown.state = Some(ConnectorState::Degraded);
            }
        }
    }
    let story = r#"
        title      = "a credential that the upstream refuses"
        lane       = "credential"
        replicas   = ["a", "b"]
        connectors = [{ name = "crm", ref = "CRM_KEY" }]
        upstreams  = { crm = { accepts = ["s-good"] } }
        steps      = [{ on = "a", put = "CRM_KEY", secret = "s-bad" }]
    "#;
    let [planted, own] = found::<ShowsHeldAsDegraded>(story, Capture::default());
    let causes: Vec<_> = planted.stale.iter().map(|stale| stale.cause).collect();
    assert_eq!(causes, [Some(Cause::Ignored); 2]);
    assert!(own.is_clean(), "{own:?}");
}

#[test]
fn an_attempt_that_arms_no_retry_is_found_out() {
    /// Tries to open its connector once more, past the replica, and arms no retry when that fails.
    struct FailsWithoutRetry;
    impl Plant for FailsWithoutRetry {
        async fn before_serving_at_ports(host: &SimHost, request: &Request) {
            let address = Address::new(Space::Connector, "crm");
            let connection = Connection { driver: "http".to_owned(), config: "{}".to_owned(), secret: None };
            let correlation = Correlation::of(Work::Retry(request.id));
            assert!(host.open(correlation, &address, &connection).await.is_err());
        }
    }
    let story = r#"
        title      = "an upstream that is never reached"
        lane       = "credential"
        replicas   = ["a"]
        given      = [{ name = "CRM_KEY", secret = "s-1" }]
        connectors = [{ name = "crm", ref = "CRM_KEY" }]
        upstreams  = { crm = { reachable = false } }
        steps      = [{ on = "a", put = "MAIL_KEY", secret = "m-1" }]
    "#;
    let [planted, own] = found::<FailsWithoutRetry>(story, Capture::default());
    assert_eq!(planted.stale.iter().map(|stale| stale.cause).collect::<Vec<_>>(), [Some(Cause::Swallowed)]);
    assert!(own.is_clean(), "{own:?}");
}

#[test]
fn a_shutdown_that_closes_nothing_is_found_out() {
    /// Reports that it has shut down, and has done nothing.
    struct ShutsDownWithoutClosing;
    impl Plant for ShutsDownWithoutClosing {
        const SHUTS_DOWN: bool = false;
    }
    let story = r#"
        title    = "b is shut down"
        lane     = "datasource"
        replicas = ["a", "b"]
        given    = [{ name = "orders" }]
        steps    = [{ shutdown = "b" }]
    "#;
    let [planted, own] = found::<ShutsDownWithoutClosing>(story, Capture::ALL);
    assert_eq!(planted.broken.iter().map(|broken| broken.invariant).collect::<Vec<_>>(), [Invariant::NoLeak]);
    assert!(own.is_clean(), "{own:?}");
}

/// The invariants that the planted replicas break; the family's own must break none.
#[track_caller]
fn broken<P: Plant>(story: &str) -> Vec<Invariant> {
    let [planted, own] = found::<P>(story, Capture::default());
    assert!(own.is_clean(), "{own:?}");
    planted.broken.iter().map(|broken| broken.invariant).collect()
}

#[test]
fn a_registry_that_loses_what_code_defines_is_found_out() {
    struct HidesCodeDefined;
    impl Plant for HidesCodeDefined {
        const SHOWS_CODE: bool = false;
    }
    let story = r#"
        title = "code defines core"
        lane  = "datasource"
        [replicas]
        a = { code = ["core"] }
    "#;
    assert!(broken::<HidesCodeDefined>(story).contains(&Invariant::CodeUntouched));
}

#[test]
fn a_signal_that_carries_a_value_is_found_out() {
    /// Publishes the new host to its peers, before the door publishes the name.
    struct PublishesValue;
    impl Plant for PublishesValue {
        async fn before_serving_at_ports(host: &SimHost, request: &Request) {
            let lane = Lane::Datasource;
            let payload = r#"{"originNode":"a","name":"orders","host":"db2"}"#.into();
            let partition_key = lane.partition_key("orders");
            let published = host.publish(Envelope { id: request.id, lane, partition_key, payload }).await;
            assert!(published.is_ok());
        }
    }
    let story = r#"
        title    = "orders moves"
        lane     = "datasource"
        replicas = ["a", "b"]
        given    = [{ name = "orders" }]
        steps    = [{ on = "a", update = "orders", config = { host = "db2" } }]
    "#;
    assert!(broken::<PublishesValue>(story).contains(&Invariant::AddressOnly));
}

/// A replica holds everything that lanes 1 and 2 can hold, and the registries are read at the end.
const WARM: &str = r#"
    title    = "a has read everything"
    lane     = "metadata"
    replicas = ["a"]
    given    = [{ name = "object/orders", body = { field = "v1" } }, { name = "object/stock" }]
    steps    = [{ on = "a", read = "object/orders" }, { on = "a", list = "object" }]
"#;

#[test]
fn a_cache_that_holds_a_present_item_as_absent_is_found_out() {
    struct CachesPresentAsAbsent;
    impl Plant for CachesPresentAsAbsent {
        fn shown_columns(address: &Address, columns: Columns) -> Columns {
            if address.space() == Space::Item { vec![("absent", "true".to_owned())] } else { columns }
        }
    }
    assert_eq!(broken::<CachesPresentAsAbsent>(WARM), [Invariant::NoPhantom]);
}

#[test]
fn a_listing_that_is_cut_short_is_found_out() {
    struct CutsListingShort;
    impl Plant for CutsListingShort {
        fn shown_columns(address: &Address, columns: Columns) -> Columns {
            if address.space() == Space::Listing { vec![("names", "orders".to_owned())] } else { columns }
        }
    }
    assert_eq!(broken::<CutsListingShort>(WARM), [Invariant::NoPhantom]);
}

#[test]
fn an_object_of_another_body_is_found_out() {
    struct ShowsOtherBody;
    impl Plant for ShowsOtherBody {
        fn shown_columns(address: &Address, mut columns: Columns) -> Columns {
            let is_body = |column: &str| column == "body" && address.space() == Space::Object;
            let bodies = columns.iter_mut().filter(|(column, _)| is_body(column));
            bodies.for_each(|(_, body)| *body = r#"{"field":"v0"}"#.to_owned());
            columns
        }
    }
    assert_eq!(broken::<ShowsOtherBody>(WARM), [Invariant::NoPhantom; 2], "both objects");
}

#[test]
fn a_signal_with_a_value_is_found_out_on_every_lane() {
    /// Publishes to its peers what no signal may hold.
    struct PublishesValuesOfMetadata;
    impl Plant for PublishesValuesOfMetadata {
        async fn before_serving_at_ports(host: &SimHost, request: &Request) {
            let payloads = [
                (
                    Lane::MetadataCache,
                    r#"{"originNode":"a","type":"object","event":{"kind":"put","name":"orders","body":{}}}"#,
                ),
                (Lane::Metadata, r#"{"originNode":"a","type":"object","name":"orders","body":{}}"#),
            ];
            for (lane, payload) in payloads {
                let partition_key = lane.partition_key("orders");
                let envelope = Envelope { id: request.id, lane, partition_key, payload: payload.into() };
                assert!(host.publish(envelope).await.is_ok());
            }
        }
    }
    let story = r#"
        title    = "orders changes"
        lane     = "metadata"
        replicas = ["a", "b"]
        given    = [{ name = "object/orders" }]
        steps    = [{ on = "a", update = "object/orders", body = { field = "v2" } }]
    "#;
    let broken = broken::<PublishesValuesOfMetadata>(story);
    let of_payloads = broken.iter().filter(|invariant| **invariant == Invariant::AddressOnly);
    assert_eq!(of_payloads.count(), 2, "{broken:?}");
}

#[test]
fn a_convergence_that_writes_is_found_out() {
    /// Deletes a row when it is asked to reload.
    struct WritesOnReload;
    impl Plant for WritesOnReload {
        async fn before_reload(host: &SimHost, request: RequestId) {
            let address = Address::new(Space::Datasource, "orders");
            let (preconditions, change, written_at) = (&[][..], Change::Delete, WallTime(0));
            let transaction: Transaction<Datasource> =
                Transaction { address, preconditions, change, written_at };
            let done = host.write(Correlation::of(Work::Reload(request)), transaction).await;
            assert!(done.is_ok());
        }
    }
    let story = r#"
        title    = "b reloads"
        lane     = "datasource"
        replicas = ["a", "b"]
        given    = [{ name = "orders" }]
        steps    = [{ reload = "b" }]
    "#;
    assert!(broken::<WritesOnReload>(story).contains(&Invariant::ConvergeWritesNothing));
}
