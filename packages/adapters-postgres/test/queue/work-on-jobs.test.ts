import { type ChangesJob, type Job, newChange, noticesJob } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { steerableClock } from '@event-platform/domain/memory';
import t, { type Test } from 'tap';
import { openPool } from '../../src/connection/connection-pool.ts';
import { openDatabase } from '../../src/database.ts';
import { openPostgres } from '../../src/open-postgres.ts';
import { pauseAfter, tryLimit } from '../../src/queue/queues.ts';
import {
  deleteEntries,
  putOffEntries,
  releaseEntries,
  renewEntries,
  takeEntries,
} from '../../src/queue/take-jobs.ts';
import { type JobHandler, workOnJobs } from '../../src/queue/work-on-jobs.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { newId } = fixtures;
/** That of the database, which operators go by. */
const now = new Date();
const database = await openTestPostgres(t);
const { stores, query } = database;
const db = openDatabase(openPool({ url: database.url, size: 2 }));
t.teardown(() => db.destroy());
const clock = steerableClock(now);
const mail = (sending = 1) => ({ id: newId<'invitation'>() as never, sending });
const rows = () =>
  query<{ queue: string; tries: number; error: string | null; taken: boolean; due: Date }>(
    'select queue, tries, error, taken_until > now() as taken, due_at as due from outbox order by tries',
  );

/** Works beside the test until `isOver`; resolves with what was performed. */
const work = async (isOver: (done: readonly (Job | ChangesJob)[]) => boolean, handler?: JobHandler) => {
  const postgres = await openPostgres({ url: database.url });
  const done: (Job | ChangesJob)[] = [];
  await new Promise<void>((resolve) => {
    postgres.startWorker(clock, async (job) => {
      done.push(job);
      if (isOver(done)) resolve();
      await handler?.(job);
    });
  });
  await postgres.close();
  return done;
};

/** Of an empty outbox. */
const example = (name: string, run: (t: Test) => Promise<void>) =>
  t.test(name, async (t) => {
    await query('delete from outbox');
    await run(t);
  });

await example('jobs that fail are tried later, and kept once they failed for good', async (t) => {
  const [one, two] = [mail(), mail()];
  await stores.mailOutbox.enqueue([one, two], now);
  await query("update outbox set tries = $1 where data ->> 'invitationId' = $2", [tryLimit - 1, two.id]);
  await work(
    (done) => done.length === 2,
    async () => {
      throw new RangeError('421 ada@mail.example is unavailable');
    },
  );
  const [retrying, dead] = await rows();
  t.match(retrying, { tries: 1, error: 'RangeError', taken: null }, 'a message may hold an address');
  t.ok((retrying?.due.getTime() ?? 0) >= now.getTime() + 3_000, 'the second try is put off');
  t.match(dead, { tries: tryLimit, due: Number.POSITIVE_INFINITY });
  t.match(await database.postgres.queueStates(), [{}, {}, {}, {}, { retrying: 1, dead: 1, waiting: 0 }]);
  await query("update outbox set due_at = now() + interval '1 hour' where tries = 1");
  t.equal(await database.postgres.retryJobs('invitation-mail'), 2);
  t.match(await rows(), [{ tries: 0 }, { tries: 1 }], 'with all its tries');
});

await example('pauses grow to two hours, and come to about a day', async (t) => {
  const pauses = Array.from({ length: tryLimit - 1 }, (_, index) => pauseAfter(index + 1) / 3_600_000);
  t.ok(Math.max(...pauses) <= 2.5);
  const sum = pauses.reduce((total, pause) => total + pause);
  t.ok(sum > 18 && sum < 31, `${sum} hours`);
});

await example('a job of a worker that died goes on when its lease ends', async (t) => {
  await stores.mailOutbox.enqueue([mail()], now);
  const capacity = [{ queue: 'invitation-mail', slots: 9, full_shares: [] }] as const;
  t.equal((await takeEntries(db, capacity, now)).length, 1);
  t.strictSame(await takeEntries(db, capacity, now), [], 'nobody else has it meanwhile');
  t.match(await rows(), [{ tries: 1, taken: true }]);
  await query("update outbox set taken_until = now() - interval '1 second'");
  t.equal((await work(() => true)).length, 1);
  t.strictSame(await rows(), []);
});

await example('jobs in progress are given back when the service stops', async (t) => {
  await stores.mailOutbox.enqueue([mail()], now);
  await work(
    () => true,
    () => new Promise(() => undefined),
  );
  t.match(await rows(), [{ tries: 0, taken: null, error: null }]);
});

await example('a job that takes longer than others ends as well', async (t) => {
  const [slow, quick] = [mail(), mail()];
  await stores.mailOutbox.enqueue([slow, quick], now);
  const worker = workOnJobs(
    db,
    clock,
    async (job) => {
      const isSlow = job.queue === 'invitation-mail' && job.data.invitationId === slow.id;
      while (isSlow && (await rows()).length > 1) await new Promise(setImmediate);
    },
    t.fail,
  );
  while ((await rows()).length > 0) await new Promise(setImmediate);
  await worker.stop(0);
});

