import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { minute } from '../../src/time.ts';
import { lastCode, network, phone } from '../sign-in/sign-in-scene.ts';
import { refusal, unknownId } from '../support.ts';

const refused = refusal('unauthenticated');

/** A user with a session of a device and one of a receipt. */
const scene = async () => {
  const world = createMemoryWorld();
  const { domain, clock } = world;
  const signIn = async (isReceipt: boolean) => {
    clock.advance(minute);
    await domain.startSignIn({ phone });
    return (await domain.checkCode({ phone, code: lastCode(world), network, isReceipt })).session;
  };
  const [device, receipt] = [await signIn(false), await signIn(true)];
  const read = (sessionId: string) => domain.readReceipt({ sessionId });
  return { world, domain, clock, device, receipt, read, userId: device.userId };
};

t.test(
  'a receipt names its holder for half an hour, however often it is used, and writes nothing',
  async (t) => {
    const { world, clock, device, receipt, read, userId } = await scene();
    const before = JSON.stringify(world.tables.sessions.rows());
    for (let minutes = 0; minutes < 30; minutes += 5) {
      t.strictSame(await read(receipt.id), { userId, sessionId: receipt.id });
      clock.advance(5 * minute - (minutes === 0 ? 1 : 0));
    }
    t.match(await read(receipt.id), { userId });
    clock.advance(1);
    for (const id of [receipt.id, device.id, unknownId, 'x', '']) await t.rejects(read(id), refused, id);
    t.equal(JSON.stringify(world.tables.sessions.rows()), before);
  },
);

t.test('of the session of a receipt there is no token, and its owner is not shown it', async (t) => {
  const { domain, device, receipt, userId } = await scene();
  const claims = { sessionId: receipt.id, generation: 1 };
  await t.rejects(domain.authenticate({ ...claims, userId }), refused);
  await t.rejects(domain.readSession(claims), refused);
  await t.rejects(domain.refreshSession(claims), refusal('refresh_token_invalid'));
  const list = await domain.listSessions({ userId, sessionId: device.id });
  t.strictSame(
    list.map(({ id }) => id),
    [device.id],
  );
});

t.test('a receipt ends with its session', async (t) => {
  for (const end of ['endOtherSessions', 'deleteAccount', 'suspend', 'logOut'] as const) {
    const { world, domain, device, receipt, read, userId } = await scene();
    const own = { userId, sessionId: device.id };
    if (end === 'suspend') {
      const { moderation } = world.dependencies.stores;
      await moderation.suspend(userId, { reason: 'Spam.', at: world.clock.now() });
      await moderation.lift(userId);
    } else await domain[end](end === 'logOut' ? { userId, sessionId: receipt.id } : own);
    await t.rejects(read(receipt.id), refused, end);
    const isKept = end === 'endOtherSessions' || end === 'logOut';
    if (isKept) t.match(await read(device.id), { userId }, `${end} ends no other`);
    else await t.rejects(read(device.id), refused, end);
  }
});
