import type { FieldFault } from '../problem.ts';

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

/** Later answers than those at the end are of no use. */
export const deadlineFaults = ({
  rsvpUntil,
  endAt,
}: RsvpDeadline & { readonly endAt: Date }): readonly FieldFault[] =>
  rsvpUntil === null || rsvpUntil <= endAt
    ? []
    : [{ path: '/rsvpUntil', message: 'must be null or an instant that is not after endAt' }];
