//! Lives, writes and deliveries on the scripted cluster, whole or step by step.

use reconverge::history::{Damage, Event, EventKind, Loss, Reception, RowState};
use reconverge::names::{Correlation, Lane, LifeId, Verb, Work};

use super::{Change, ScriptedCluster};

/// Lives and the world.
impl ScriptedCluster {
    /// Commits a row that exists before the first boot.
    pub fn given(&mut self, name: &str) {
        let step = format!("given {name}");
        self.commit_as(Event::OUTSIDE, &step, name, Change::Put);
    }

    /// Begins a life.
    pub fn begin(&mut self, on: &str) -> Work {
        let replica = self.replica(on);
        let life = self.lives.entry(replica).or_default();
        *life = LifeId(life.0 + 1);
        let request = self.request(&format!("boot {on} {}", self.lives[&replica].0));
        self.record(on, EventKind::BootBegan { request });
        Work::Boot(request)
    }

    pub fn subscribe(&mut self, on: &str) {
        for lane in self.header.lanes.clone() {
            self.record(on, EventKind::Subscribed { lane });
        }
    }

    /// Lists on each lane, and converges each address that is a row or held. A cache is cleared instead.
    pub fn list(&mut self, on: &str, work: Work) {
        let lane_before = self.lane;
        for lane in self.header.lanes.clone() {
            self.lane = lane;
            match lane {
                Lane::MetadataCache => self.clear(on, work),
                Lane::Credential => {
                    self.list_only(on, work, true);
                    self.reconcile(on, work);
                }
                Lane::Metadata | Lane::Datasource => {
                    self.list_only(on, work, true);
                    for name in self.listed(on) {
                        self.converge(on, work, &name);
                    }
                }
            }
        }
        self.lane = lane_before;
    }

    pub fn list_only(&mut self, on: &str, work: Work, ok: bool) {
        let correlation = Correlation::of(work);
        self.record(on, EventKind::ListBegan { correlation, lane: self.lane });
        let as_of = self.sequence();
        self.record(on, EventKind::Listed { correlation, lane: self.lane, as_of, ok });
    }

    fn listed(&self, on: &str) -> Vec<String> {
        let replica = self.replica(on);
        let of_lane = self.header.addresses.iter().filter(|address| address.lane() == self.lane);
        let names = of_lane.map(|address| format!("{}:{}", address.space().word(), address.as_str()));
        let names = names.filter(|name| {
            let row = self.row(name).is_some_and(|row| row.state != RowState::Absent);
            row || self.registry.contains_key(&(replica, self.address(name)))
        });
        names.collect()
    }

    pub fn serve(&mut self, on: &str) {
        self.record(on, EventKind::Serving);
    }

    /// A whole boot, in the default order; a lane that does not attach only lists.
    pub fn boot(&mut self, on: &str) {
        let work = self.begin(on);
        if !self.header.replicas[usize::from(self.replica(on).0)].attaches.is_empty() {
            self.subscribe(on);
        }
        self.list(on, work);
        self.serve(on);
    }

    pub fn crash(&mut self, on: &str) {
        self.record(on, EventKind::Crashed);
        let replica = self.replica(on);
        self.registry.retain(|(of, _), _| *of != replica);
        self.open.retain(|instance| instance.replica != replica);
        self.states.retain(|(of, _), _| *of != replica);
        self.attempted.retain(|(of, _), _| *of != replica);
    }

    pub fn reload(&mut self, on: &str, step: &str) -> Work {
        let request = self.request(step);
        self.record(on, EventKind::Reloading { request });
        Work::Reload(request)
    }
}

/// Writes.
impl ScriptedCluster {
    /// A client sends the request for a change.
    pub fn send_request(&mut self, on: &str, step: &str, name: &str, change: Change) {
        let verb = if change == Change::Delete { Verb::Delete } else { Verb::Put };
        self.send_request_for(on, step, name, verb);
    }

