//! Replicas of the family with a planted fault: what no policy can break is broken here.

use std::rc::Rc;

use reconverge::family::{EntryView, Options, Readiness, Replica, Request};
use reconverge::names::{Address, RequestId};
use reconverge::stage::{SimHost, SystemUnderTest};

/// Columns by name, as they are shown.
pub type Columns = Vec<(&'static str, String)>;

/// What a planted replica does differently from the family's.
pub trait Plant: 'static {
    /// Whether it really shuts down when it is asked to.
    const SHUTS_DOWN: bool = true;
    /// Whether it shows what its code defines.
    const SHOWS_CODE: bool = true;
    /// The columns that it shows of an entry.
    fn shown_columns(_address: &Address, columns: Columns) -> Columns {
        columns
    }
    /// Changes what it shows of an entry.
    fn change_entry(_shown: &mut EntryView<'_>) {}
    /// Changes what it boots with.
    fn change_options(_options: &mut Options) {}
    /// What it does before it serves a request.
    fn before_serving(_replica: &Replica<SimHost>) -> impl Future<Output = ()> {
        async {}
    }
    /// The same at the ports, past the replica.
    fn before_serving_at_ports(_host: &SimHost, _request: &Request) -> impl Future<Output = ()> {
        async {}
    }
    /// What it does before it reloads.
    fn before_reload(_host: &SimHost, _request: RequestId) -> impl Future<Output = ()> {
        async {}
    }
}

/// A replica of the family with a planted fault.
pub struct Planted<P> {
    host: SimHost,
    inner: Rc<Replica<SimHost>>,
    plant: std::marker::PhantomData<P>,
}

impl<P: Plant> SystemUnderTest for Planted<P> {
    async fn boot(host: SimHost, mut options: Options) -> Rc<Self> {
        P::change_options(&mut options);
        let inner = Replica::boot(host.clone(), options).await;
        Rc::new(Self { host, inner, plant: std::marker::PhantomData })
    }

    async fn serve(&self, request: Request) -> u16 {
        P::before_serving(&self.inner).await;
        P::before_serving_at_ports(&self.host, &request).await;
        self.inner.serve(request).await
    }

    fn attach(&self, node: Option<&str>, request: RequestId) -> impl Future<Output = ()> {
        self.inner.attach(node, request)
    }

    fn detach(&self) {
        self.inner.detach();
    }

    async fn reload(&self, request: RequestId) {
        P::before_reload(&self.host, request).await;
        self.inner.reload(request).await;
    }

    async fn shut_down(&self, request: RequestId) {
        if P::SHUTS_DOWN {
            self.inner.shut_down(request).await;
        }
    }

    fn ready(&self) -> Readiness {
        self.inner.ready()
    }

    fn view(&self, visit: &mut dyn FnMut(EntryView<'_>)) {
        self.inner.view(&mut |mut shown| {
            P::change_entry(&mut shown);
            if P::SHOWS_CODE || !shown.code {
                let columns = P::shown_columns(shown.address, (shown.columns)());
                visit(EntryView { columns: &|| columns.clone(), ..shown });
            }
        });
    }
}
