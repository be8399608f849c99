import { CompiledQuery } from 'kysely';
import type { Database } from '../database.ts';
import { type BookingOutcome, type BookingWrite, bookTogether, isBook, keepRsvps } from './book-together.ts';

/** The quantities that people have booked; `offset 0` keeps it on the index, as it is planned once for all calls. */
const text = `/* booking-quantities */
select m.nr::int as nr, b.quantity
from unnest($1::uuid[], $2::uuid[]) with ordinality m (event_id, user_id, nr), lateral (
  select quantity from booking where event_id = m.event_id and user_id = m.user_id offset 0
) b`;

/**
 * Writes bookings together, at most one of a user to an event, and resolves to the outcome of each, as of itself. When it fails,
 * some may be written; all may be written again, which changes nothing for these.
 */
export const writeBookings = async (
  db: Database,
  writes: readonly BookingWrite[],
): Promise<readonly BookingOutcome[]> => {
  const books = writes.filter(isBook);
  const values = [books.map(({ event }) => event), books.map(({ user }) => user)];
  const query = CompiledQuery.raw(text, values);
  const rows = books.length > 0 ? (await db.executeQuery<{ nr: number; quantity: number }>(query)).rows : [];
  const quantities = new Map(rows.map(({ nr, quantity }) => [books[nr - 1], quantity]));
  const isSettled = (write: BookingWrite) => !isBook(write) || quantities.get(write) === write.quantity;
  const rsvpOutcomes = await keepRsvps(db, writes.filter(isSettled));
  const outcomes = await bookTogether(
    db,
    books.filter((book) => !isSettled(book)),
  );
  return writes.map(
    (write) => outcomes.get(write as (typeof books)[number]) ?? rsvpOutcomes.get(write) ?? null,
  );
};
