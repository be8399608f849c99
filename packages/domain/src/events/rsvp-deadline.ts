/** When an event stops to take answers; null: never. */
export interface RsvpDeadline {
  readonly rsvpUntil: Date | null;
}

/**
 * Whether an event takes no new answer any more. The same answer again, its end, and a smaller booking are none; a manager's
 * confirmation and the queue know no deadline.
 */
export const isClosed = ({ rsvpUntil }: RsvpDeadline, at: Date): boolean =>
  rsvpUntil !== null && rsvpUntil <= at;
