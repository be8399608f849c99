import type { Dependencies } from '../dependencies.ts';
import type { EventDetail } from '../events/event.ts';
import { missingAnswers, type Question } from '../events/question.ts';
import type { UserId } from '../ids.ts';
import { type InvitationPreview, previewOf } from './preview-invitation.ts';
import { usableToken } from './usable-token.ts';

/** Of one who has answered nothing. */
const countRequired = ({ questions }: EventDetail): number => missingAnswers(questions, {});

/** What the page of an invitation shows. */
export interface InvitationView extends InvitationPreview {
  /** The whole event, with the RSVP of the viewer; null where the preview is all that may be shown. */
  readonly detail: EventDetail | null;
  /** What guests are asked together with their answer. */
  readonly questions: readonly Question[];
}

/**
 * The invitation of a token for its page: a personal one with the whole event, a shared link with the preview until
 * the viewer can see the event. Reads only. Throws `invitation_not_found`, `invitation_expired`.
 */
export const viewInvitation =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (query: { readonly token: string; readonly viewerId: UserId | null }): Promise<InvitationView> => {
    const { stores, clock } = dependencies;
    const holder = await usableToken(dependencies, query.token);
    const { id, organizerId } = holder.event;
    const read = (callerId: UserId) => stores.eventCatalog.detail(id, callerId, clock.now());
    const ownView = query.viewerId && (await read(query.viewerId));
    const whole = ownView ?? (holder.kind === 'personal' ? await read(organizerId) : null);
    // The organizer's own flags are not the viewer's, nor what guests alone are told.
    const detail =
      ownView ??
      (whole && {
        ...whole,
        myRsvp: null,
        isSaved: false,
        myBooking: null,
        myRole: null,
        onlineUrl: null,
        missingAnswers: countRequired(whole),
      });
    const eventQuestions = detail ? detail.questions : await stores.questions.ofEvent(id);
    const questions = eventQuestions.filter((question) => !('isRemoved' in question && question.isRemoved));
    return { ...previewOf(holder, query.token), detail, questions };
  };
