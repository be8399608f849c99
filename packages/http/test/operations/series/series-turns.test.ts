import { createMemoryWorld, type MemoryWorld } from '@event-platform/domain/memory';
import t from 'tap';
import { newEvent, openTestApp, type TestApp } from '../../../test-support/test-app.ts';

/** Signs in to a world that a test made. */
const signInTo = async ({ smsSent }: MemoryWorld, { call }: Pick<TestApp, 'call'>, phone: string) => {
  await call('POST /v1/auth/otp/start', { body: { phone } });
  const { body } = await call('POST /v1/auth/otp/check', { body: { phone, code: smsSent.at(-1)?.code } });
  return body as { readonly accessToken: string };
};

t.test('of the changes of series one runs at a time; the others wait for their turn', async (t) => {
  const world = createMemoryWorld();
  const inside: (() => void)[] = [];
  const gated =
    <Command, Result>(work: (command: Command) => Promise<Result>) =>
    async (command: Command) => {
      await new Promise<void>((resolve) => inside.push(resolve));
      return work(command);
    };
  const { domain } = world;
  const { call } = await openTestApp(t, {
    app: {
      ...world,
      domain: {
        ...domain,
        createSeries: gated(domain.createSeries),
        changeSeries: gated(domain.changeSeries),
        cancelSeries: gated(domain.cancelSeries),
      },
    },
  });
  const [one, other] = [
    await signInTo(world, { call }, '+491700000001'),
    await signInTo(world, { call }, '+491700000002'),
  ];
  const create = (as: typeof one) =>
    call('POST /v1/event-series', { as, body: { event: newEvent(world), rule: 'FREQ=DAILY;COUNT=3' } });
  /** Lets the next one go on once no further one begins. */
  const turn = async () => {
    while (inside.length < 1) await new Promise(setImmediate);
    for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
    t.equal(inside.length, 1);
    inside.shift()?.();
  };
  const creating = [create(one), create(one), create(other)];
  for (const _ of creating) await turn();
  const [first, second, third] = await Promise.all(creating);
  const change = (as: typeof one, id: string) =>
    call(`PATCH /v1/event-series/${id}`, { as, body: { event: { title: 'Late concert' } } });
  const changing = [
    ...Array.from({ length: 9 }, () => change(one, first?.body.id)),
    change(other, third?.body.id),
    call(`POST /v1/event-series/${second?.body.id}/cancel`, { as: one }),
  ];
  for (const _ of changing) await turn();
  t.strictSame(
    (await Promise.all(changing)).map(({ status }) => status),
    changing.map(() => 200),
  );
});

t.test('a repeated call has as much time as bulk work', async (t) => {
  const world = createMemoryWorld();
  const sizes: unknown[] = [];
  const { call } = await openTestApp(t, {
    app: {
      ...world,
      runOnce: (request, work, size) => {
        sizes.push(size);
        return world.runOnce(request, work, size);
      },
    },
  });
  const as = await signInTo(world, { call }, '+491700000001');
  const keyed = (target: string, key: string, body?: object) =>
    call(target, { as, headers: { 'idempotency-key': key }, ...(body && { body }) });
  const madeResponse = await keyed('POST /v1/event-series', 'one', {
    event: newEvent(world),
    rule: 'FREQ=DAILY;COUNT=3',
  });
  t.equal(madeResponse.status, 201);
  const path = `/v1/event-series/${madeResponse.body.id}`;
  t.equal((await keyed(`PATCH ${path}`, 'two', { event: { title: 'Late concert' } })).status, 200);
  t.equal((await keyed(`POST ${path}/cancel`, 'three')).status, 200);
  t.strictSame(sizes, ['bulk', 'bulk', 'bulk']);
});
