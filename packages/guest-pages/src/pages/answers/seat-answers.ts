import { type Domain, DomainError, type EventDetail, type UserId } from '@event-platform/domain';
import type { FormFields } from '../../forms/form-fields.ts';
import type { Outcome } from '../../forms/outcome.ts';
import type { Fault } from '../../views/rsvp/answer.ts';
import type { RsvpPage } from './answer-state.ts';

/** The guest, and the event that the answer is about. */
export interface SeatAnswer {
  readonly eventId: string;
  readonly userId: UserId;
}

/** What the page says of a guest who has seats, waits for some or has answered. */
export const ownOutcome = ({
  myBooking,
  myRsvp,
}: Pick<EventDetail, 'myBooking' | 'myRsvp'>): Outcome | null => {
  if (!myBooking) return myRsvp;
  return myBooking.status === 'confirmed' ? 'booked' : 'waitlisted';
};

/** An item of the bring list, and how many the guest brings from now on. */
const bringAnswer = /^bring ([\w-]{1,40}) (\d{1,3})$/;
const quantity = /^[1-9]\d{0,3}$/;

/** Whether an answer is about seats or the bring list. */
export const isSeatAnswer = ({ answer }: Pick<FormFields, 'answer'>): boolean =>
  answer === 'book' || bringAnswer.test(answer);

/** What is wrong with the seats that were asked for; null for nothing, and for other answers. */
export const seatFault = ({ answer, ...fields }: FormFields, { seats }: RsvpPage): Fault | null => {
  if (answer !== 'book') return null;
  const most = Math.max(seats?.max ?? Number.POSITIVE_INFINITY, seats?.ownBooking?.quantity ?? 0);
  return quantity.test(fields.quantity) && Number(fields.quantity) <= most ? null : 'seats';
};

/** What a refusal leads to on the page, where others were faster; any other error is thrown. */
const unless =
  (codes: readonly string[], outcome: Outcome) =>
  (error: unknown): Outcome => {
    if (error instanceof DomainError && codes.includes(error.problem.code)) return outcome;
    throw error;
  };

/** Answers about seats and the bring list, each of which may be repeated. */
export const seatAnswers = (domain: Pick<Domain, 'bookSeats' | 'claimBringItem' | 'releaseBringItem'>) => {
  const bring = async (who: SeatAnswer, itemId: string, quantity: number): Promise<Outcome> => {
    if (quantity === 0) {
      await domain.releaseBringItem({ ...who, itemId });
      return 'leaves';
    }
    return domain
      .claimBringItem({ ...who, itemId, quantity: quantity })
      .then((): Outcome => 'brings', unless(['item_taken', 'not_found'], 'taken'));
  };
  /** For an answer of {@link isSeatAnswer}. */
  return async (who: SeatAnswer, { answer, quantity: seats }: FormFields): Promise<Outcome> => {
    const [, itemId, quantity] = bringAnswer.exec(answer) ?? [];
    if (itemId !== undefined) return bring(who, itemId, Number(quantity));
    return domain
      .bookSeats({ ...who, quantity: Number(seats) })
      .then(
        ({ booking }): Outcome => (booking.status === 'confirmed' ? 'booked' : 'waitlisted'),
        unless(['event_full'], 'full'),
      );
  };
};
