import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { AccessTarget } from '../../src/access/note-refusal.ts';
import type { UserId } from '../../src/ids.ts';
import { event, person, unknownId } from '../support.ts';

const origin = { sessionId: null, network: '203.0.113.0/24' };

const scene = async () => {
  const world = createMemoryWorld();
  const { domain, tables } = world;
  const [owner, stranger] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, owner, { visibility: 'private' });
  const { linkToken } = await domain.invite({
    ...{ eventId, callerId: owner, circleIds: [], emails: ['guest@mail.example'] },
    userIds: [stranger],
  });
  const [circle, hook] = [
    await domain.createCircle({ ownerId: owner, name: 'Choir' }),
    await domain.createWebhook({ callerId: owner, url: 'https://a.example/', types: ['event.changed'] }),
  ];
  const invitations = tables.invitations.rows();
  const invitationOf = (user: UserId | null) => invitations.find(({ userId }) => userId === user)?.id ?? '';
  const session = tables.sessions.rows().find(({ userId }) => userId === owner)?.id ?? '';
  const isNoted = async (target: AccessTarget, callerId: UserId | null = stranger) => {
    const before = world.auditEntries.length;
    await domain.noteRefusal({ callerId, code: 'not_found', target, origin });
    return world.auditEntries.length > before;
  };
  const ids = { event: eventId, circle: circle.id, webhook: hook.webhook.id, session, token: linkToken };
  return { world, domain, owner, stranger, eventId, ids, invitationOf, isNoted };
};

t.test('what is hidden from a caller and there is recorded, what is not there is not', async (t) => {
  const { ids, isNoted } = await scene();
  for (const kind of ['event', 'circle', 'webhook', 'session', 'token'] as const) {
    t.ok(await isNoted({ kind, id: ids[kind] }), kind);
    t.notOk(await isNoted({ kind, id: unknownId }), `no such ${kind}`);
    t.notOk(await isNoted({ kind, id: 'nonsense' }), `no ${kind} at all`);
  }
});

t.test('a session or webhook of the caller is no access to those of others', async (t) => {
  const { ids, owner, isNoted } = await scene();
  for (const kind of ['webhook', 'session'] as const)
    t.notOk(await isNoted({ kind, id: ids[kind] }, owner), kind);
});

t.test('an invitation is of its invitee, and of the managers of its event', async (t) => {
  const { eventId, stranger, owner, invitationOf, isNoted } = await scene();
  const kind = 'invitation';
  t.notOk(await isNoted({ kind, id: unknownId }));
  t.notOk(await isNoted({ kind, id: invitationOf(stranger) }), 'of the caller');
  t.ok(await isNoted({ kind, id: invitationOf(stranger) }, owner));
  t.ok(await isNoted({ kind, id: invitationOf(null), eventId: unknownId }), 'named under another event');
  t.notOk(await isNoted({ kind, id: invitationOf(null), eventId }, owner));
});

t.test('a refusal keeps who, where, and the event that it was about', async (t) => {
  const { world, domain, stranger, eventId } = await scene();
  const refused = { code: 'forbidden', origin };
  const noted = { event: 'access_refused', origin, reason: 'forbidden' };
  await domain.noteRefusal({ ...refused, callerId: stranger, eventId });
  t.strictSame(world.auditEntries.at(-1), { ...noted, userId: stranger, eventId });
  await domain.noteRefusal({ ...refused, callerId: null, eventId: 'nonsense' });
  t.strictSame(world.auditEntries.at(-1), { ...noted, eventId: undefined });
  await domain.noteRefusal({ ...refused, callerId: null });
  t.strictSame(world.auditEntries.at(-1), { ...noted, eventId: undefined });
});