await example('several workers share the work, and each job is performed once', async (t) => {
  const mails = Array.from({ length: 200 }, () => mail());
  await stores.mailOutbox.enqueue(mails, now);
  const performed: string[] = [];
  const workers = await Promise.all([1, 2, 3].map(() => openPostgres({ url: database.url })));
  await new Promise<void>((resolve) => {
    for (const worker of workers)
      worker.startWorker(clock, async (job) => {
        if (job.queue === 'invitation-mail') performed.push(job.data.invitationId);
        if (performed.length >= mails.length) resolve();
      });
  });
  await Promise.all(workers.map((worker) => worker.close()));
  t.strictSame(performed.toSorted(), mails.map(({ id }) => id as string).toSorted());
  t.strictSame(await rows(), []);
});

await example('changes are followed together; one that fails among them fails no other', async (t) => {
  const changes = [1, 2, 3].map(() => newChange('guest.removed', now, { id: newId() }));
  const [bad] = changes;
  await stores.outbox.add(changes);
  const done = await work(
    (jobs) => jobs.length === 4,
    async (job) => {
      if (job.queue === 'changes' && job.changes.some(({ id }) => id === bad?.id)) throw new Error('bad');
    },
  );
  const counts = done.map((job) => (job.queue === 'changes' ? job.changes.length : 0));
  t.strictSame(counts, [3, 1, 1, 1]);
  t.match(await rows(), [{ queue: 'changes', tries: 1, error: 'Error' }]);
});

await example(
  'an event takes one slot of those who tell, and reminders leave them to what just happened',
  async (t) => {
    const eventId = newId() as never;
    const page = (kind: 'event.cancelled' | 'reminder.due', event = eventId) =>
      noticesJob(newId(), { change: newChange(kind, now, { id: newId(), eventId: event }) }, now);
    await stores.jobs.add([
      page('event.cancelled'),
      ...[1, 2, 3].map(() => page('reminder.due', newId() as never)),
    ]);
    const [first] = await takeEntries(db, [{ queue: 'notices', slots: 6, full_shares: [] }], now);
    t.match(first, { queue: 'notices', share: eventId });
    await stores.jobs.add([page('event.cancelled')]);
    t.strictSame(
      await takeEntries(db, [{ queue: 'notices', slots: 6, full_shares: [eventId] }], now),
      [],
      'a full share waits',
    );
    const queues = (await work((done) => done.length === 4)).map(({ queue }) => queue);
    t.strictSame(queues.toSorted(), ['notices', 'reminders', 'reminders', 'reminders']);
  },
);

await example('an endpoint that hangs leaves workers to others', async (t) => {
  const [hanging, other] = [newId(), newId()];
  const later = new Date(now.getTime() + 1);
  const delivery = (share: string): Job => ({
    queue: 'webhook-deliveries',
    id: newId(),
    share,
    dueAt: now,
    data: { deliveryId: newId(), attempt: 0 },
  });
  await stores.jobs.add(Array.from({ length: 300 }, () => delivery(hanging)));
  await stores.jobs.add([{ ...delivery(other), dueAt: later }]);
  clock.set(later);
  const done = await work(
    (jobs) => jobs.some((job) => job.queue === 'webhook-deliveries' && job.share === other),
    () => new Promise(() => undefined),
  );
  t.ok(done.length < 50, `${done.length} of 301`);
  clock.set(now);
});

await example('what another worker took after a lease ended is left to that one', async (t) => {
  await stores.mailOutbox.enqueue([mail()], now);
  const capacity = [{ queue: 'invitation-mail', slots: 1, full_shares: [] }] as const;
  const entries = await takeEntries(db, capacity, now);
  await query("update outbox set taken_until = now() - interval '1 second'");
  await takeEntries(db, capacity, now);
  await releaseEntries(db, entries);
  const failures = entries.map((entry) => ({ entry, failure: 'Error' }));
  await putOffEntries(db, failures, now);
  t.match(await rows(), [{ tries: 2, taken: true, error: null }]);
  await query("update outbox set taken_until = now() - interval '1 second'");
  await renewEntries(db, entries);
  t.match(await rows(), [{ tries: 2, taken: false }]);
  await deleteEntries(db, entries);
  t.strictSame(await rows(), [], 'what is done is done');
});

await example('a worker whose database is away goes on once it is back', async (t) => {
  const log: string[] = [];
  let isAway = true;
  const flaky = new Proxy(db, {
    get: (db, name) => {
      if (isAway && name === 'getExecutor') throw new Error('away');
      const value = Reflect.get(db, name);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
  await stores.mailOutbox.enqueue([mail()], now);
  await new Promise<void>((resolve) => {
    const worker = workOnJobs(
      flaky,
      clock,
      async () => {
        await worker.stop(0);
        resolve();
      },
      (message) => {
        log.push(message);
        isAway = false;
      },
    );
  });
  t.equal(log.length, 1);
});
