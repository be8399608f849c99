import type { BringItem } from '../bring-list/bring-item.ts';
import type { Dependencies } from '../dependencies.ts';
import { managedEventToRead } from '../events/event-access.ts';
import type { AskedQuestion } from '../events/question.ts';
import type { EventId, UserId } from '../ids.ts';
import type { Attendee, AttendeeAnswers } from './attendee.ts';

export interface ExportAttendees {
  readonly eventId: string;
  readonly callerId: UserId;
  /** How many are read at a time; 100 unless given. */
  readonly rowsPerRead?: number;
}

/** An attendee with what they bring. */
export interface AttendeeExport extends Attendee, AttendeeAnswers {
  readonly brings: readonly Pick<BringItem, 'title' | 'quantity'>[];
}

/** Small enough for flat memory, also for guests who bring some of everything; large enough that statements cost little. */
const usualRowsPerRead = 100;

/**
 * All attendees of an event, by user id, a few hundred at a time. For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden` before the first of them.
 */
export const exportAttendees =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({
    eventId,
    callerId,
    rowsPerRead = usualRowsPerRead,
  }: ExportAttendees): Promise<{
    /** The columns of answers: what is asked, then what was asked and answered. */
    readonly questions: readonly AskedQuestion[];
    readonly pages: AsyncIterable<readonly AttendeeExport[]>;
  }> => {
    const access = await managedEventToRead(dependencies, eventId, callerId);
    const questions = await dependencies.stores.questions.ofEvent(access.eventId);
    return { questions, pages: pages(dependencies, access.eventId, rowsPerRead, questions.length > 0) };
  };

async function* pages(
  { stores, clock }: Pick<Dependencies, 'stores' | 'clock'>,
  event: EventId,
  rowsPerRead: number,
  hasQuestions: boolean,
): AsyncGenerator<readonly AttendeeExport[]> {
  for (let last: UserId | null = null; ; ) {
    const attendees: readonly Attendee[] = await stores.attendees.after(
      event,
      last,
      rowsPerRead,
      clock.now(),
    );
    const itemsByUser = await stores.bringLists.broughtBy(
      event,
      attendees.map(({ user }) => user.id),
    );
    const answersByUser = hasQuestions
      ? await stores.questions.answersOf(
          event,
          attendees.map(({ user }) => user.id),
        )
      : null;
    const end = attendees.at(-1);
    if (!end) return;
    yield attendees.map((one) => ({
      ...one,
      brings: itemsByUser.get(one.user.id) ?? [],
      answers: answersByUser?.get(one.user.id) ?? {},
    }));
    last = end.user.id;
  }
}
