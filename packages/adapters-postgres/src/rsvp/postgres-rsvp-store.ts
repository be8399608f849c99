import type {
  AccountCharge,
  EventId,
  QuotaSpent,
  RsvpResult,
  RsvpState,
  RsvpStore,
  UserId,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Bulkhead } from '../connection/bulkhead.ts';
import { isLockTimeout, isUnavailable } from '../connection/translate-error.ts';
import type { Database } from '../database.ts';
import { writeBatcher } from './write-batcher.ts';
import { type WrittenRsvp, writeRsvps } from './write-rsvps.ts';

/** The rsvp of one user to one event; null clears it. A null charge is none. */
export interface RsvpWrite {
  readonly charge: AccountCharge | null;
  readonly event: EventId;
  readonly user: UserId;
  readonly state: RsvpState;
  readonly at: Date;
}

/** Larger batches make single statements slow. */
const maxBatchSize = 100;
/** A third statement gains nothing: it makes the batches smaller. */
const maxConcurrentWrites = 2;
/** Twenty full batches; callers behind them would wait longer than their requests may take. */
const maxPending = 2_000;

/**
 * Answers that arrive while others are written share one statement. The rsvps to an event whose rows another
 * transaction holds are written apart from all others, inside the bulkhead, until the event is free again. Inside a
 * transaction every rsvp is a statement of its own.
 * @param isOwnWrite stores who has written, for `ReadYourWrites.endRsvp`
 */
export const postgresRsvpStore = (db: Database, bulkhead: Bulkhead, isOwnWrite: boolean): RsvpStore => {
  const write = (rsvps: readonly RsvpWrite[]) => writeTogether(db, rsvps, isOwnWrite);
  if (db.isTransaction) return storeOf(db, async (rsvp) => (await write([rsvp]))[0] ?? null);

  const batcher = writeBatcher<RsvpWrite, RsvpOutcome>({
    keyOf: ({ event, user }) => event + user,
    groupOf: ({ event }) => event,
    write,
    writeContended: (rsvps, event) => bulkhead(event, () => write(rsvps)),
    isContention: isLockTimeout,
    failsAll: isUnavailable,
    maxBatchSize,
    maxConcurrentWrites,
    maxPending,
  });
  return storeOf(db, (rsvp) => batcher.add(rsvp));
};

export type RsvpOutcome = RsvpResult | QuotaSpent | 'closed' | null;

const storeOf = (db: Database, write: (rsvp: RsvpWrite) => Promise<RsvpOutcome>): RsvpStore => ({
  has: async (event, user) => {
    const { rows } = await sql`select from rsvp where event_id = ${event} and user_id = ${user}`.execute(db);
    return rows.length > 0;
  },
  // Without a charge no budget is spent.
  set: async (event, user, state, at) =>
    (await write({ charge: null, event, user, state, at })) as RsvpResult | 'closed' | null,
  setWithin: (charge, event, user, state, at) => write({ charge, event, user, state, at }),
});

/** Writes rsvps, at most one of a user to an event, in one statement. */
export const writeTogether = async (
  db: Database,
  rsvps: readonly RsvpWrite[],
  isOwnWrite = false,
): Promise<readonly RsvpOutcome[]> => {
  const columns = {
    events: rsvps.map(({ event }) => event),
    users: rsvps.map(({ user }) => user),
    states: rsvps.map(({ state }) => state),
    times: rsvps.map(({ at }) => at),
    keys: rsvps.map(({ charge }) => charge?.key ?? null),
    usual: rsvps.map(({ charge }) => charge?.limit.usual ?? null),
    young: rsvps.map(({ charge }) => charge?.limit.young ?? null),
    youngSince: rsvps.map(({ charge }) => charge?.limit.youngSince ?? null),
    untils: rsvps.map(({ charge }) => charge?.until ?? null),
  };
  const rows = await writeRsvps(db, columns, isOwnWrite);
  const rowOf = new Map(rows.map((row) => [row.nr, row]));
  return rsvps.map(({ state }, index) => toOutcome(state, rowOf.get(index + 1)));
};

const toOutcome = (state: RsvpState, row: WrittenRsvp | undefined): RsvpOutcome => {
  if (!row) return null;
  const { rsvp_count: rsvpCount, quota, until } = row;
  if (rsvpCount !== null) return { myRsvp: state, rsvpCount };
  return quota !== null && until !== null ? { limit: quota, until } : 'closed';
};
