import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { SessionId, UserId } from '../../src/ids.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { event, faultsOf, person, refusal, unknownId } from '../support.ts';

const origin = { sessionId: null, network: '203.0.113.0/24' };

const openScene = async () => {
  const world = createMemoryWorld({ settings: { quotaScale: 1 } });
  const { domain } = world;
  const [organizer, guest, operator] = [await person(world), await person(world), await person(world)];
  await domain.grantOperator({ phone: world.tables.users.get(operator)?.phone ?? '' });
  const { id: eventId } = await event(world, organizer);
  const report = (
    target: { eventId?: string; userId?: string; reason?: 'fraud'; text?: string },
    callerId = guest,
  ) => domain.fileReport({ callerId, origin, reason: 'spam', ...target });
  const act = { operatorId: operator, origin, reason: 'Fraud.' };
  const close = (targetId: string, action: 'none' | 'taken_down' | 'suspended', note = 'Spam.') =>
    domain.closeReports({ operatorId: operator, origin, targetId, action, note });
  const sessionOf = (user: UserId): SessionId =>
    world.tables.sessions.rows().find(({ userId }) => userId === user)?.id ?? (unknownId as SessionId);
  return { world, domain, organizer, guest, operator, eventId, report, close, act, sessionOf };
};

t.test('reports name one target that the caller sees', async (t) => {
  const { domain, report, eventId, organizer, world } = await openScene();
  t.match(await faultsOf(report({})), [{ path: '' }]);
  t.match(await faultsOf(report({ eventId, userId: organizer })), [{ path: '' }]);
  t.match(await faultsOf(report({ eventId, text: 'x'.repeat(1_001) })), [{ path: '/text' }]);
  const privateEvent = await event(world, organizer, { visibility: 'private' });
  for (const target of [privateEvent.id, unknownId, 'x'])
    await t.rejects(report({ eventId: target }), refusal('event_not_found'));
  for (const userId of [unknownId, 'x']) await t.rejects(report({ userId }), refusal('not_found'));
  const { id } = await report({ eventId });
  t.equal((await report({ eventId, reason: 'fraud', text: 'Watches.' })).id, id, 'the same report');
  t.match(await domain.listReports({}), { total: 1, items: [{ count: 1, texts: ['Watches.'] }] });
  t.equal((await domain.listReports({ status: 'closed' })).total, 0);
});

t.test('who holds an invitation reports its event', async (t) => {
  const { domain, world, organizer, guest } = await openScene();
  const party = await event(world, organizer, { visibility: 'private' });
  const invitation = {
    eventId: party.id,
    callerId: organizer,
    circleIds: [],
    userIds: [],
    emails: ['a@example.org'],
  };
  const { linkToken: token } = await domain.invite(invitation);
  const report = (held: string) =>
    domain.reportInvitation({ callerId: guest, origin, token: held, reason: 'spam' });
  t.ok((await report(token)).id);
  t.match(await domain.listReports({}), { items: [{ target: { id: party.id } }] });
  await t.rejects(report('unknown'), refusal('invitation_not_found'));
});

t.test('a person reports twenty times a day, from the first day', async (t) => {
  const { report, eventId, organizer } = await openScene();
  for (let count = 0; count < 20; count += 1) await report({ eventId });
  await t.rejects(report({ userId: organizer }), refusal('rate_limited', { budget: 'daily-reports' }));
  t.ok(await report({ eventId }, organizer), 'others may');
});

t.test('closing does what it says, or nothing', async (t) => {
  const { domain, report, close, eventId, organizer, operator, guest, world } = await openScene();
  await t.rejects(close(unknownId, 'none'), refusal('not_found'));
  await report({ userId: organizer });
  await report({ eventId });
  t.match(await faultsOf(close(organizer, 'taken_down')), [{ path: '/action' }]);
  t.match(await faultsOf(close(organizer, 'suspended', ' ')), [{ path: '/note' }]);
  t.match(await faultsOf(close(organizer, 'none', 'x'.repeat(1_001))), [{ path: '/note' }]);
  t.match(await close(eventId, 'suspended'), { closed: 1 });
  t.ok(world.tables.users.get(organizer)?.suspendedAt, 'the organizer of the event');
  t.match(await close(organizer, 'none', ''), { closed: 1, action: 'none' });
  await report({ userId: operator });
  await t.rejects(close(operator, 'suspended'), refusal('is_operator'));
  const deletedEvent = await event(world, guest);
  await report({ eventId: deletedEvent.id }, operator);
  await domain.deleteEvent({ eventId: deletedEvent.id, callerId: guest, origin });
  await t.rejects(close(deletedEvent.id, 'taken_down'), refusal('not_found'));
  await t.rejects(close(deletedEvent.id, 'suspended'), refusal('not_found'));
});

