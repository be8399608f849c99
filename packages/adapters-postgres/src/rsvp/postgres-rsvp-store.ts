import type { RsvpStore } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Bulkhead } from '../connection/bulkhead.ts';
import type { Database } from '../database.ts';
import { type RsvpOutcome, type RsvpWrite, writeRsvps } from './write-rsvps.ts';

/** Each RSVP is a statement of its own, inside the bulkhead: it waits for the counts of its event. */
export const postgresRsvpStore = (db: Database, bulkhead: Bulkhead): RsvpStore => ({
  has: async (event, user) => {
    const { rows } = await sql`select from rsvp where event_id = ${event} and user_id = ${user}`.execute(db);
    return rows.length > 0;
  },
  ...rsvpWrites((rsvp) => bulkhead(rsvp.event, async () => (await writeRsvps(db, [rsvp]))[0] ?? null)),
});

/** Both methods of the store that write, over a way to write one RSVP. */
export const rsvpWrites = (
  write: (rsvp: RsvpWrite) => Promise<RsvpOutcome>,
): Pick<RsvpStore, 'set' | 'setWithin'> => ({
  // Without a charge no budget is spent.
  set: async (event, user, state, at) =>
    (await write({ charge: null, event, user, state, at })) as Awaited<ReturnType<RsvpStore['set']>>,
  setWithin: (charge, event, user, state, at) => write({ charge, event, user, state, at }),
});
