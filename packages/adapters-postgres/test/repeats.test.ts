import { randomUUID } from 'node:crypto';
import type { Question, SeriesId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../test-support/open-test-postgres.ts';

const { addEvent, addUser, documentOf, newToken, now, someEvent } = fixtures;
const database = await openTestPostgres(t);
const { query, stores } = database;
const { unitOfWork } = database.postgres;

/** The versions of all rows of a table: a row that is written is another one. */
const versionsOf = async (...tables: readonly string[]) =>
  (
    await Promise.all(
      tables.map((table) => query(`select xmin::text, ctid::text from ${table} order by ctid`)),
    )
  ).flat();

await t.test('what is repeated writes no row', async (t) => {
  const { id: organizer } = await addUser(stores);
  const { id: guest } = await addUser(stores);
  const repeat = async (tables: readonly string[], write: () => Promise<unknown>) => {
    const first = await write();
    const before = await versionsOf(...tables);
    t.not(before.length, 0, tables.join());
    t.strictSame(await write(), first, tables.join());
    t.strictSame(await versionsOf(...tables), before, tables.join());
  };
  const question: Question = {
    id: randomUUID() as Question['id'],
    label: 'What do you bring?',
    kind: 'text',
    options: [],
    isRequired: false,
  };
  const event = await addEvent(stores, { organizerId: organizer, questions: [question] });
  await repeat(['invite_link'], () => stores.inviteLinks.tokenOf(event.id, newToken()));
  await stores.rsvps.set(event.id, guest, 'going', now);
  const answers = { [question.id]: 'Bread' };
  await repeat(['answer'], () => stores.questions.answer(event.id, guest, [question], answers));

  const seriesId = randomUUID() as SeriesId;
  await query(
    `insert into event_series (id, organizer_id, rule, first_date, time_of_day, duration, time_zone, draft, is_cancelled, created_at)
      values ($1, $2, 'FREQ=DAILY', '2026-06-02', 0, 3600000, 'UTC', '{"title": "Run"}', false, $3)`,
    [seriesId, organizer, now],
  );
  const occurrence = someEvent(organizer, {
    series: { id: seriesId, date: '2026-06-02', isDetached: false },
  });
  await unitOfWork.run(({ occurrences }) =>
    occurrences.add([{ event: occurrence, document: documentOf(occurrence) }], now),
  );
  await repeat(['event_series'], () =>
    unitOfWork.run(async ({ series }) => {
      const standing = await series.lock(seriesId);
      if (standing) await series.save(standing);
    }),
  );
  for (const state of ['going', 'interested'] as const)
    await repeat(['series_rsvp', 'rsvp', 'event_stats'], () =>
      stores.occurrences.answer(seriesId, guest, state, now),
    );
});
