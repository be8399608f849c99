import { setTimeout as delay } from 'node:timers/promises';
import { newChange } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../../../adapters-postgres/test-support/open-test-postgres.ts';
import { readOutboxArguments } from '../../src/outbox/outbox-command.ts';
import { workOnOutbox } from '../../src/outbox/work-on-outbox.ts';
import { runProgram } from '../support/run-program.ts';
import { cleanUp, startMain } from '../support/service-process.ts';

t.teardown(cleanUp);

t.test('what is wrong with the arguments is said', async (t) => {
  for (const [args, message] of [
    [[], /COMMAND is needed/],
    [['dance'], /no command dance/],
    [['show'], /QUEUE or JOB_ID is needed/],
    [['list', 'x'], /too many/],
    [['show', 'x', 'y'], /too many/],
    [['list', '--all'], /--all/],
  ] as const)
    t.throws(() => readOutboxArguments(args), { name: 'WrongUsage', message });
  t.equal(readOutboxArguments(['show', '--help']), null);
});

t.test('an operator sees what waits, and tries again what failed', async (t) => {
  const database = await openTestPostgres(t);
  const { stores } = database.postgres;
  const run = (...args: readonly string[]) => runProgram(workOnOutbox, { DATABASE_URL: database.url }, args);
  const change = newChange('guest.removed', fixtures.now, {
    id: fixtures.newId(),
    data: { status: 'whsec_c2VjcmV0 +491713920037' },
  });
  await stores.outbox.add([change]);
  const list = await run('list', '--json');
  t.match(
    JSON.parse(list.stdout).find(({ queue }: { queue: string }) => queue === 'changes'),
    { waiting: 1, dead: 0 },
  );
  const { stdout } = await run('show', 'changes');
  t.match(stdout, /changes {2}waiting/);
  t.match(stdout, change.id);
  t.notMatch(stdout, /whsec_|3920037/, 'no secret, even if it were there');
  const program = startMain('outbox.ts', { DATABASE_URL: database.url }, ['show', 'dance']);
  t.match(await program.ended, { code: 1, stderr: /no queue or waiting job dance/ });

  // A delivery waits for its next try.
  const { id: ownerId } = await fixtures.addUser(stores);
  const webhook = { id: fixtures.newId(), ownerId, url: 'https://hooks.example.com/secret-path' };
  await stores.webhooks.add(
    {
      ...{ ...webhook, types: ['rsvp.changed'], eventId: null, isEnabled: true, generation: 0 },
      ...{ rotatedAt: null, failingSince: null, createdAt: fixtures.now },
    },
    20,
  );
  const delivery = { id: fixtures.newId(), webhookId: webhook.id, changeId: fixtures.newId() };
  const dueAt = new Date(Date.now() + 300_000);
  await stores.deliveries.add([
    {
      ...{ ...delivery, type: 'rsvp.changed', data: {}, status: 'pending', attempts: 2 },
      ...{ lastStatus: 500, nextAttemptAt: dueAt, createdAt: fixtures.now },
    },
  ]);
  const data = { deliveryId: delivery.id, attempt: 2 };
  const share = webhook.id;
  await stores.jobs.add([{ queue: 'failing-deliveries', id: fixtures.newId(), data, dueAt, share }]);
  const { stdout: states } = await run('list', '--json');
  t.match(
    JSON.parse(states).find(({ queue }: { queue: string }) => queue === 'failing-deliveries'),
    { waiting: 0, retrying: 1, dead: 0 },
  );
  for (const subject of ['failing-deliveries', delivery.id]) {
    const { stdout: waiting } = await run('show', subject);
    t.match(waiting, `${delivery.id}  failing-deliveries  retrying\n  tries: 2, the last: status_500;`);
    t.notMatch(waiting, 'secret-path');
  }
  t.match(await run('retry', delivery.id), { code: 0, stdout: '1 job due now.\n' });
  t.match(await run('retry', 'failing-deliveries'), { code: 0, stdout: '0 jobs due now.\n' });

  // The last try of the change fails.
  await database.query("update outbox set tries = 22 where queue = 'changes'");
  database.postgres.startWorker({ now: () => new Date() }, async () => {
    throw new RangeError('a message with an address@example.org');
  });
  const dead = () => database.query<{ id: string }>("select id from outbox where due_at = 'infinity'");
  while ((await dead()).length === 0) await delay(50);
  const result = await run('show', 'changes');
  t.match(result.stdout, /changes {2}dead/);
  t.match(result.stdout, /the last: RangeError/);
  t.notMatch(result.stdout, /address@/);
  const [{ id = '' } = {}] = await dead();
  t.match(await run('retry', id), { code: 0, stdout: '1 job due now.\n' });
  t.match(await run('retry', 'notices'), { code: 0, stdout: '0 jobs due now.\n' });
});
