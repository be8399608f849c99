import type { EventId, OccurrenceStore } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Bulkhead } from '../connection/bulkhead.ts';
import type { Database } from '../database.ts';
import { cancelEvents } from '../events/cancel-events.ts';
import { type EventRow, recordColumns, toEventRecord } from '../events/event-rows.ts';
import { addOccurrences } from './add-occurrences.ts';
import { writeSeriesAnswers } from './answer-occurrences.ts';
import { cancelOccurrences, removeOccurrences } from './cancel-occurrences.ts';
import { changeOccurrences } from './change-occurrences.ts';

export const postgresOccurrenceStore = (db: Database, bulkhead: Bulkhead): OccurrenceStore => ({
  add: (entries, at) => addOccurrences(db, entries, at),
  lockAttached: async (series, from, at) => {
    // The lock keeps out everybody who would become a guest: their rows refer to the event.
    const { rows } = await sql<EventRow>`/* occurrences-lock */
      select ${sql.raw(recordColumns)} from event e
      where e.series_id = ${series} and e.start_at >= ${from} and e.status = 'scheduled' and not e.is_detached
        and e.take_down is null
      order by e.id for update`.execute(db);
    const events = rows.map(toEventRecord);
    // A statement of its own sees the guests that the lock waited for.
    const { rows: guests } = await sql<{ id: EventId }>`/* occurrences-with-guests */
      select e.id from unnest(${events.map(({ id }) => id)}::uuid[]) e (id)
      where exists (select from rsvp r where r.event_id = e.id)
        or exists (select from booking b where b.event_id = e.id)
        or exists (
          select from invitation i where i.event_id = e.id
            and (i.state = 'accepted' or i.state = 'pending' and i.expires_at > ${at})
        )`.execute(db);
    const withGuests = new Set(guests.map(({ id }) => id));
    return events
      .map((event) => ({ event, hasGuests: withGuests.has(event.id) }))
      .sort(({ event: one }, { event: other }) => one.startAt.getTime() - other.startAt.getTime());
  },
  change: (entries, at, actor) => changeOccurrences(db, entries, at, actor),
  cancel: (events, at, actor) => cancelOccurrences(db, events, false, at, actor),
  cancelToCome: async (series, at, actor, reason = null) => {
    // They have no date that the notice of all could name.
    await cancelEvents(
      db,
      sql`series_id = ${series} and status = 'postponed' and take_down is null`,
      actor,
      at,
      reason,
    );
    const { rows } = await sql<{ id: EventId }>`/* occurrences-to-come */
      select id from event where series_id = ${series} and start_at >= ${at} and status = 'scheduled' and take_down is null
      order by id for no key update`.execute(db);
    const events = rows.map(({ id }) => id);
    await cancelOccurrences(db, events, true, at, actor, reason);
  },
  remove: (events, at, actor) => removeOccurrences(db, events, at, actor),
  answer: (series, user, state, at) =>
    bulkhead(series, async () => (await writeSeriesAnswers(db, [{ series, user, state, at }]))[0] ?? null),
});
