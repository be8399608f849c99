import type { Test } from 'tap';
import { openCommitGate } from '../../support/commit-gate.ts';
import { newAddress, type Replica, startReplica, untilServed } from '../../support/replica.ts';
import type { ReplicaPair } from '../../support/replica-pair.ts';

const day = 86_400_000;
const began = Date.now();
const fromNow = (milliseconds: number) => new Date(began + milliseconds).toISOString();
const newEvent = (title: string) => ({
  title,
  description: 'Songs by the canal.',
  startAt: fromNow(day),
  endAt: fromNow(2 * day),
  location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
  category: 'music',
});

export const testIdempotency = async (t: Test, pair: ReplicaPair): Promise<void> => {
  const [steady, other] = pair.replicas;
  const gate = await openCommitGate(t, pair.databaseUrl);
  const startGated = () => startReplica({ ...pair.variables, DATABASE_URL: gate.url });
  const [phone] = pair.phones(1);
  const from = newAddress();
  await steady.call('POST /v1/auth/otp/start', { body: { phone }, from });
  const { body } = await steady.call('POST /v1/auth/otp/check', { body: { phone, code: '1234' }, from });
  const token: string = body.accessToken;

  const create = (replica: Replica, title: string) =>
    replica.call('POST /v1/events', {
      token,
      body: newEvent(title),
      headers: { 'idempotency-key': `"${title}"` },
    });
  const titles = async (): Promise<string[]> => {
    const { body } = await steady.call('GET /v1/me/events?role=organizing&limit=50', { token });
    return body.data.map(({ title }: { title: string }) => title);
  };
  const created = async (title: string) => (await titles()).filter((each) => each === title).length;
  /** Repeats a request until it is no longer in progress, as a client does. */
  const repeat = async (title: string) => {
    for (;;) {
      const answer = await create(steady, title);
      if (answer.status !== 409) return answer;
      t.equal(answer.body.code, 'idempotency_in_progress');
    }
  };

  await t.test('50 parallel requests over two replicas', async (t) => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        untilServed(() => create(index % 2 ? other : steady, 'Parallel')),
      ),
    );
    const done = answers.filter(({ status }) => status === 201);
    t.ok(answers.every(({ status }) => status === 201 || status === 409));
    t.equal(done.filter(({ headers }) => !headers.has('idempotency-replayed')).length, 1);
    t.equal(new Set(done.map(({ body }) => body.id)).size, 1);
    t.equal(await created('Parallel'), 1);
  });

  for (const where of ['before', 'after'] as const)
    await t.test(`killed just ${where} the commit`, async (t) => {
      const gated = await startGated();
      const title = `Killed ${where} the commit`;
      const stoppedPromise = gate.stop(where);
      const lost = create(gated, title);
      await stoppedPromise;
      gated.process.kill('SIGKILL');
      await t.rejects(lost, 'the response is lost');
      t.equal((await gated.process.ended).signal, 'SIGKILL');
      const answer = await repeat(title);
      t.equal(answer.status, 201);
      t.equal(answer.headers.get('idempotency-replayed'), where === 'after' ? 'true' : null);
      t.equal(answer.body.title, title);
      t.equal(await created(title), 1);
    });
};
