import { type Attendee, type AttendeeStore, listedTie } from '@event-platform/domain';
import { sql } from 'kysely';
import { createBulkhead } from '../connection/bulkhead.ts';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { type AttendeeRow, attendeeQuery, type TotalRow } from './attendee-query.ts';
import { removeAttendee } from './remove-attendee.ts';

/** Downloads read a hundred pages each: two at a time leave the other connections to short calls. */
const downloads = createBulkhead({ inAll: 2, each: 2, waitMs: 30_000 });

export const postgresAttendeeStore = (db: Database): AttendeeStore => ({
  list: async (event, filter, page, at) => {
    const { rows } = await attendeeQuery(event, { kind: 'page', page, filter }, at).execute(db);
    return { ...page, total: rows[0]?.total ?? 0, items: attendeesOf(rows) };
  },
  after: async (event, user, most, at) => {
    const query = attendeeQuery(event, { kind: 'after', user, most }, at);
    const { rows } = await downloads(event, () => query.execute(db));
    return attendeesOf(rows);
  },
  find: async (event, user, at) => {
    const { rows } = await attendeeQuery(event, { kind: 'one', user }, at).execute(db);
    return attendeesOf(rows)[0] ?? null;
  },
  attends: async (event, user) => {
    const { rows } = await sql`
      select from rsvp where event_id = ${event} and user_id = ${user}
      union all select from booking where event_id = ${event} and user_id = ${user}
      union all select from link_join where event_id = ${event} and user_id = ${user}`.execute(db);
    return rows.length > 0;
  },
  isRemoved: async (event, user) => {
    const mark = await db
      .selectFrom('removed_guest')
      .select('user_id')
      .where('event_id', '=', event)
      .where('user_id', '=', user)
      .executeTakeFirst();
    return mark !== undefined;
  },
  remove: (event, user, at) => inTransaction(db, (inside) => removeAttendee(inside, event, user, at)),
});

const attendeesOf = (rows: readonly (TotalRow & Partial<AttendeeRow>)[]): readonly Attendee[] =>
  rows.filter((row): row is TotalRow & AttendeeRow => row.id !== null).map(toAttendee);

const toAttendee = ({ id, name, username, avatar, rsvp, booking, ...ties }: AttendeeRow): Attendee => {
  const { invitedAt, joinedAt, respondedAt, bookedAt } = ties;
  return {
    user: { id, name, username, avatar },
    rsvp,
    booking: booking && { ...booking, createdAt: new Date(booking.createdAt) },
    ...listedTie({ invitedAt, joinedAt, respondedAt, bookedAt }),
  };
};
