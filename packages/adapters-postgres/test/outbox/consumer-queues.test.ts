import { setTimeout as delay } from 'node:timers/promises';
import { type Job, newChange, noticesJob } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

t.test('many reminders do not hold up what just happened', async (t) => {
  const { postgres } = await openTestPostgres(t);
  const job = (kind: 'reminder.due' | 'event.cancelled') => {
    const eventId = fixtures.newId() as never;
    return noticesJob(fixtures.newId(), {
      change: newChange(kind, fixtures.now, { id: fixtures.newId(), eventId }),
    });
  };
  const reminders = Array.from({ length: 40 }, () => job('reminder.due'));
  await postgres.stores.jobs.add(reminders);
  await postgres.stores.jobs.add([job('event.cancelled')]);
  const kinds: string[] = [];
  await postgres.startJobWorkers(async ({ data }: Job) => {
    if ('change' in data) kinds.push(data.change.kind);
  });
  while (kinds.length <= reminders.length) await delay(20);
  const before = kinds.indexOf('event.cancelled');
  t.ok(before >= 0 && before < 6, `${before} reminders before it, at most those taken with it`);
});
