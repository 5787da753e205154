//! Group commit: one task writes for everyone.
//!
//! While a commit waits for the disk, requests gather; the next transaction takes all of them, so the number of durable
//! writes a second does not depend on how many games there are. Each request is answered after the commit it was in.
//!
//! New events, by far the most frequent, go into the transaction in statements of up to 256 rows. When every one of them
//! was inserted, that is all. When one was not (another has written, a resend), the statement is taken back and the
//! requests are tried one by one, each in its savepoint: a conflict fails that request only.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use sqlx::{AnyConnection, AnyPool, Connection};
use tokio::sync::{mpsc, oneshot};

use crate::db::Kind;
use crate::error::Fault;
use crate::event::{Appending, Verdict};

/// Requests that may wait; whoever comes then waits for a place.
const QUEUE: usize = 16_384;

/// Requests in one transaction at most, so that none waits for a very long one.
const BATCH: usize = 4_096;

/// A transaction that takes longer has failed: the connection hangs.
const PATIENCE: Duration = Duration::from_secs(90);

/// A write that runs in the writer's transaction and is answered after the commit.
pub(crate) trait Work: Send {
    /// Does the writing. An error takes back what this work wrote.
    fn run<'c>(
        &'c mut self,
        connection: &'c mut AnyConnection,
    ) -> BoxFuture<'c, Result<(), sqlx::Error>>;

    /// Notes that it was taken back.
    fn fail(&mut self, fault: Fault);

    /// Answers whoever asked; an error means that nothing of the transaction was kept.
    fn answer(self: Box<Self>, kept: Result<(), Fault>);
}

enum Request {
    Append(Appending),
    Other(Box<dyn Work>),
    Close(oneshot::Sender<()>),
}

/// The way to the writer.
#[derive(Debug, Clone)]
pub(crate) struct Handle {
    queue: mpsc::Sender<Request>,
    counters: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    commits: AtomicU64,
    writes: AtomicU64,
    failures: AtomicU64,
}

/// What the writer has done since the store was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WriterCounts {
    /// Transactions that were committed.
    pub commits: u64,
    /// Requests in them.
    pub writes: u64,
    /// Transactions that failed; none of their requests was kept.
    pub failures: u64,
    /// Requests that wait now.
    pub waiting: u64,
}

impl Handle {
    /// Sends new events to the writer.
    pub(crate) async fn append(&self, appending: Appending) -> Result<(), Fault> {
        self.queue.send(Request::Append(appending)).await.map_err(|_| Fault::Closed)
    }

    /// Runs a function in the writer's transaction; its value is answered after the commit.
    pub(crate) async fn write<T, F>(&self, function: F) -> Result<T, Fault>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, sqlx::Error>>
            + Send
            + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let work = Task { function: Some(function), outcome: Err(Fault::Closed), reply };
        self.queue.send(Request::Other(Box::new(work))).await.map_err(|_| Fault::Closed)?;
        answer.await.unwrap_or(Err(Fault::Closed))
    }

    /// Returns when everything that was sent before has been answered; the writer then ends.
    pub(crate) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.queue.send(Request::Close(reply)).await.is_ok() {
            // An error says that the writer is gone, which is what was asked for.
            let _ = closed.await;
        }
    }

    pub(crate) fn counts(&self) -> WriterCounts {
        let waiting = self.queue.max_capacity().saturating_sub(self.queue.capacity());
        WriterCounts {
            commits: self.counters.commits.load(Ordering::Relaxed),
            writes: self.counters.writes.load(Ordering::Relaxed),
            failures: self.counters.failures.load(Ordering::Relaxed),
            waiting: u64::try_from(waiting).unwrap_or(u64::MAX),
        }
    }
}

/// A closure for [`Handle::write`]; passing it through here is what lets the compiler see its type.
pub(crate) fn work<T, F>(function: F) -> F
where
    F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, sqlx::Error>>,
{
    function
}

struct Task<T, F> {
    function: Option<F>,
    outcome: Result<T, Fault>,
    reply: oneshot::Sender<Result<T, Fault>>,
}

impl<T, F> Work for Task<T, F>
where
    T: Send + 'static,
    F: for<'c> FnOnce(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, sqlx::Error>> + Send,
{
    fn run<'c>(
        &'c mut self,
        connection: &'c mut AnyConnection,
    ) -> BoxFuture<'c, Result<(), sqlx::Error>> {
        Box::pin(async move {
            if let Some(function) = self.function.take() {
                self.outcome = Ok(function(connection).await?);
            }
            Ok(())
        })
    }

    fn fail(&mut self, fault: Fault) {
        self.outcome = Err(fault);
    }

    fn answer(self: Box<Self>, kept: Result<(), Fault>) {
        // Whoever asked may have gone away.
        let _ = self.reply.send(kept.and(self.outcome));
    }
}

/// Starts the writer in the current runtime.
pub(crate) fn start(kind: Kind, pool: AnyPool) -> Handle {
    let (queue, requests) = mpsc::channel(QUEUE);
    let counters = Arc::new(Counts::default());
    tokio::spawn(serve(kind, pool, requests, counters.clone()));
    Handle { queue, counters }
}

