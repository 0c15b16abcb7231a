//! T3, accounted staleness: every chance that a stale entry had to converge, charged with the cause that spent it.
//!
//! The chances are those of the replica's present life that belong to, or follow, the last commit that changed what the
//! entry should show:
//!
//! - the signal due for that commit, sent or not; it may have been sent before the commit;
//! - each later signal that concerns the entry: one published after that commit;
//! - the writer's own convergence, if the stale replica is the writer;
//! - each boot, reload and late attach whose listing was made after that commit;
//! - any other convergence of the entry that was enqueued after that commit, for example a retry;
//! - the retry that a connector's last attempt calls for, if none is pending.
//!
//! **Styles.** A datasource or an object is concerned by signals that name it, and follows them through its own queue. A
//! connector is concerned by every signal of its lane; its reconcile is followed to the attempt at the connector. A cached
//! item is concerned by signals that name it, a cached listing by signals that name any item of its type; they follow by
//! being dropped, and the read that filled them is a chance too.
//!
//! **Copies.** Each copy that arrived is a chance of its own, because each must cause a read. Copies that were lost count
//! only if none arrived: a delivery whose duplicate was lost has been delivered.
//!
//! **What is no chance**: the replica's own signal, also that of an earlier life, if the receiver drops it as its own; a
//! signal to an earlier life; a signal missed before the subscription, if the listing of that boot was made after the
//! commit, because then that listing is the chance; a stray signal that the receiver rejects as its own or as malformed,
//! because it may be just that.
//!
//! **Order.** Charges are sorted by the event that spent the chance. The reported cause is the first that is not allowed,
//! else the last. `died` is never charged: a crash takes the chances of a life together with what it held, and the next
//! life has its boot.
//!
//! | file | contents |
//! |---|---|
//! | `stale` | the explanation of one stale entry |
//! | `chances` | which chances there were |
//! | `publish`, `writer` | signals that were not published; writers that did not go on after their commit |
//! | `delivery`, `subscription` | signals on their way to the receiver; when a lane was attached |
//! | `followed` | what the entry's cache or queue did about a signal that the receiver followed |
//! | `cache`, `cache_drops` | chances of a cache entry; what a drop of it led to |
//! | `queue`, `listing`, `attach`, `retry` | chances of an entry with a queue; listings, late attaches and retries among them |
//! | `convergence`, `reconcile`, `attempt` | the step at which a convergence, a reconcile, an attempt was stopped |
//! | `case` | the stale entry, and what all of these look up for it |

mod attach;
mod attempt;
mod cache;
mod cache_drops;
mod case;
mod chances;
mod convergence;
mod delivery;
mod followed;
mod listing;
mod publish;
mod queue;
mod reconcile;
mod retry;
mod stale;
mod subscription;
mod writer;

pub use stale::explain;
