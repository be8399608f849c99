import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { PhoneNumbers } from '../../src/ports/sources/phone-numbers.ts';
import { CodeTimeout } from '../../src/sign-in/code-timeout.ts';
import { signInPolicy } from '../../src/sign-in/sign-in-policy.ts';
import { day } from '../../src/time.ts';
import { faultsOf, problemOf, refusal } from '../support.ts';
import { lastCode, network, phone } from './sign-in-scene.ts';

const noSms = [{ path: '/phone', message: 'must be a number that can receive SMS' }];
const notServed = [
  { path: '/phone', message: 'must be a number of a country that this service sends SMS to' },
];

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

t.test('a start within the pause writes nothing, and tells how long it lasts', async (t) => {
  const world = createMemoryWorld();
  const { resendAfterSeconds } = await world.domain.startSignIn({ phone });
  t.equal(resendAfterSeconds, 30);
  const before = await world.dependencies.stores.signIns.find(phone);
  world.clock.advance(10_500);
  t.equal((await world.domain.startSignIn({ phone })).resendAfterSeconds, 20);
  t.strictSame(await world.dependencies.stores.signIns.find(phone), before);
  world.clock.advance(19_500);
  t.equal((await world.domain.startSignIn({ phone })).resendAfterSeconds, 30);
});

t.test('the sixth SMS within an hour is refused', async (t) => {
  const world = createMemoryWorld();
  for (let smsList = 0; smsList < 5; smsList += 1) {
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

t.test('an invalid number, or one that may not receive SMS, is refused', async (t) => {
  const { domain } = createMemoryWorld();
  t.strictSame(await faultsOf(domain.startSignIn({ phone: 'hello' })), [
    { path: '/phone', message: 'must be a phone number in E.164 form' },
  ]);
  t.strictSame(await faultsOf(domain.startSignIn({ phone: '+1900555123' })), noSms);
});

t.test('with countries set, numbers of other countries are refused, except test numbers', async (t) => {
  const phones: PhoneNumbers = {
    countries: () => [],
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
  for (const other of ['+33639981234', '+8835100012'])
    t.strictSame(await faultsOf(start(other)), notServed, other);
  t.strictSame(await faultsOf(start('+4919001234')), noSms);
  await start('+15550001111');
  t.equal(world.smsSent.length, 1, 'a test number gets no SMS');
});

t.test('a failing provider is reported with a pause, and nothing is charged', async (t) => {
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
  t.strictSame((await world.dependencies.stores.signIns.find(phone)).record.sms.unknown, []);
});

t.test('a second start sends the same code again, but not within the pause', async (t) => {
  const world = createMemoryWorld();
  const { requestId } = await world.domain.startSignIn({ phone });
  world.clock.advance(signInPolicy.smsPause - 1);
  t.equal((await world.domain.startSignIn({ phone })).requestId, requestId);
  t.equal(world.smsSent.length, 1);
  world.clock.advance(1);
  t.equal((await world.domain.startSignIn({ phone })).requestId, requestId);
  t.equal(world.smsSent.length, 2);
  t.equal(world.smsSent[1]?.code, world.smsSent[0]?.code);
  world.clock.advance(signInPolicy.challengeLifetime);
  t.not((await world.domain.startSignIn({ phone })).requestId, requestId, 'an expired one is replaced');
});

t.test('SMS are capped per phone, and a refused start is not counted', async (t) => {
  const world = createMemoryWorld();
  for (let smsList = 0; smsList < 5; smsList += 1) {
    await world.domain.startSignIn({ phone });
    world.clock.advance(signInPolicy.smsPause);
  }
  for (let attempt = 0; attempt < 3; attempt += 1)
    await t.rejects(
      world.domain.startSignIn({ phone }),
      refusal('rate_limited', { retryAfterSeconds: 3600 - 5 * 30 }),
    );
  world.clock.advance(day);
  t.ok(await world.domain.startSignIn({ phone }), 'the next day is a new one');
});

t.test('an SMS that a spent budget refuses is not counted for the phone', async (t) => {
  const world = createMemoryWorld({ settings: { smsDailyBudget: 1 } });
  await world.domain.startSignIn({ phone: '+4915100000001' });
  await t.rejects(
    world.domain.startSignIn({ phone }),
    refusal('rate_limited', { budget: 'stranger-sms', limit: 1 }),
  );
  const { record } = await world.dependencies.stores.signIns.find(phone);
  t.strictSame([record.sms.unknown, record.challenge?.sms], [[], []]);
  await world.domain.checkCode({ phone: '+4915100000001', code: lastCode(world), network });
  t.ok(await world.domain.startSignIn({ phone }), 'a sign-in gives its SMS back');
});

t.test('an SMS whose provider did not respond in time counts as sent', async (t) => {
  const smsList: string[] = [];
  const world = createMemoryWorld({
    settings: { smsDailyBudget: 8 },
    overrides: {
      codeSender: {
        sendCode: async ({ code }) => {
          smsList.push(code);
          throw new CodeTimeout();
        },
      },
    },
  });
  const start = (number: string) => world.domain.startSignIn({ phone: number });
  await t.rejects(start(phone), refusal('unavailable', { retryAfterSeconds: 30 }));
  t.strictSame((await world.dependencies.stores.signIns.find(phone)).record.sms.unknown.length, 1);
  await t.rejects(start('+4915100000001'), refusal('proof_required'), 'half of two is spent');
  t.ok(await start(phone), 'as after any SMS, nothing is sent for a while');
  t.equal(smsList.length, 1);
  t.ok(await world.domain.checkCode({ phone, code: smsList[0] ?? '', network }), 'it may have arrived');
});

t.test('an SMS that no provider takes is not charged', async (t) => {
  let down = true;
  const smsList: string[] = [];
  const world = createMemoryWorld({
    settings: { smsDailyBudget: 1 },
    overrides: {
      codeSender: {
        sendCode: async ({ code }) => {
          if (down) throw new Error('away');
          smsList.push(code);
        },
      },
    },
  });
  for (let attempt = 0; attempt < 12; attempt += 1)
    await t.rejects(world.domain.startSignIn({ phone }), refusal('unavailable'));
  down = false;
  await world.domain.startSignIn({ phone });
  t.ok(await world.domain.checkCode({ phone, code: smsList[0] ?? '', network }));
});

t.test('a text that is no phone number is refused', async (t) => {
  const { domain } = createMemoryWorld();
  for (const bad of ['', '12345', 'hello', '+1900555123', '+0123456789'])
    await t.rejects(
      domain.startSignIn({ phone: bad }),
      refusal('invalid_request', { errors: [{ path: '/phone' }] }),
    );
});

t.test('the SMS is in the language of the profile, else in the one that was asked for', async (t) => {
  const world = createMemoryWorld();
  const start = async (language?: 'en' | 'de') => {
    world.clock.advance(30_000);
    await world.domain.startSignIn({ phone, language });
    return world.smsSent.at(-1)?.language;
  };
  t.equal(await start(), 'en');
  t.equal(await start('de'), 'de');
  const { user } = await world.domain.checkCode({ phone, code: lastCode(world), network });
  t.equal(await start('de'), 'de', 'a profile without one');
  await world.domain.updateProfile({ userId: user.id, changes: { locale: 'en-GB' } });
  t.equal(await start('de'), 'en');
});