async fn serve(
    kind: Kind,
    pool: AnyPool,
    mut requests: mpsc::Receiver<Request>,
    counters: Arc<Counts>,
) {
    let mut gathered = Vec::new();
    while requests.recv_many(&mut gathered, BATCH).await > 0 {
        let mut batch = Batch::default();
        let mut closing = None;
        for request in gathered.drain(..) {
            match request {
                // What was sent after the closing is dropped, which its sender learns.
                _ if closing.is_some() => {}
                Request::Append(appending) if appending.is_more_than_events() => {
                    batch.changes.push(appending);
                }
                Request::Append(appending) => batch.appends.push(appending),
                Request::Other(work) => batch.others.push(work),
                Request::Close(reply) => closing = Some(reply),
            }
        }
        if !batch.is_empty() {
            let kept = keep(kind, &pool, &mut batch).await;
            counters.note(&kept, batch.len());
            batch.answer(&kept);
        }
        if let Some(reply) = closing {
            requests.close();
            let _ = reply.send(());
            return;
        }
    }
}

impl Counts {
    fn note(&self, kept: &Result<(), Fault>, requests: usize) {
        match kept {
            Ok(()) => {
                self.commits.fetch_add(1, Ordering::Relaxed);
                self.writes.fetch_add(u64::try_from(requests).unwrap_or(0), Ordering::Relaxed);
            }
            Err(fault) => {
                self.failures.fetch_add(1, Ordering::Relaxed);
                tracing::error!(%fault, requests, "nothing could be written");
            }
        }
    }
}

/// Commits a batch. A connection that failed is not used again: what it still holds is not known.
async fn keep(kind: Kind, pool: &AnyPool, batch: &mut Batch) -> Result<(), Fault> {
    let mut connection = pool.acquire().await?;
    let done = tokio::time::timeout(PATIENCE, batch.commit(kind, &mut connection)).await;
    match done {
        Ok(Ok(())) => Ok(()),
        Ok(Err(fault)) => {
            let _ = tokio::time::timeout(PATIENCE, connection.detach().close_hard()).await;
            Err(fault)
        }
        Err(_) => {
            drop(connection.detach());
            Err(Fault::Unreachable("the transaction did not end in time".into()))
        }
    }
}

#[derive(Default)]
struct Batch {
    /// New events alone.
    appends: Vec<Appending>,
    /// New events that change their game's row.
    changes: Vec<Appending>,
    others: Vec<Box<dyn Work>>,
}

impl Batch {
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn len(&self) -> usize {
        self.appends.len() + self.changes.len() + self.others.len()
    }

    async fn commit(&mut self, kind: Kind, connection: &mut AnyConnection) -> Result<(), Fault> {
        let mut transaction = connection.begin_with(kind.begin()).await?;
        if !self.appends.is_empty() && !all_at_once(&self.appends, &mut transaction).await? {
            for appending in &mut self.appends {
                one(appending, &mut transaction).await?;
            }
        }
        for appending in &mut self.changes {
            one(appending, &mut transaction).await?;
        }
        for work in &mut self.others {
            other(work.as_mut(), &mut transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    fn answer(self, kept: &Result<(), Fault>) {
        for appending in self.appends.into_iter().chain(self.changes) {
            appending.answer(kept.clone());
        }
        for work in self.others {
            work.answer(kept.clone());
        }
    }
}

/// Inserts the events of all requests; takes them back and answers `false` when not every one could be inserted.
async fn all_at_once(appends: &[Appending], connection: &mut AnyConnection) -> Result<bool, Fault> {
    let mut point = connection.begin().await?;
    let rows: Vec<_> = appends.iter().flat_map(|appending| &appending.rows).collect();
    if crate::event::insert(&rows, &mut point).await? == rows.len() {
        point.commit().await?;
        return Ok(true);
    }
    point.rollback().await?;
    Ok(false)
}

async fn one(appending: &mut Appending, connection: &mut AnyConnection) -> Result<(), Fault> {
    let mut point = connection.begin().await?;
    match appending.run(&mut point).await {
        Ok(Verdict::Kept) => point.commit().await?,
        Ok(verdict) => {
            point.rollback().await?;
            appending.refuse(verdict, connection).await?;
        }
        Err(error) => {
            let fault = Fault::from(error);
            unless_the_store_failed(&fault)?;
            appending.fail(fault);
            point.rollback().await?;
        }
    }
    Ok(())
}

async fn other(work: &mut dyn Work, connection: &mut AnyConnection) -> Result<(), Fault> {
    let mut point = connection.begin().await?;
    match work.run(&mut point).await {
        Ok(()) => point.commit().await?,
        Err(error) => {
            let fault = Fault::from(error);
            unless_the_store_failed(&fault)?;
            work.fail(fault);
            point.rollback().await?;
        }
    }
    Ok(())
}

/// A full disk or a lost connection ends the whole transaction (SQLite may have rolled it back already); only what the
/// database holds against one statement is that request's own.
fn unless_the_store_failed(fault: &Fault) -> Result<(), Fault> {
    match fault {
        Fault::Other(_) => Ok(()),
        fault => Err(fault.clone()),
    }
}
