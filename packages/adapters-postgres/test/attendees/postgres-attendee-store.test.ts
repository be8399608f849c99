import type { EventId, Stores, UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import t from 'tap';
import { attendeeQuery } from '../../src/attendees/attendee-query.ts';
import { openPool } from '../../src/connection/connection-pool.ts';
import type { Rows } from '../../src/database.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addEvent, addUser, now, sendInvitation } = fixtures;
const later = new Date(now.getTime() + 60_000);
const database = await openTestPostgres(t);
const { query, stores } = database;
const { unitOfWork } = database.postgres;

/** Resolves when that many statements wait for a lock. */
const waiting = async (count: number): Promise<void> => {
  for (;;) {
    const rows = await query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length >= count) return;
    await new Promise(setImmediate);
  }
};

/** Does `first` in a transaction and commits it once all of `others` wait for it; what these came to. */
const behind = async <Results extends readonly unknown[]>(
  first: (inside: Stores) => Promise<unknown>,
  others: { [Index in keyof Results]: () => Promise<Results[Index]> },
): Promise<Results> => {
  const { promise: writePromise, resolve: isWritten } = Promise.withResolvers<void>();
  const { promise: releasedPromise, resolve: release } = Promise.withResolvers<void>();
  const transaction = unitOfWork.run(async (inside) => {
    await first(inside);
    isWritten();
    await releasedPromise;
  });
  await writePromise;
  const results = Promise.all(others.map((other) => other()));
  await waiting(others.length);
  release();
  await transaction;
  return (await results) as unknown as Results;
};

const removal =
  (event: EventId, user: UserId) =>
  ({ attendees }: Stores) =>
    attendees.remove(event, user, now);

await t.test('who waited for a removal does not get in', async (t) => {
  const [event, user] = [await addEvent(stores), await addUser(stores)];
  const mail = await sendInvitation(stores, event, { kind: 'email', email: 'guest@mail.example' });
  await stores.rsvps.set(event.id, user.id, 'interested', now);
  const outcomes = await behind<[unknown, unknown, unknown]>(removal(event.id, user.id), [
    () => stores.inviteLinks.join(event.id, user.id, now),
    () => stores.invitations.accept(mail.id, user.id, now),
    () => stores.rsvps.set(event.id, user.id, 'going', now),
  ]);
  t.strictSame(outcomes, [null, false, null]);
  t.equal(await stores.attendees.attends(event.id, user.id), false);
  t.strictSame(await query('select going, interested from event_stats where event_id = $1', [event.id]), [
    { going: 0, interested: 0 },
  ]);
});

await t.test('an invitation or a role that waited for a removal lifts it', async (t) => {
  const event = await addEvent(stores, { visibility: 'private' });
  const [fresh, renewedUser, admin] = [await addUser(stores), await addUser(stores), await addUser(stores)];
  const invite = (user: UserId) =>
    sendInvitation(stores, event, { kind: 'user', userId: user }, { createdAt: later });
  const { id } = await invite(renewedUser.id);
  await stores.invitations.revoke(id, now);
  for (const user of [fresh, renewedUser, admin]) {
    await stores.inviteLinks.join(event.id, user.id, now);
    const lift = user === admin ? () => stores.eventAdmins.add(event.id, user.id) : () => invite(user.id);
    await behind(removal(event.id, user.id), [lift]);
    t.equal(await stores.attendees.isRemoved(event.id, user.id), false);
    t.hasStrict(await stores.rsvps.set(event.id, user.id, 'going', later), { myRsvp: 'going' });
  }
});

await t.test('a removal ends what was written while it waited', async (t) => {
  const event = await addEvent(stores, { visibility: 'private' });
  const enter: Record<string, (inside: Stores, user: UserId) => Promise<unknown>> = {
    'an RSVP': ({ rsvps }, user) => rsvps.set(event.id, user, 'going', now),
    'a join': ({ inviteLinks }, user) => inviteLinks.join(event.id, user, now),
    'an invitation': (inside, user) => sendInvitation(inside, event, { kind: 'user', userId: user }),
  };
  for (const [name, work] of Object.entries(enter)) {
    const user = await addUser(stores);
    const outcomes = await behind<[string]>(
      (inside) => work(inside, user.id),
      [() => stores.attendees.remove(event.id, user.id, now)],
    );
    t.strictSame(outcomes, ['removed'], name);
    t.equal(await stores.events.access(event.id, user.id, now), null, name);
  }
});

await t.test('a list looks at its page of answers, however many there are', async (t) => {
  const event = await addEvent(stores);
  await query(
    `insert into app_user (id, phone, name, username, bio, role, city, peaces_balance, created_at)
     select gen_random_uuid(), '+' || n, '', 'crowd-' || n, '', 'user', '', 0, now() from generate_series(1, 20000) n`,
  );
  await query(
    `with answered as (
       insert into rsvp (event_id, user_id, state, responded_at)
       select $1, id, 'going', now() from app_user where username like 'crowd-%' returning 1
     ) update event_stats set going = (select count(*) from answered) where event_id = $1`,
    [event.id],
  );
  await query('analyze');
  const db = new Kysely<Rows>({
    dialect: new PostgresDialect({ pool: openPool({ url: database.url, size: 1 }) }),
  });
  t.teardown(() => db.destroy());
  for (const state of ['going', null] as const) {
    const statement = attendeeQuery(
      event.id,
      { kind: 'page', page: { page: 3, limit: 50 }, filter: { rsvp: state } },
      now,
    );
    const { rows } = await sql`explain (analyze, format json) ${statement}`.execute(db);
    const read = [...JSON.stringify(rows).matchAll(/"Actual Rows":(\d+)/g)].map(([, count]) => Number(count));
    t.ok(Math.max(...read) <= 150, `${state}: at most ${Math.max(...read)} rows`);
  }
  const { total, items } = await stores.attendees.list(
    event.id,
    { rsvp: 'going' },
    { page: 3, limit: 50 },
    now,
  );
  t.strictSame([total, items.length], [20_000, 50]);
});
