import { type Domain, DomainError, type UserId } from '@event-platform/domain';
import type { Outcome } from '../../forms/outcome.ts';
import { leaveEvent } from './leave-event.ts';

/** The guest who answers, and the invitation's event. */
export interface InvitationAnswer {
  readonly token: string;
  readonly eventId: string;
  readonly userId: UserId;
}

const isProblem = (error: unknown, code: string): boolean =>
  error instanceof DomainError && error.problem.code === code;

/** Answers to an invitation, each of which may be repeated and may replace another. */
export const invitationAnswers = (
  domain: Pick<Domain, 'acceptInvitation' | 'answerRsvp' | 'cancelBooking' | 'declineByToken'>,
) => {
  /** The response to a caller who accepted before; any other caller gets the first problem again. */
  const repeatRsvp = async (
    { eventId, userId }: InvitationAnswer,
    state: 'going' | 'interested',
    refusal: unknown,
  ): Promise<void> => {
    try {
      await domain.answerRsvp({ eventId, userId, state });
    } catch (error) {
      throw isProblem(error, 'event_not_found') ? refusal : error;
    }
  };

  const leave = ({ eventId, userId }: InvitationAnswer) => leaveEvent(domain, { eventId, userId });

  return {
    accept: async (answer: InvitationAnswer, rsvp: 'going' | 'interested'): Promise<Outcome> => {
      try {
        await domain.acceptInvitation({ ...answer, rsvp });
      } catch (error) {
        if (!isProblem(error, 'invitation_already_accepted')) throw error;
        await repeatRsvp(answer, rsvp, error);
      }
      return rsvp;
    },
    decline: async (answer: InvitationAnswer): Promise<Outcome> => {
      try {
        await domain.declineByToken(answer);
        await leave(answer);
      } catch (error) {
        if (!isProblem(error, 'invitation_already_accepted') || !(await leave(answer))) throw error;
      }
      return 'declined';
    },
    withdraw: async (answer: InvitationAnswer): Promise<Outcome> => {
      await leave(answer);
      return 'withdrawn';
    },
  };
};
