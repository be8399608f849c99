import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { event, faultsOf, person, refusal, unknownId } from '../support.ts';

const scene = async () => {
  const world = createMemoryWorld();
  const [operatorId, user] = [await person(world), await person(world)];
  const phone = world.tables.users.get(user)?.phone ?? '';
  const act = { operatorId, origin: { sessionId: null, network: '203.0.113.0/24' }, reason: 'Fraud.' };
  return { world, domain: world.domain, user, phone, act };
};

t.test('an account is found by its phone or its id, with what it did', async (t) => {
  const { world, domain, user, phone, act } = await scene();
  await event(world, user);
  const byId = await domain.lookUpUser({ ...act, id: user });
  t.match(byId, { user: { id: user, phone }, counts: { events: 1 }, sessions: [{ userId: user }] });
  t.strictSame(await domain.lookUpUser({ ...act, phone }), byId);
  t.equal(world.auditEntries.filter((entry) => entry.event === 'account_looked_up').length, 2);
  t.match(world.auditEntries.at(-1), { userId: act.operatorId, subjectId: user, reason: 'Fraud.' });
});

t.test('a look-up has a phone or an id, and is recorded also when no user is found', async (t) => {
  const { world, domain, user, phone, act } = await scene();
  for (const names of [{}, { id: user, phone }])
    t.match(await faultsOf(domain.lookUpUser({ ...act, ...names })), [{ path: '' }]);
  t.notOk(world.auditEntries.some((entry) => entry.event === 'account_looked_up'));
  for (const names of [{ id: unknownId }, { id: 'nonsense' }, { phone: '+4915199999999' }])
    await t.rejects(domain.lookUpUser({ ...act, ...names }), refusal('not_found'));
  t.equal(world.auditEntries.filter((entry) => entry.event === 'account_looked_up').length, 3);
});

t.test('a suspension is told with its reason, and lifted without one', async (t) => {
  const { world, domain, user, act } = await scene();
  const at = world.clock.now();
  const suspendedUser = await domain.suspendUser({ ...act, userId: user });
  t.strictSame(suspendedUser, { id: user, hasChanged: true, suspended: { reason: 'Fraud.', at } });
  const liftedUser = await domain.liftSuspension({ ...act, operatorId: null, userId: user, reason: '' });
  t.strictSame(liftedUser, { id: user, hasChanged: true, suspended: null });
  t.equal(world.tables.users.get(user)?.suspendedAt, null);
  t.match(world.auditEntries.slice(-2), [
    { event: 'account_suspended', userId: act.operatorId, subjectId: user },
    { event: 'suspension_lifted', userId: undefined, subjectId: user },
  ]);
});
