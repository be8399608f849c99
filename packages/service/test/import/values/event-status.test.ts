import t from 'tap';
import { isCancelled } from '../../../src/import/values/event-status.ts';

t.test('the last part of an address is the status', async (t) => {
  for (const eventStatus of [
    ...['https://schema.org/EventCancelled', 'schema:EventCancelled/', 'EventCancelled', 'Event_Canceled # '],
    'https://schema.org/x#EventCancelled',
  ])
    t.ok(isCancelled({ eventStatus }), eventStatus);
  for (const eventStatus of ['', 'https://schema.org/EventCancelled/x', 'EventCancelled:', 'EventScheduled'])
    t.notOk(isCancelled({ eventStatus }), eventStatus);
});

t.test('runs of marks take no time', async (t) => {
  const start = performance.now();
  for (const mark of [' ', '/', '#', 'a', ' a'])
    t.notOk(isCancelled({ eventStatus: `${mark.repeat(50_000)}:` }));
  t.ok(performance.now() - start < 2_000);
});
