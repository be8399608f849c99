import {
  type DueReminder,
  defaultNoticeSettings,
  type EventTimers,
  type UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Transactions that were open at the last look may have committed an event since. */
const overlapSeconds = 10;

/**
 * The reminders between two moments: for each length that a user chose, a range of an index by the start. Events that
 * no guest goes to are left out: a host makes as many of one start as they like.
 */
export const remindersDue = (since: Date, at: Date) =>
  sql<DueReminder>`/* reminders-due */
  select d.id as "eventId", d.start_at as "startAt", o.minutes
  from (
    select minutes from reminder_offset
    union select unnest(${[...defaultNoticeSettings.reminders]}::int[])
  ) o
  cross join lateral (
    select e.id, e.start_at from event e
    where e.visibility = 'public' and e.status = 'scheduled'
      and e.start_at > ${since}::timestamptz + o.minutes * interval '1 minute'
      and e.start_at <= ${at}::timestamptz + o.minutes * interval '1 minute'
    union all
    select e.id, e.start_at from event e
    where e.visibility = 'private' and e.status = 'scheduled'
      and e.start_at > ${since}::timestamptz + o.minutes * interval '1 minute'
      and e.start_at <= ${at}::timestamptz + o.minutes * interval '1 minute'
  ) d
  where exists (select from event_stats s where s.event_id = d.id and s.going > 0)
    or exists (select from booking b where b.event_id = d.id)`;

export const postgresEventTimers = (db: Database): EventTimers => ({
  takeReminders: async (earliest, at) => {
    const { rows: clock } = await sql<{ since: Date }>`/* reminder-clock */
      select greatest(looked_until - ${overlapSeconds} * interval '1 second', ${earliest}::timestamptz) as since
      from reminder_clock where looked_until < ${at} for update skip locked`.execute(db);
    const [span] = clock;
    if (!span) return [];
    const { rows } = await remindersDue(span.since, at).execute(db);
    await sql`update reminder_clock set looked_until = ${at}`.execute(db);
    return rows;
  },
  takeEdit: async (event) => {
    const { rows } = await sql<{
      readonly start_at: Date;
      readonly end_at: Date;
      readonly time_zone: string;
      readonly address: string;
      readonly actor_id: UserId | null;
      readonly is_resumed: boolean;
    }>`/* edit-take */
      delete from event_edit where event_id = ${event}
      returning start_at, end_at, time_zone, address, actor_id, is_resumed`.execute(db);
    const [row] = rows;
    return row
      ? {
          old: {
            startAt: row.start_at.toISOString(),
            endAt: row.end_at.toISOString(),
            timeZone: row.time_zone,
            address: row.address,
          },
          actorId: row.actor_id,
          isResumed: row.is_resumed,
        }
      : null;
  },
});
