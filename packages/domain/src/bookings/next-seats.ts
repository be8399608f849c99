import type { BookingState, SeatChange, Seats } from './seats.ts';

/** The seats and the queue that a move leaves to the next one. */
export const seatsAfter = (seats: Seats, { booked, waiting, queue }: SeatChange): Seats => ({
  ...seats,
  booked,
  waiting,
  queue,
});

/** What a move makes of another booking of the event: `mover` is the booking that moved, as it was before. */
export const bookingAfter = (
  other: BookingState | null,
  mover: BookingState | null,
  { place, promotedIds }: SeatChange,
): BookingState | null => {
  if (!other || other.position === null) return other;
  if (promotedIds.includes(other.id)) return { ...other, status: 'confirmed', position: null };
  const { position } = other;
  const hasLeft = place !== 'same' && (mover?.position ?? position) < position;
  return { ...other, position: position - promotedIds.length - (hasLeft ? 1 : 0) };
};
