import t from 'tap';
import { createMemoryWorld, type MemoryWorld, memoryProof } from '../../memory/index.ts';
import { defaultSettings } from '../../src/settings.ts';
import { freeOfProof, proofSeconds, shareGuard } from '../../src/sign-in/proof.ts';
import { signInPolicy } from '../../src/sign-in/sign-in-policy.ts';
import { shareKey } from '../../src/sign-in/sms/sms-shares.ts';
import { after, minute } from '../../src/time.ts';
import { problemOf, refusal } from '../support.ts';
import { lastCode, network, signIn } from './sign-in-scene.ts';

const number = (last: number) => `+4915100${String(last).padStart(6, '0')}`;
const elsewhere = '198.51.100.0/24';

/** The price of a proof of an unknown caller, when no other caller asks. */
const priceOf = (used: number, settings = defaultSettings) =>
  proofSeconds(shareGuard(used, settings, 'unknownCallers'));

/** A world whose unknown callers have 4 SMS a day, 2 of them without a proof. */
const scene = () => createMemoryWorld({ settings: { smsDailyBudget: 16 } });
const start = (world: MemoryWorld, last: number, more: object = {}) =>
  world.domain.startSignIn({ phone: number(last), network: elsewhere, ...more });
const drain = async (world: MemoryWorld, count: number) => {
  for (let last = 1; last <= count; last += 1) await start(world, last);
};

const challengeOf = async (call: Promise<unknown>) => {
  const problem = await problemOf(call);
  if (problem.code !== 'proof_required') throw new Error(`was refused with ${problem.code}`);
  return problem.challenge;
};

t.test('the work rises evenly by factors from 0.3 to 10 seconds', async (t) => {
  const { unknownCallers } = { unknownCallers: 250 };
  const seconds = (used: number) => Number(priceOf(used).toFixed(3));
  t.equal(freeOfProof(defaultSettings, 'unknownCallers'), unknownCallers / 2);
  t.equal(seconds(0), 0.3);
  t.equal(seconds(125), 0.3);
  t.equal(seconds(125 + 62.5), Number(Math.sqrt(0.3 * 10).toFixed(3)));
  t.equal(seconds(250), 10);
  t.equal(seconds(999), 10);
  t.equal(priceOf(1, { ...defaultSettings, smsDailyBudget: 1 }), signInPolicy.proof.leastSeconds);
});

t.test('from half of the unknown callers’ share on, a stranger has to bring a proof, once', async (t) => {
  const world = scene();
  await drain(world, 2);
  const challenge = await challengeOf(start(world, 3));
  t.hasStrict(challenge, { phone: number(3), seconds: 0.3 });
  t.equal(world.smsSent.length, 2);
  t.strictSame((await world.dependencies.stores.signIns.find(number(3))).version, 0, 'nothing is written');
  const proof = memoryProof(challenge);
  for (const bad of ['', 'solved', `${proof}0`.replace('solved', 'guessed')])
    await t.rejects(start(world, 3, { proof: bad }), refusal('proof_required'), bad);
  await t.rejects(start(world, 4, { proof }), refusal('proof_required'), 'of another phone');
  t.match(await start(world, 3, { proof }), { requestId: String });
  t.equal(world.smsSent.length, 3);
  world.clock.advance(signInPolicy.smsPause);
  const again = await challengeOf(start(world, 3, { proof }));
  t.equal(again.seconds, priceOf(4, { ...defaultSettings, smsDailyBudget: 16 }), 'harder by now');
  await start(world, 3, { proof: memoryProof(again) });
  world.clock.advance(signInPolicy.smsPause);
  const late = start(world, 3, { proof: memoryProof(again) });
  t.hasStrict(await problemOf(late), { budget: 'stranger-sms', limit: 4 }, 'a spent share asks for nothing');
});

t.test('a proof is good for five minutes', async (t) => {
  const world = scene();
  await drain(world, 2);
  const proof = memoryProof(await challengeOf(start(world, 3)));
  world.clock.advance(5 * minute);
  await t.rejects(start(world, 3, { proof }), refusal('proof_required'));
  const next = memoryProof(await challengeOf(start(world, 3)));
  world.clock.advance(5 * minute - 1);
  t.ok(await start(world, 3, { proof: next }));
});

t.test('many at once get through with one proof once', async (t) => {
  const world = scene();
  await drain(world, 2);
  const proof = memoryProof(await challengeOf(start(world, 3)));
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => start(world, 3, { proof })));
  t.equal(world.smsSent.length, 3);
  t.ok(all.some(({ status }) => status === 'fulfilled'));
});

