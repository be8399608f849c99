import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { queueTables } from '../../src/mail/queue-tables.ts';
import { openPostgres } from '../../src/open-postgres.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addEvent, newId, sendInvitation } = fixtures;
const database = await openTestPostgres(t);
const { postgres, query, stores } = database;
const { unitOfWork } = postgres;

await t.test('the tables of the queue are those of the last release', async (t) => {
  // The library starts on its own version of them alone: another one stops replicas of that release (ADR 0053).
  t.match(queueTables, 'version 43');
});

await t.test('mails in progress return to the queue when the service stops', async (t) => {
  const stoppingPostgres = await openPostgres({ url: database.url });
  const event = await addEvent(stores);
  const invitation = await sendInvitation(stores, event, { kind: 'email', email: 'guest@example.org' });
  const startPromise = new Promise<void>((resolve) => {
    const handler = () => {
      resolve();
      return new Promise<void>(() => undefined);
    };
    void stoppingPostgres
      .startMailWorker(handler)
      .then(() => stores.mailOutbox.enqueue([{ id: invitation.id, sending: 1 }]));
  });
  await startPromise;
  await stoppingPostgres.close();
  t.strictSame(await query("select state from jobs.job where name = 'invitation-mail'"), [
    { state: 'retry' },
  ]);
  await query('delete from jobs.job');
});

await t.test(
  'mails are queued in the transaction of their invitation, once a sending, and retried',
  async (t) => {
    const worker = await openPostgres({ url: database.url });
    const delivered: string[] = [];
    const jobs = () =>
      query<{ state: string; data: object }>('select state, data from jobs.job order by created_on');
    const [one, two] = [newId<'invitation'>(), newId<'invitation'>()];
    await t.rejects(
      unitOfWork.run(async (inside) => {
        await inside.mailOutbox.enqueue([{ id: one, sending: 1 }]);
        throw new Error('rolled back');
      }),
      { message: 'rolled back' },
    );
    t.strictSame(await jobs(), []);
    await unitOfWork.run((inside) =>
      inside.mailOutbox.enqueue([
        { id: one, sending: 1 },
        { id: two, sending: 1 },
      ]),
    );
    await stores.mailOutbox.enqueue([{ id: one, sending: 1 }]);
    t.match(await postgres.mailQueueState(), { fresh: 2, retrying: 0, oldestDueSeconds: Number });
    t.equal((await jobs()).length, 2);
    t.strictSame((await jobs())[0]?.data, { invitationId: one, sending: 1 });

    await new Promise<void>((resolve, reject) => {
      worker
        .startMailWorker(async ({ invitationId, sending }) => {
          delivered.push(`${invitationId} ${sending}`);
          if (delivered.length === 3) resolve();
          if (invitationId === two) throw new Error('421 the server is unavailable');
        })
        .then(() => stores.mailOutbox.enqueue([{ id: one, sending: 2 }]))
        .catch(reject);
    });
    await worker.close();
    t.strictSame(delivered.sort(), [`${one} 1`, `${one} 2`, `${two} 1`].sort());
    const states = await query<{ state: string; output: object | null; wait: number }>(
      `select state, output, extract(epoch from start_after - now())::float as wait from jobs.job
      where name = 'invitation-mail' order by state`,
    );
    t.strictSame(
      states.map(({ state }) => state),
      ['retry', 'completed', 'completed'],
    );
    t.strictSame(states[0]?.output, { error: 'Error' }, 'a message may hold an address');
    t.ok((states[0]?.wait ?? 0) > 2, 'the second try is put off');
  },
);