    pub fn send_request_for(&mut self, on: &str, step: &str, name: &str, verb: Verb) {
        let (request, address) = (self.request(step), self.address(name));
        self.record(on, EventKind::Requested { request, address, verb });
    }

    pub fn send(&mut self, on: &str, step: &str) {
        let request = self.request(step);
        self.record(on, EventKind::WriteSent { request });
    }

    /// Request, transaction, commit.
    pub fn commit(&mut self, on: &str, step: &str, name: &str, change: Change) {
        self.send_request(on, step, name, change);
        self.send(on, step);
        self.commit_as(self.replica(on), step, name, change);
    }

    pub fn publish(&mut self, on: &str, step: &str, name: &str, ok: bool) {
        let (request, address) = (self.request(step), self.address(name));
        self.record(on, EventKind::Published { request, address, ok });
    }

    /// Publishes a stray signal from outside the cluster.
    pub fn publish_stray(&mut self, step: &str, name: &str) {
        let (request, address) = (self.request(step), self.address(name));
        self.record_as(Event::OUTSIDE, EventKind::Published { request, address, ok: true });
    }

    pub fn answer(&mut self, on: &str, step: &str, status: u16) {
        let request = self.request(step);
        self.record(on, EventKind::Answered { request, status });
    }

    /// What the door does after its commit except to publish: the own convergence and the answer.
    pub fn finish(&mut self, on: &str, step: &str, name: &str) {
        let work = Work::Write(self.request(step));
        self.converge(on, work, name);
        self.acknowledge(on, step);
    }

    /// Answers 201 if the write created its row, else 200.
    pub fn acknowledge(&mut self, on: &str, step: &str) {
        let request = self.request(step);
        let status = if self.created.contains(&request) { 201 } else { 200 };
        self.answer(on, step, status);
    }

    /// A whole write at a door; its signal is on the bus.
    pub fn write(&mut self, on: &str, step: &str, name: &str, change: Change) {
        self.commit(on, step, name, change);
        self.publish(on, step, name, true);
        self.finish(on, step, name);
    }
}

/// Deliveries.
impl ScriptedCluster {
    pub fn arrive(&mut self, step: &str, to: &str, copy: u8, damage: Damage) {
        let request = self.request(step);
        self.record(to, EventKind::Arrived { lane: self.lane, request, copy, damage });
    }

    pub fn receive(&mut self, step: &str, to: &str, copy: u8, verdict: Reception) {
        let request = self.request(step);
        self.record(to, EventKind::Received { lane: self.lane, request, copy, verdict });
    }

    /// A copy arrives and is followed, but nothing is enqueued yet.
    pub fn follow(&mut self, step: &str, to: &str, copy: u8) -> Work {
        self.arrive(step, to, copy, Damage::None);
        self.receive(step, to, copy, Reception::Followed);
        self.signal(step, copy)
    }

    /// A copy arrives, is followed, and its convergence ends.
    pub fn deliver(&mut self, step: &str, to: &str, name: &str) {
        let work = self.follow(step, to, 0);
        self.converge(to, work, name);
    }

    pub fn drop_delivery(&mut self, step: &str, to: &str) {
        let request = self.request(step);
        self.record(to, EventKind::Dropped { lane: self.lane, request });
    }

    pub fn lose_copy(&mut self, step: &str, to: &str, copy: u8, why: Loss) {
        let request = self.request(step);
        self.record(to, EventKind::Lost { lane: self.lane, request, copy, why });
    }
}

/// Doors that install the record that they have written.
impl ScriptedCluster {
    /// A whole write whose door installs its record outside the queue.
    pub fn write_in_hand(&mut self, on: &str, step: &str, name: &str) {
        self.commit(on, step, name, Change::Put);
        self.publish(on, step, name, true);
        let work = Work::Write(self.request(step));
        let instance = self.open(on, work, name);
        self.install(on, work, instance);
        self.acknowledge(on, step);
    }
}
