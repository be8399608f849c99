import type {
  BookingRequest,
  EventId,
  OwnBooking,
  QuotaSpent,
  SeatRefusal,
  UserId,
} from '@event-platform/domain';
import { undoable } from '../connection/undoable.ts';
import type { Database } from '../database.ts';
import { writeRsvps } from '../rsvp/write-rsvps.ts';
import { moveTogether } from './move-together.ts';
import { type Move, type MovedBooking, planMoves } from './plan-moves.ts';
import { readSeats } from './read-seats.ts';
import { writeSeats } from './write-seats.ts';

/** A booking to make or change, or to end. */
export type BookingWrite = Book | (Pick<Move, 'at'> & { readonly event: EventId; readonly user: UserId });

/** A booking to make or change. */
export type Book = BookingRequest;

export type BookingOutcome =
  | { readonly booking: OwnBooking; readonly isNew: boolean }
  | { readonly refusal: SeatRefusal }
  | QuotaSpent
  | null;

type Outcomes = ReadonlyMap<BookingWrite, BookingOutcome>;

export const isBook = (write: BookingWrite): write is Book => 'quantity' in write;

const moveOf = (write: BookingWrite): Move =>
  isBook(write)
    ? { ...write, move: { kind: 'book', id: write.id, quantity: write.quantity } }
    : { ...write, move: { kind: 'cancel' } };

const outcomeOf = (write: BookingWrite, outcome: MovedBooking | SeatRefusal | null): BookingOutcome => {
  if (outcome === null) return null;
  if (typeof outcome === 'string') return { refusal: outcome };
  const { user: _, ...booking } = outcome;
  return { booking, isNew: isBook(write) && booking.id === write.id };
};

/** What an attempt did: all and nothing else, or nothing. */
interface Attempt {
  readonly successes: readonly Book[];
  /** The deadline leaves their RSVP as it is. */
  readonly lateBooks: readonly Book[];
  readonly refusals: readonly Book[];
  readonly outcomes: Outcomes;
}

const attempt = (db: Database, books: readonly Book[]): Promise<Attempt> =>
  undoable(db, async (inside, undo) => {
    // First, since RSVPs lock the events' counts last, and in their order.
    const rsvps = await writeRsvps(
      inside,
      books.map((book) => ({ ...book, state: 'going' })),
      false,
    );
    const outcomes = new Map<Book, BookingOutcome>();
    const [open, lateBooks]: [Book[], Book[]] = [[], []];
    for (const [index, book] of books.entries()) {
      const rsvp = rsvps[index] ?? null;
      if (rsvp === 'closed') lateBooks.push(book);
      else if (rsvp && 'myRsvp' in rsvp) open.push(book);
      else outcomes.set(book, rsvp);
    }
    const moves = open.map(moveOf);
    const plan = planMoves(moves, await readSeats(inside, moves));
    const successes: Book[] = [];
    for (const [index, book] of open.entries()) {
      const outcome = (plan.outcomes[index] ?? null) as MovedBooking | SeatRefusal | null;
      outcomes.set(book, outcomeOf(book, outcome));
      if (outcome !== null && typeof outcome !== 'string') successes.push(book);
    }
    const refusals = books.filter((book) => !successes.includes(book) && !lateBooks.includes(book));
    const result = { successes, lateBooks, refusals, outcomes };
    if (successes.length < books.length) return undo(result);
    await writeSeats(inside, plan.writes);
    return result;
  });

/**
 * Makes or changes bookings that set their RSVP, in one transaction. A refused one undoes it, as its RSVP must not stay; what was
 * refused while others moved is then tried apart from them, since they may not come to be. So each refusal is of a state that was.
 */
export const bookTogether = async (db: Database, books: readonly Book[]): Promise<Outcomes> => {
  if (books.length === 0) return new Map();
  const { successes, lateBooks, refusals, outcomes } = await attempt(db, books);
  if (successes.length === books.length || refusals.length === books.length) return outcomes;
  return new Map([
    ...(await bookTogether(db, successes)),
    ...(await keepRsvps(db, lateBooks)),
    ...(await bookTogether(db, refusals)),
  ]);
};

/** Writes in one transaction what leaves the RSVP as it is: ends, repeated bookings, and smaller ones after the deadline. */
export const keepRsvps = async (db: Database, writes: readonly BookingWrite[]): Promise<Outcomes> => {
  if (writes.length === 0) return new Map();
  const moves = writes.map((write) => ({ ...moveOf(write), keepsRsvp: isBook(write) }));
  const outcomesOfMoves = await moveTogether(db, moves);
  const outcomes = new Map<BookingWrite, BookingOutcome>();
  const retries: Book[] = [];
  for (const [index, write] of writes.entries()) {
    const outcome = outcomesOfMoves[index] ?? null;
    if (outcome !== 'changed') outcomes.set(write, outcomeOf(write, outcome));
    else if (isBook(write)) retries.push(write);
  }
  return new Map([...outcomes, ...(await bookTogether(db, retries))]);
};
