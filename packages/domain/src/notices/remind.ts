import type { Dependencies } from '../dependencies.ts';
import { newChange } from '../outbox/change.ts';
import { after, minute } from '../time.ts';
import { noticePolicy } from './notice.ts';

/**
 * Puts the reminders that became due since the last call into the outbox; those of a longer outage are left out. Any
 * number of processes may call it at once. Returns how many events are due.
 */
export const queueReminders =
  ({ clock, ids, unitOfWork }: Pick<Dependencies, 'clock' | 'ids' | 'unitOfWork'>) =>
  (): Promise<number> =>
    unitOfWork.run(async ({ eventTimers, outbox }) => {
      const now = clock.now();
      const due = await eventTimers.takeReminders(after(now, -noticePolicy.reminderLateness), now);
      await outbox.add(
        due.map(({ eventId, startAt, minutes }) =>
          newChange('reminder.due', after(startAt, -minutes * minute), {
            id: ids.next(),
            eventId,
            data: { minutes, startAt: startAt.toISOString() },
          }),
        ),
      );
      return due.length;
    });
