import type { Dependencies } from '../dependencies.ts';
import { type Change, newChange } from '../outbox/change.ts';
import { after, minute } from '../time.ts';
import { noticePolicy } from './notice.ts';

type DueReminder = Awaited<ReturnType<Dependencies['stores']['eventTimers']['takeReminders']>>[number];

/** Changes that are in memory at once: any number of events may start at one instant. */
const sliceSize = 1_000;

const changeOf = ({ eventId, startAt, minutes }: DueReminder, id: string): Change =>
  newChange('reminder.due', after(startAt, -minutes * minute), {
    id,
    eventId,
    data: { minutes, startAt: startAt.toISOString() },
  });

/**
 * Puts the reminders that became due since the last call into the outbox; those of a longer outage are left out. Any
 * number of processes may call it at once. Returns how many events are due.
 */
export const queueReminders =
  ({ clock, ids, unitOfWork }: Pick<Dependencies, 'clock' | 'ids' | 'unitOfWork'>) =>
  (): Promise<number> =>
    unitOfWork.run(async ({ eventTimers, outbox }) => {
      const now = clock.now();
      const reminders = await eventTimers.takeReminders(after(now, -noticePolicy.reminderLateness), now);
      for (let start = 0; start < reminders.length; start += sliceSize)
        await outbox.add(
          reminders.slice(start, start + sliceSize).map((reminder) => changeOf(reminder, ids.next())),
        );
      return reminders.length;
    });
