import type { KeyedRequest, KeyedResult, UserId } from '@event-platform/domain';
import { concurrently, fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openPostgres } from '../../src/open-postgres.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addEvent, addUser, countAfter, newToken, now } = fixtures;
const database = await openTestPostgres(t);
const { postgres, query, stores } = database;
const { idempotency } = postgres;
const day = 86_400_000;
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const newRequest = (callerId: UserId): KeyedRequest => ({
  callerId,
  requestHash: newToken(),
  contentHash: 'content',
});
const done = (response: string): KeyedResult => ({ response, isRefusal: false });
const keptFor = (user: UserId) =>
  query<{ response: string }>('select response from stored_response where user_id = $1', [user]);
/** What another replica does that works on the same request. */
const keepElsewhere = ({ callerId, requestHash }: KeyedRequest, contentHash = 'content') =>
  query('insert into stored_response values ($1, $2, $3, $4, $5)', [
    callerId,
    requestHash,
    contentHash,
    'elsewhere',
    later(day),
  ]);

await t.test('parallel requests over two replicas have one effect', async (t) => {
  const other = await openPostgres({ url: database.url });
  t.teardown(other.close);
  const [event, user] = [await addEvent(stores), await addUser(stores)];
  const request = newRequest(user.id);
  const { requestHash } = request;
  const until = later(day);
  const outcomes = await concurrently(50, (index) =>
    (index % 2 ? other : postgres).idempotency.run(request, now, async (unit) => {
      const rsvp = await unit.stores.rsvps.set(event.id, user.id, 'going', now);
      const effect = { key: requestHash, amount: 1, limit: 60, until };
      await unit.unitOfWork.run(({ quotas }) => quotas.takeAll([effect], now));
      return done(`${index} ${countAfter(rsvp)}`);
    }),
  );
  t.equal(outcomes.filter(({ kind }) => kind === 'first').length, 1);
  t.ok(outcomes.every(({ kind }) => ['first', 'replayed', 'in_progress'].includes(kind)));
  const repeated = await other.idempotency.run(request, now, async () => done('again'));
  t.equal(repeated.kind, 'replayed');
  const responses = [...outcomes, repeated].flatMap((outcome) =>
    'response' in outcome ? [outcome.response] : [],
  );
  t.equal(new Set(responses).size, 1);
  t.equal(await stores.quotas.amountTaken(requestHash), 1, 'one effect: work that began too late is undone');
});

await t.test('a response that was kept after the claim undoes the work, and is given instead', async (t) => {
  for (const isRefusal of [true, false]) {
    const [event, user] = [await addEvent(stores), await addUser(stores)];
    const request = newRequest(user.id);
    const outcome = await idempotency.run(request, now, async (unit) => {
      await unit.stores.rsvps.set(event.id, user.id, 'going', now);
      await keepElsewhere(request);
      return { response: 'here', isRefusal };
    });
    t.strictSame(outcome, { kind: 'replayed', response: 'elsewhere' });
    t.equal((await stores.eventCatalog.detail(event.id, user.id, now))?.rsvpCount, 0);
  }
  const request = newRequest((await addUser(stores)).id);
  const outcome = await idempotency.run(request, now, async () => {
    await keepElsewhere(request, 'another content');
    return done('here');
  });
  t.strictSame(outcome, { kind: 'key_reused' });
});

await t.test('a violated constraint refuses, and the refusal is kept', async (t) => {
  const [user, namesake] = [await addUser(stores), await addUser(stores)];
  const request = newRequest(user.id);
  const rename = () =>
    idempotency.run(request, now, async (unit) => {
      const updated = await unit.stores.users.update(user.id, { username: 'wanted' });
      return { response: String(updated), isRefusal: updated === 'username_taken' };
    });
  let renaming: ReturnType<typeof rename> | undefined;
  await postgres.unitOfWork.run(async ({ users }) => {
    await users.update(namesake.id, { username: 'wanted' });
    // No statement sees the name yet: the index makes the second writer wait, and fails its transaction.
    renaming = rename();
    while ((await query('select from pg_locks where not granted')).length === 0);
  });
  t.strictSame(await renaming, { kind: 'first', response: 'username_taken' });
  t.strictSame(await rename(), { kind: 'replayed', response: 'username_taken' });
});

await t.test('an account that is erased meanwhile keeps no response', async (t) => {
  const user = await addUser(stores);
  const event = await addEvent(stores, { organizerId: user.id });
  let erasePromise: Promise<unknown> = Promise.resolve();
  const outcome = await idempotency.run(newRequest(user.id), now, async (unit) => {
    erasePromise = stores.users.erase(user.id, now);
    // Both want the event's row: the one that came second must wait for the account's row first.
    await unit.stores.events.cancel(event.id, now);
    return done('done');
  });
  await erasePromise;
  t.equal(outcome.kind, 'first');
  t.strictSame(await keptFor(user.id), []);
});

await t.test('the sweep deletes responses that have expired', async (t) => {
  const user = await addUser(stores);
  const [old, young] = [newRequest(user.id), newRequest(user.id)];
  await idempotency.run(old, now, async () => done('old'));
  await idempotency.run(young, later(1), async () => done('young'));
  await postgres.sweep(later(day));
  t.strictSame(await keptFor(user.id), [{ response: 'young' }]);
});
