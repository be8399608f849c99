import type { EventId } from '@event-platform/domain';
import { CompiledQuery } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { type Move, type MovedBooking, type MoveOutcome, planMoves } from './plan-moves.ts';
import { lockSeats, readSeats } from './read-seats.ts';
import { writeSeats } from './write-seats.ts';

/** Makes moves in their order, in one transaction: what they find is read once all their events' counts are locked. */
export const moveTogether = (db: Database, moves: readonly Move[]): Promise<readonly MoveOutcome[]> =>
  inTransaction(db, async (inside) => {
    await lockSeats(inside, [...new Set(moves.map(({ event }) => event))]);
    const { outcomes, writes } = planMoves(moves, await readSeats(inside, moves));
    await writeSeats(inside, writes);
    return outcomes;
  });

/** Makes a move of one booking. Null for an unknown event, and a booking that is gone or none. */
export const makeMove = async (
  db: Database,
  move: Omit<Move, 'keepsRsvp'>,
): Promise<Exclude<MoveOutcome, 'changed'>> => {
  const [outcome = null] = await moveTogether(db, [move]);
  return outcome as MovedBooking | null;
};

const settleText = `/* seats-settle */
select booked, waiting from event_stats where event_id = $1 for no key update`;

/** Gives free seats of an event that changed to its queue. Returns the confirmed seats when they are more than `capacity`. */
export const settleSeats = async (
  db: Database,
  event: EventId,
  capacity: number | null | undefined,
  at: Date,
): Promise<{ readonly bookedCount: number } | null> => {
  const query = CompiledQuery.raw(settleText, [event]);
  const [row] = (await db.executeQuery<{ booked: number; waiting: number }>(query)).rows;
  if (!row) return null;
  if (capacity && row.booked > capacity) return { bookedCount: row.booked };
  if (row.waiting > 0) await makeMove(db, { event, move: { kind: 'promote' }, at });
  return null;
};
