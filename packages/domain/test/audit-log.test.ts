import t from 'tap';
import { createMemoryWorld, type MemoryWorld } from '../memory/index.ts';
import type { AuditEvent, Origin } from '../src/ports/audit-log.ts';
import { event, person, refusal } from './support.ts';

const origin: Origin = { sessionId: null, network: '198.51.100.0/24' };

const recorded = ({ audited }: MemoryWorld, wanted: AuditEvent) =>
  audited.filter((entry) => entry.event === wanted);

t.test('records that a public event is made private, once and with its manager', async (t) => {
  const world = createMemoryWorld();
  const [callerId, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, callerId);
  const update = (changes: object, by = callerId) =>
    world.domain.updateEvent({ eventId, callerId: by, changes, origin });
  await update({ title: 'Renamed', visibility: 'public' });
  await t.rejects(update({ visibility: 'private' }, guest), refusal('forbidden'));
  t.strictSame(recorded(world, 'event_made_private'), []);
  await update({ visibility: 'private' });
  const entry = { event: 'event_made_private', userId: callerId, origin, eventId };
  t.strictSame(recorded(world, 'event_made_private'), [entry]);
  await update({ visibility: 'private', title: 'Again' });
  t.strictSame(recorded(world, 'event_made_private'), [entry]);
  await update({ visibility: 'public' });
  t.strictSame(recorded(world, 'event_made_private'), [entry]);
});

t.test('records who deleted an event', async (t) => {
  const world = createMemoryWorld();
  const [callerId, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, callerId);
  const remove = (by = callerId) => world.domain.deleteEvent({ eventId, callerId: by, origin });
  await t.rejects(remove(guest), refusal('forbidden'));
  t.strictSame(recorded(world, 'event_deleted'), []);
  await remove();
  await t.rejects(remove(), refusal('event_not_found'));
  t.strictSame(recorded(world, 'event_deleted'), [
    { event: 'event_deleted', userId: callerId, origin, eventId },
  ]);
});

t.test('records who rotated the shared link of an event', async (t) => {
  const world = createMemoryWorld();
  const [callerId, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, callerId);
  const rotate = (by = callerId) => world.domain.rotateInviteLink({ eventId, callerId: by, origin });
  await t.rejects(rotate(guest), refusal('forbidden'));
  t.strictSame(recorded(world, 'link_rotated'), []);
  await rotate();
  t.strictSame(recorded(world, 'link_rotated'), [
    { event: 'link_rotated', userId: callerId, origin, eventId },
  ]);
});
