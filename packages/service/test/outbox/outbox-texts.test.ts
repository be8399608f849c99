import t from 'tap';
import { type OutboxCommand, runOutboxCommand } from '../../src/outbox/outbox-command.ts';

type Jobs = Parameters<typeof runOutboxCommand>[1];

const at = new Date('2026-06-01T12:00:00.000Z');

const job: Awaited<ReturnType<Jobs['readJobs']>>[number] = {
  id: '0198c0de-0000-7000-8000-00000000000a',
  ...{ queue: 'webhooks', state: 'retrying', tries: 2, madeAt: at, dueAt: at },
  error: 'RangeError',
  data: { changes: [{ kind: 'guest.removed', at: at.toISOString(), status: 'whsec_c2VjcmV0' }] },
};

const jobs: Jobs = {
  queueStates: async () =>
    ['notices', 'webhooks'].map((queue) => ({
      ...{ queue, waiting: queue === 'webhooks' ? 1 : 0, retrying: 0, dead: 12, oldestDueSeconds: 3.6 },
    })) as unknown as Awaited<ReturnType<Jobs['queueStates']>>,
  readJobs: async (subject) => (subject === 'webhooks' || subject === job.id ? [job] : []),
  retryJobs: async (subject) => (subject === 'webhooks' ? 2 : 1),
};

const run = (name: OutboxCommand['name'], subject = '', isJson = false) =>
  runOutboxCommand({ name, subject, isJson }, jobs);

t.test('queues are a table, or JSON', async (t) => {
  t.strictSame((await run('list')).split('\n'), [
    'queue     waiting  retrying  dead  oldest due (s)',
    'notices         0         0    12               4',
    'webhooks        1         0    12               4',
  ]);
  t.match(JSON.parse(await run('list', '', true)), [{ queue: 'notices', dead: 12 }, { queue: 'webhooks' }]);
});

t.test('jobs show ids, kinds and times, and nothing else that they might hold', async (t) => {
  const result = await run('show', 'webhooks');
  t.match(
    result,
    `${job.id}  webhooks  retrying\n  tries: 2, the last: RangeError; made ${at.toISOString()}`,
  );
  t.match(result, '"kind":"guest.removed"');
  for (const text of [result, await run('show', job.id, true)]) {
    t.match(text, '(left out)');
    t.notMatch(text, 'whsec_');
  }
  t.equal(await run('show', 'notices'), 'Nothing waits.');
});

t.test('what is due again is counted, what is unknown is said', async (t) => {
  t.equal(await run('retry', 'webhooks'), '2 jobs due now.');
  t.equal(await run('retry', job.id), '1 job due now.');
  t.strictSame(JSON.parse(await run('retry', 'webhooks', true)), { retried: 2 });
  await t.rejects(run('retry', 'dance'), {
    name: 'OperatorError',
    message: 'There is no queue or waiting job dance.',
  });
});
