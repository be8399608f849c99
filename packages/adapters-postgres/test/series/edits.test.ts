import { randomUUID } from 'node:crypto';
import type { EventId, EventRecord, SeriesId, UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t, { type Test } from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addUser, documentOf, now, someEvent } = fixtures;
const day = 86_400_000;
const database = await openTestPostgres(t);
const { query, stores } = database;
const { unitOfWork } = database.postgres;

/** Events of a series whose ids are in another order than their dates, with a guest each and an edit to tell of. */
const editedSeries = async (organizerId: UserId, guest: UserId) => {
  const seriesId = randomUUID() as SeriesId;
  const startOf = (number: number) => new Date(now.getTime() + number * day);
  const events = Array.from({ length: 12 }, (_, index) =>
    someEvent(organizerId, {
      id: randomUUID() as EventId,
      startAt: startOf(index + 1),
      endAt: startOf(index + 1.1),
      series: {
        id: seriesId,
        date: startOf(index + 1)
          .toISOString()
          .slice(0, 10),
        isDetached: false,
      },
    }),
  );
  const entriesOf = (changed: readonly EventRecord[]) =>
    changed.map((event) => ({ event, document: documentOf(event) }));
  await query(
    `insert into event_series (id, organizer_id, rule, first_date, time_of_day, duration, time_zone, draft, is_cancelled, created_at)
      values ($1, $2, 'FREQ=DAILY', '2026-06-02', 0, 3600000, 'UTC', '{}', false, $3)`,
    [seriesId, organizerId, now],
  );
  await unitOfWork.run(({ occurrences }) => occurrences.add(entriesOf(events), now));
  for (const { id } of events) await stores.rsvps.set(id, guest, 'going', now);
  const move = (hours: number) =>
    unitOfWork.run(async ({ occurrences }) => {
      await occurrences.lockAttached(seriesId, now, now);
      const moved = events.map((event) => ({
        ...event,
        sequence: hours,
        endAt: new Date(event.endAt.getTime() + hours),
      }));
      return occurrences.change(entriesOf(moved), now, organizerId);
    });
  await move(1);
  return { seriesId, ids: events.map(({ id }) => id), move };
};

/** Takes the edits as notices do, and does something between the first and the others. */
const tellBeside = async (
  t: Test,
  change: (scene: Awaited<ReturnType<typeof editedSeries>>) => Promise<unknown>,
) => {
  const [organizer, guest] = [await addUser(stores), await addUser(stores)];
  const scene = await editedSeries(organizer.id, guest.id);
  const [first, ...others] = scene.ids.toSorted() as [EventId, ...EventId[]];
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  let changePromise: Promise<unknown> = Promise.resolve();
  await unitOfWork.run(async ({ eventTimers }) => {
    t.ok(await eventTimers.takeEdit(first));
    changePromise = change(scene);
    changePromise.catch(() => undefined);
    while ((await query(waiting)).length === 0) await new Promise(setImmediate);
    for (const id of others) t.ok(await eventTimers.takeEdit(id));
  });
  await t.resolves(changePromise);
};

await t.test('a series is changed again while its guests are told of it', (t) =>
  tellBeside(t, ({ move }) => move(2)),
);

await t.test('a series is cancelled while its guests are told of a change', (t) =>
  tellBeside(t, ({ seriesId }) =>
    unitOfWork.run(async ({ occurrences }) => {
      await occurrences.cancelToCome(seriesId, now, randomUUID() as UserId);
    }),
  ),
);

await t.test('an organizer erases the account while guests are told of a change', (t) =>
  tellBeside(t, async ({ ids }) => {
    const event = await stores.events.find(ids[0] as EventId);
    await stores.users.erase(event?.organizerId as UserId, now);
  }),
);