t.test('unknown callers at once do not spend more than the free half without proofs', async (t) => {
  const world = scene();
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, last) => start(world, last)));
  t.equal(all.filter(({ status }) => status === 'fulfilled').length, 2);
  t.equal(world.smsSent.length, 2);
});

t.test('accounts, returning networks and the pause after an SMS need no proof', async (t) => {
  const world = scene();
  await world.domain.startSignIn({ phone: number(90), network });
  await world.domain.checkCode({ phone: number(90), code: lastCode(world), network });
  await drain(world, 2);
  const { requestId } = await start(world, 2);
  t.ok(requestId, 'a code was sent just now');
  await t.rejects(start(world, 3), refusal('proof_required'));
  t.ok(await start(world, 3, { network }), 'a sign-in came from there');
  world.clock.advance(signInPolicy.smsPause);
  t.ok(await start(world, 90), 'it has an account');
  world.clock.advance(signInPolicy.knownNetworkLifetime);
  await drain(world, 2);
  await t.rejects(start(world, 4, { network }), refusal('proof_required'), 'after 90 days');
});

t.test('a test number needs no proof, and its sign-ins make no network known', async (t) => {
  const testPhones = { codes: { '+15550001111': '4321' }, until: new Date('2026-07-01T00:00:00.000Z') };
  const world = createMemoryWorld({ settings: { smsDailyBudget: 16, testPhones } });
  await drain(world, 2);
  await world.domain.startSignIn({ phone: '+15550001111', network });
  t.ok(await world.domain.checkCode({ phone: '+15550001111', code: '4321', network }));
  await t.rejects(start(world, 3, { network }), refusal('proof_required'));
});

t.test('challenges that are out make the next one harder', async (t) => {
  const world = createMemoryWorld();
  const { quotas } = world.dependencies.stores;
  const until = after(world.clock.now(), minute);
  await quotas.takeAll(
    [{ key: shareKey('unknownCallers', world.clock.now()), amount: 125, limit: 250, until }],
    world.clock.now(),
  );
  const seconds = async () => Number((await challengeOf(start(world, 3))).seconds);
  const prices = [await seconds(), await seconds()];
  t.strictSame(
    prices,
    [125, 126].map((used) => priceOf(used)),
  );
  for (let fetched = 2; fetched < 125; fetched += 1) await seconds();
  t.equal(await seconds(), signInPolicy.proof.mostSeconds);
  world.clock.advance(signInPolicy.proof.lifetime);
  t.equal(await seconds(), signInPolicy.proof.leastSeconds, 'they count for as long as they are good');
});

t.test(
  'proofs cannot be stocked up: one below the price of now is refused with a new challenge',
  async (t) => {
    const world = createMemoryWorld({ settings: { smsDailyBudget: 80 } });
    await drain(world, 10);
    const challenges: Awaited<ReturnType<typeof challengeOf>>[] = [];
    for (let last = 11; last <= 15; last += 1) challenges.push(await challengeOf(start(world, last)));
    const proofs = challenges.map(memoryProof);
    t.equal(challenges[0]?.seconds, signInPolicy.proof.leastSeconds);
    for (const last of [15, 14]) await start(world, last, { proof: proofs[last - 11] });
    const again = await challengeOf(start(world, 11, { proof: proofs[0] }));
    t.ok(
      Number(again.seconds) > priceOf(12, { ...defaultSettings, smsDailyBudget: 80 }),
      'two are spent, five out',
    );
    t.equal(world.smsSent.length, 12);
    await start(world, 13, { proof: proofs[2] });
    await start(world, 11, { proof: memoryProof(again) });
    t.equal(world.smsSent.length, 14, 'each for no less than what is spent asks for');
  },
);

t.test('callers an account does not know prove work, and leave its owner’s share alone', async (t) => {
  const world = createMemoryWorld({ settings: { smsDailyBudget: 16 } });
  const owner = await signIn(world, number(1));
  await signIn(world, number(2));
  await signIn(world, number(3));
  world.clock.advance(signInPolicy.smsPause);
  await start(world, 1);
  await start(world, 2);
  const challenge = await challengeOf(start(world, 3));
  await start(world, 3, { proof: memoryProof(challenge) });
  world.clock.advance(signInPolicy.smsPause);
  await start(world, 3, { proof: memoryProof(await challengeOf(start(world, 3))) });
  world.clock.advance(signInPolicy.smsPause);
  t.hasStrict(await problemOf(start(world, 2)), { budget: 'account-sms', limit: 4 });
  const smsCount = world.smsSent.length;
  await start(world, 1, { deviceSession: owner.session.id });
  t.equal(world.smsSent.length, smsCount + 1, 'a known device has a share of its own');
});
