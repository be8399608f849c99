import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { PhoneNumbers } from '../../src/ports/phone-numbers.ts';
import { faultsOf, problemOf } from '../support.ts';

const phone = '+4915112345678';
const notServed = [{ path: '/phone', message: 'must be a number that this service sends SMS to' }];

t.test('each SMS has an id of its own', async (t) => {
  const world = createMemoryWorld();
  const { requestId } = await world.domain.startSignIn({ phone });
  const first = world.clock.now().getTime();
  world.clock.advance(30_000);
  await world.domain.startSignIn({ phone });
  t.strictSame(
    world.smsSent.map(({ id }) => id),
    [`${requestId}-${first}`, `${requestId}-${first + 30_000}`],
  );
});

t.test('a start within the pause writes nothing', async (t) => {
  const world = createMemoryWorld();
  await world.domain.startSignIn({ phone });
  const before = await world.dependencies.stores.signIns.find(phone);
  await world.domain.startSignIn({ phone });
  t.strictSame(await world.dependencies.stores.signIns.find(phone), before);
});

t.test('the sixth SMS within an hour is refused', async (t) => {
  const world = createMemoryWorld();
  for (let sent = 0; sent < 5; sent += 1) {
    await world.domain.startSignIn({ phone });
    world.clock.advance(30_000);
  }
  t.strictSame(await problemOf(world.domain.startSignIn({ phone })), {
    code: 'rate_limited',
    detail: 'Too many codes were sent to this phone.',
    budget: 'phone-sms',
    limit: 5,
    retryAfterSeconds: 3600 - 5 * 30,
  });
});

t.test('a number that is none, or that SMS must not go to, is a fault', async (t) => {
  const { domain } = createMemoryWorld();
  t.strictSame(await faultsOf(domain.startSignIn({ phone: 'hello' })), [
    { path: '/phone', message: 'must be a phone number in E.164 form' },
  ]);
  t.strictSame(await faultsOf(domain.startSignIn({ phone: '+1900555123' })), notServed);
});

t.test('with countries set, numbers of others and of none are a fault, test numbers are not', async (t) => {
  const phones: PhoneNumbers = {
    parse: (text) => ({
      e164: text,
      country: text.startsWith('+49') ? 'DE' : text.startsWith('+33') ? 'FR' : null,
      mayReceiveSms: !text.startsWith('+491900'),
    }),
  };
  const until = new Date('2026-07-01T00:00:00.000Z');
  const world = createMemoryWorld({
    settings: { smsCountries: ['DE'], testPhones: { codes: { '+15550001111': '4321' }, until } },
    overrides: { phones },
  });
  const start = (number: string) => world.domain.startSignIn({ phone: number });
  await start(phone);
  for (const other of ['+33639981234', '+8835100012', '+4919001234'])
    t.strictSame(await faultsOf(start(other)), notServed, other);
  await start('+15550001111');
  t.equal(world.smsSent.length, 1, 'a test number gets no SMS');
});

t.test('a provider that is down is told with a pause, and nothing is charged', async (t) => {
  const world = createMemoryWorld({
    overrides: {
      codeSender: {
        sendCode: async () => {
          throw new Error('down');
        },
      },
    },
  });
  t.strictSame(await problemOf(world.domain.startSignIn({ phone })), {
    code: 'unavailable',
    retryAfterSeconds: 30,
  });
  t.strictSame((await world.dependencies.stores.signIns.find(phone)).record.smsSentAt, []);
});