t.test('acts on what is unknown are refused, blank reasons are named', async (t) => {
  const { domain, act, eventId, organizer, operator, guest } = await openScene();
  for (const id of [unknownId, 'x']) {
    await t.rejects(domain.takeDownEvent({ ...act, eventId: id }), refusal('event_not_found'));
    await t.rejects(domain.restoreEvent({ ...act, eventId: id }), refusal('event_not_found'));
    await t.rejects(domain.suspendUser({ ...act, userId: id }), refusal('not_found'));
    await t.rejects(domain.liftSuspension({ ...act, userId: id }), refusal('not_found'));
    await t.rejects(domain.lookUpUser({ ...act, id }), refusal('not_found'));
  }
  await t.rejects(domain.suspendUser({ ...act, userId: operator }), refusal('is_operator'));
  t.match(await faultsOf(domain.suspendUser({ ...act, userId: organizer, reason: '' })), [
    { path: '/reason' },
  ]);
  t.match(await faultsOf(domain.takeDownEvent({ ...act, eventId, reason: '' })), [{ path: '/reason' }]);
  await t.rejects(domain.grantOperator({ phone: '+4915199999999' }), refusal('not_found'));
  t.equal((await faultsOf(domain.grantOperator({ phone: 'x' }))).length, 1);
  t.match(await domain.takeDownEvent({ ...act, eventId }), { takenDown: { reason: 'Fraud.' } });
  const edit = { eventId, callerId: organizer, changes: {}, origin };
  await t.rejects(domain.updateEvent(edit), refusal('event_taken_down'));
  const own = { eventId, callerId: organizer };
  for (const list of [
    domain.listBookings,
    domain.listAttendees,
    domain.exportAttendees,
    domain.listEventInvitations,
    domain.listAnnouncements,
  ]) {
    t.ok(await list(own), 'the organizer reads on');
    const others: Promise<unknown> = list({ ...own, callerId: guest });
    await t.rejects(others, refusal('event_not_found'));
  }
  await t.rejects(domain.listBringItems(own), refusal('module_disabled'));
  await t.rejects(domain.getEvent({ eventId, callerId: guest }), refusal('event_not_found'));
  t.match(await domain.restoreEvent({ ...act, eventId, reason: '' }), { takenDown: null });
});

t.test('only a fresh session of an operator is admitted', async (t) => {
  const { world, domain, operator, guest, sessionOf } = await openScene();
  const admit = (userId: UserId, sessionId = sessionOf(userId)) =>
    domain.admitOperator({ userId, sessionId, origin });
  await admit(operator);
  await t.rejects(admit(guest), refusal('not_found'));
  await t.rejects(admit(operator, unknownId as SessionId), refusal('fresh_sign_in_required'));
  world.clock.advance(13 * 3_600_000);
  await t.rejects(admit(operator), refusal('fresh_sign_in_required'));
});

t.test('an export has every section, twice a day, for a fresh session', async (t) => {
  const { world, domain, organizer, guest, eventId, sessionOf } = await openScene();
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  for (let count = 0; count < 450; count += 1) {
    const id = `019e830e-1a00-7000-9000-${String(count).padStart(12, '0')}` as never;
    const circle = { id, ownerId: guest, name: `${count}`, memberCount: 0, createdAt: world.clock.now() };
    world.tables.circles.set(id, circle);
  }
  const read = async (sessionId = sessionOf(guest)) => {
    const sections = new Map<string, object[]>();
    for await (const { section, rows } of await domain.exportAccount({ userId: guest, sessionId, origin }))
      sections.set(section, [...(sections.get(section) ?? []), ...rows]);
    return sections;
  };
  const sections = await read();
  t.match(sections.get('profile'), [{ id: guest }]);
  t.match(sections.get('rsvps'), [{ eventId, state: 'going' }]);
  t.equal(sections.get('circles')?.length, 450, 'page by page');
  t.ok(sections.size > 15);
  await t.rejects(read(sessionOf(organizer)), refusal('unauthenticated'));
  await t.rejects(read(unknownId as SessionId), refusal('unauthenticated'));
  await read();
  await t.rejects(read(), refusal('rate_limited', { budget: 'daily-exports' }));
  world.clock.advance(11 * 60_000);
  await t.rejects(read(), refusal('fresh_sign_in_required'));
});

t.test('reports that are closed by two operators at once are closed once', async (t) => {
  const { world, report, eventId, operator, organizer } = await openScene();
  await report({ eventId });
  const { unitOfWork } = world.dependencies;
  const racing = (change: (inside: Stores) => Partial<Stores>) =>
    createDomain({
      ...world.dependencies,
      unitOfWork: { run: (work) => unitOfWork.run((inside) => work({ ...inside, ...change(inside) })) },
    }).closeReports;
  const command = {
    operatorId: operator,
    origin,
    targetId: eventId,
    action: 'taken_down',
    note: 'Spam.',
  } as const;
  const closed = racing(({ reports }) => ({ reports: { ...reports, close: async () => 0 } }));
  await t.rejects(closed(command), refusal('not_found'));
  t.equal(world.tables.events.get(eventId)?.takenDown, null, 'and nothing is done');
  const deleted = racing(({ events }) => ({ events: { ...events, find: async () => null } }));
  await t.rejects(deleted({ ...command, action: 'suspended' }), refusal('not_found'));
  const deletedEvent = racing(({ moderation }) => ({
    moderation: { ...moderation, suspend: async () => 'unknown' },
  }));
  await t.rejects(deletedEvent({ ...command, action: 'suspended' }), refusal('not_found'));
  await t.rejects(deletedEvent({ ...command, targetId: organizer }), refusal('not_found'));
});
