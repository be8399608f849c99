import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import { event, faultsOf, person, refusal, unknownId } from '../support.ts';

const scene = async () => {
  const world = createMemoryWorld();
  const [operator, user] = [await person(world), await person(world)];
  await event(world, user);
  const phone = world.tables.users.get(user)?.phone ?? '';
  const otherPhone = world.tables.users.get(operator)?.phone ?? '';
  return {
    world,
    domain: world.domain,
    operator,
    user,
    phone,
    otherPhone,
    act: { operatorId: null, reason: 'Letter.' },
  };
};

t.test('an export by letter has what the own one has', async (t) => {
  const { world, domain, user, phone, act } = await scene();
  const { id, batches } = await domain.exportUser({ ...act, phone });
  t.notMatch(world.auditEntries.at(-1), { event: 'data_exported' }, 'nothing is read yet');
  const sections = new Map<string, readonly object[]>();
  for await (const { section, rows } of batches) sections.set(section, rows);
  t.equal(id, user);
  t.match(sections.get('profile'), [{ id: user }]);
  t.equal(sections.get('eventsOrganized')?.length, 1);
  t.match(world.auditEntries.at(-1), { event: 'data_exported', subjectId: user, reason: 'Letter.' });
  t.match(await faultsOf(domain.exportUser({ ...act, phone, reason: ' ' })), [{ path: '/reason' }]);
  await t.rejects(domain.exportUser({ ...act, id: unknownId }), refusal('not_found'));
});

t.test('an account is erased by letter, but no operator', async (t) => {
  const { world, domain, operator, user, otherPhone, act } = await scene();
  await domain.grantOperator({ phone: otherPhone });
  await t.rejects(domain.eraseUser({ ...act, id: operator }), refusal('is_operator'));
  const { stores } = world.dependencies;
  const lost = { ...stores, users: { ...stores.users, erase: async () => false } };
  const racing = createDomain({ ...world.dependencies, stores: lost });
  await t.rejects(racing.eraseUser({ ...act, id: user }), refusal('not_found'), 'erased meanwhile');
  t.strictSame(await domain.eraseUser({ ...act, id: user }), { id: user });
  t.match(world.auditEntries.at(-1), { event: 'account_erased', subjectId: user, reason: 'Letter.' });
  t.notOk(world.tables.users.get(user));
  await t.rejects(domain.eraseUser({ ...act, id: user }), refusal('not_found'));
});

t.test('an act that holds already is said, and not written to the audit log', async (t) => {
  const { world, domain, operator, user, otherPhone } = await scene();
  const { id: eventId } = await event(world, user);
  const act = { operatorId: operator, reason: 'Fraud.' };
  const twice = async (perform: () => Promise<{ readonly hasChanged: boolean }>) => {
    const before = world.auditEntries.length;
    const outcomes = [(await perform()).hasChanged, (await perform()).hasChanged];
    t.strictSame([outcomes, world.auditEntries.length - before], [[true, false], 1]);
  };
  await twice(() => domain.takeDownEvent({ ...act, eventId }));
  await twice(() => domain.restoreEvent({ ...act, eventId }));
  await twice(() => domain.suspendUser({ ...act, userId: user }));
  await twice(() => domain.liftSuspension({ ...act, userId: user }));
  await twice(() => domain.suspendUser({ ...act, phone: otherPhone }));
  await twice(() => domain.liftSuspension({ ...act, phone: otherPhone }));
  await t.rejects(domain.suspendUser({ ...act, phone: '+4915199999999' }), refusal('not_found'));
  await twice(() => domain.grantOperator({ phone: otherPhone }));
  await twice(() => domain.revokeOperator({ phone: otherPhone }));
  const entries = world.auditEntries.length;
  for (const _ of [1, 2]) {
    await domain.changeCategory({ ...act, slug: 'music', changes: { isHidden: true } });
    await domain.orderCategories({ ...act, slugs: ['music'] });
  }
  t.equal(world.auditEntries.length, entries + 2);
});

t.test('reports are closed also where the act holds already', async (t) => {
  const { world, domain, operator, user } = await scene();
  const { id: eventId } = await event(world, user);
  for (const action of ['taken_down', 'suspended'] as const) {
    const entries: string[] = [];
    for (const _ of [1, 2]) {
      await world.dependencies.stores.reports.file({
        ...{ id: unknownId as never, reporterId: operator, reason: 'spam', text: '', at: world.clock.now() },
        target: { kind: 'event', id: eventId },
      });
      const before = world.auditEntries.length;
      await domain.closeReports({ operatorId: null, targetId: eventId, action, note: 'Spam.' });
      entries.push(
        world.auditEntries
          .slice(before)
          .map(({ event: name }) => name)
          .join(),
      );
    }
    t.strictSame(entries, [
      `${action === 'taken_down' ? 'event_taken_down' : 'account_suspended'},reports_closed`,
      'reports_closed',
    ]);
  }
});
