//! Replicas of the family with a planted fault.

use std::rc::Rc;

use reconverge::family::lanes::datasource::Request;
use reconverge::family::{Options, Readiness, Replica};
use reconverge::names::RequestId;
use reconverge::testbed::{Member, Seen, SimHost};

/// What a planted replica does with the first request that it is sent.
pub trait Plant: 'static {
    /// Misbehaves before the request is served.
    fn misbehave(replica: &Replica<SimHost>) -> impl Future<Output = ()>;
}

/// A replica of the family that misbehaves when it is asked to write.
pub struct Planted<P> {
    inner: Rc<Replica<SimHost>>,
    plant: std::marker::PhantomData<P>,
}

impl<P: Plant> Member for Planted<P> {
    async fn boot(host: SimHost, options: Options) -> Rc<Self> {
        let inner = Replica::boot(host, options).await;
        Rc::new(Self { inner, plant: std::marker::PhantomData })
    }

    async fn serve(&self, request: Request) -> u16 {
        P::misbehave(&self.inner).await;
        self.inner.serve(request).await
    }

    fn attach(&self, node: Option<&str>, request: RequestId) -> impl Future<Output = ()> {
        self.inner.attach(node, request)
    }

    fn detach(&self) {
        self.inner.detach();
    }

    fn reload(&self, request: RequestId) -> impl Future<Output = ()> {
        self.inner.reload(request)
    }

    fn shut_down(&self, request: RequestId) -> impl Future<Output = ()> {
        self.inner.shut_down(request)
    }

    fn ready(&self) -> Readiness {
        self.inner.ready()
    }

    fn view(&self, see: &mut dyn FnMut(Seen<'_>)) {
        Member::view(&*self.inner, see);
    }
}
