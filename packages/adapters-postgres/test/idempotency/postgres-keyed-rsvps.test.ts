import type { AccountQuota, EventId, KeyedRequest, UserId } from '@event-platform/domain';
import { concurrently, fixtures } from '@event-platform/domain/contracts';
import pg from 'pg';
import t from 'tap';
import { openPostgres } from '../../src/open-postgres.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

t.setTimeout(120_000);
const { addEvent, addUser, newToken, now } = fixtures;
const database = await openTestPostgres();
t.teardown(database.close);
const { postgres, query, stores } = database;
const other = await openPostgres({ url: database.url });
t.teardown(other.close);

const newRequest = (callerId: UserId): KeyedRequest => ({
  callerId,
  requestHash: newToken(),
  contentHash: 'content',
});
const quota: AccountQuota = {
  budget: 'kept-rsvps',
  span: 86_400_000,
  limit: { usual: 60, young: 60, youngSince: now },
};
const answer = (request: KeyedRequest, event: EventId, at = postgres) =>
  at.stores.rsvps.answerOnce({ request, answer: ['', ' in all'] }, quota, event, 'going', now);
const repeat = (request: KeyedRequest) =>
  postgres.idempotency.run(request, now, async () => {
    throw new Error('ran again');
  });
const rsvpsTo = async (event: EventId) =>
  (await query<{ count: number }>('select count(*)::int from rsvp where event_id = $1', [event]))[0]?.count;
/** Until that many statements wait for another transaction. */
const waiting = async (statements: number) => {
  while ((await query('select from pg_locks where not granted')).length < statements);
};

/** Locks the counters of events, so that answers to them wait. */
const hold = async (...events: readonly EventId[]) => {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from event_stats where event_id = any($1) for update', [events]);
  return {
    release: async () => {
      await holder.query('rollback');
      await holder.end();
    },
  };
};

await t.test('parallel requests over two replicas have one effect', async (t) => {
  const [event, user] = [await addEvent(stores), await addUser(stores)];
  const request = newRequest(user.id);
  const answers = await concurrently(50, (index) => answer(request, event.id, index % 2 ? other : postgres));
  t.strictSame(
    answers.filter((each) => each !== null),
    [{ myRsvp: 'going', rsvpCount: 1 }],
  );
  t.strictSame(await repeat(request), { kind: 'replayed', answer: '1 in all' });
});

await t.test('a request in progress is not answered a second time', async (t) => {
  const [event, user] = [await addEvent(stores), await addUser(stores)];
  const request = newRequest(user.id);
  await postgres.idempotency.run(request, now, async () => {
    t.equal(await answer(request, event.id, other), null);
    return { answer: 'first', isRefusal: false };
  });
  t.strictSame(await repeat(request), { kind: 'replayed', answer: 'first' });
  t.equal(await rsvpsTo(event.id), 0);
});

await t.test('an answer that was kept after the claim undoes its own RSVP alone', async (t) => {
  const event = await addEvent(stores);
  const [one, two, three] = [await addUser(stores), await addUser(stores), await addUser(stores)];
  // As many writes as run at once wait for their events; what is answered meanwhile shares the next write.
  const others = [await addEvent(stores), await addEvent(stores)];
  const before = await hold(...others.map(({ id }) => id));
  const first = others.map(({ id }) => stores.rsvps.answer(id, one.id, 'going', now));
  await waiting(first.length);
  const held = await hold(event.id);
  const late = newRequest(one.id);
  const answers = [late, newRequest(two.id), newRequest(three.id)].map((each) => answer(each, event.id));
  await before.release();
  await Promise.all(first);
  await waiting(1);
  await query('insert into kept_answer values ($1, $2, $3, $4, $5)', [
    late.callerId,
    late.requestHash,
    'content',
    'elsewhere',
    new Date(now.getTime() + 86_400_000),
  ]);
  await held.release();
  const counts = (await Promise.all(answers)).map((each) => each?.rsvpCount ?? null);
  t.strictSame(counts, [null, 1, 2]);
  t.strictSame(await repeat(late), { kind: 'replayed', answer: 'elsewhere' });
  t.equal(await rsvpsTo(event.id), 2);
});

await t.test('answers with and without a key share one write', async (t) => {
  const event = await addEvent(stores);
  const [one, two] = [await addUser(stores), await addUser(stores)];
  const others = [await addEvent(stores), await addEvent(stores)];
  const before = await hold(...others.map(({ id }) => id));
  const first = others.map(({ id }) => stores.rsvps.answer(id, one.id, 'going', now));
  await waiting(first.length);
  const answers = [answer(newRequest(one.id), event.id), stores.rsvps.answer(event.id, two.id, 'going', now)];
  await before.release();
  await Promise.all(first);
  t.strictSame(
    (await Promise.all(answers)).map((each) => each?.rsvpCount),
    [1, 2],
  );
  const writes = await query('select distinct xmin::text from rsvp where event_id = $1', [event.id]);
  t.equal(writes.length, 1);
});

await t.test('an account that is erased meanwhile keeps no answer', async (t) => {
  const [event, user] = [await addEvent(stores), await addUser(stores)];
  const request = newRequest(user.id);
  await Promise.all([answer(request, event.id), stores.users.erase(user.id, now)]);
  t.strictSame(await query('select from kept_answer where user_id = $1', [user.id]), []);
  t.equal(await rsvpsTo(event.id), 0);
});
