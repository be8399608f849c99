import { fixtures } from '@event-platform/domain/contracts';
import pg from 'pg';
import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addEvent, addUser, countAfter, now } = fixtures;
const database = await openTestPostgres(t);
const { postgres, stores } = database;

await t.test('parallel answers to one event each get the exact count as of themselves', async (t) => {
  const event = await addEvent(stores);
  const guests = await Promise.all(Array.from({ length: 64 }, () => addUser(stores)));
  const counts = await Promise.all(
    guests.map(async ({ id }, index) => {
      const answer = await stores.rsvps.set(event.id, id, index % 2 ? 'going' : 'interested', now);
      return countAfter(answer) ?? 0;
    }),
  );
  t.strictSame(
    counts.sort((one, other) => one - other),
    guests.map((_, index) => index + 1),
  );
  const cleared = await Promise.all(
    guests.map(async ({ id }) => countAfter(await stores.rsvps.set(event.id, id, null, now)) ?? -1),
  );
  t.strictSame(
    cleared.sort((one, other) => one - other),
    guests.map((_, index) => index),
  );
});

await t.test('an RSVP that is repeated writes neither its row nor the counts', async (t) => {
  const event = await addEvent(stores);
  const [{ id: guest }, { id: other }] = [await addUser(stores), await addUser(stores)];
  const versions = () =>
    database.query(
      `select r.xmin::text, r.state, s.xmin::text as stats, s.going, s.interested
       from rsvp r join event_stats s using (event_id) where r.event_id = '${event.id}' and r.user_id = '${guest}'`,
    );
  for (const state of ['going', 'interested'] as const) {
    t.hasStrict(await stores.rsvps.set(event.id, guest, state, now), { rsvpCount: 1 });
    const before = await versions();
    t.hasStrict(await stores.rsvps.set(event.id, guest, state, now), { myRsvp: state, rsvpCount: 1 });
    t.strictSame(await versions(), before, state);
  }
  await stores.rsvps.set(event.id, other, null, now);
  const before = await versions();
  t.hasStrict(await stores.rsvps.set(event.id, other, null, now), { rsvpCount: 1 });
  t.strictSame(await versions(), before, 'nothing to clear');
  t.hasStrict(await stores.rsvps.set(event.id, guest, null, now), { rsvpCount: 0 });
});

await t.test('locked rows of one event delay answers to that event only', async (t) => {
  postgres.useSteadyStateTimeouts();
  const [lockedEvent, other] = [await addEvent(stores), await addEvent(stores)];
  const guests = await Promise.all(Array.from({ length: 20 }, () => addUser(stores)));
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from event_stats where event_id = $1 for update', [lockedEvent.id]);
  const answers = guests.map(({ id }) => stores.rsvps.set(lockedEvent.id, id, 'going', now));
  const settled = Promise.allSettled(answers);
  await new Promise(setImmediate);
  const [guest] = guests;
  if (!guest) throw new Error('there are guests');
  t.match(await stores.rsvps.set(other.id, guest.id, 'going', now), { rsvpCount: 1 });
  await stores.saved.save(lockedEvent.id, guest.id, now);
  await postgres.ping();
  await holder.query('rollback');
  await holder.end();
  const counts = (await settled).flatMap((answer) =>
    answer.status === 'fulfilled' ? [countAfter(answer.value) ?? 0] : [],
  );
  t.strictSame(
    counts.sort((one, two) => one - two),
    counts.map((_, index) => index + 1),
    'every answer that was written got its own count',
  );
});

await t.test('answers to an event that stays locked are written once it is free', async (t) => {
  postgres.useSteadyStateTimeouts();
  const event = await addEvent(stores);
  const guests = await Promise.all(Array.from({ length: 3 }, () => addUser(stores)));
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from event_stats where event_id = $1 for update', [event.id]);
  const [first, ...others] = guests.map(({ id }) => stores.rsvps.set(event.id, id, 'going', now));
  await t.rejects(first as Promise<unknown>, 'the first waits for as long as a statement may');
  await holder.query('rollback');
  await holder.end();
  const counts = (await Promise.all(others)).map(countAfter);
  t.strictSame(counts, [1, 2], 'the others are written apart');
});
