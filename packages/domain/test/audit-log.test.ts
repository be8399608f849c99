import t from 'tap';
import { createMemoryWorld, type MemoryWorld } from '../memory/index.ts';
import type { Origin } from '../src/origin.ts';
import type { AuditEvent } from '../src/ports/operators/audit-log.ts';
import { day, hour } from '../src/time.ts';
import { lastCode, network, phone, signIn, wrong } from './sign-in/sign-in-scene.ts';
import { event, person, refusal, unknownId } from './support.ts';

const origin: Origin = { sessionId: null, network: '198.51.100.0/24' };

const recorded = ({ auditEntries }: MemoryWorld, auditEvent: AuditEvent) =>
  auditEntries.filter((entry) => entry.event === auditEvent);

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
  const [first, second] = [remove(), remove()];
  await first;
  await t.rejects(second, refusal('event_not_found'));
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

t.test('records a sign-in and the session that it opened', async (t) => {
  const world = createMemoryWorld();
  const { session, user } = await signIn(world);
  const entry = { userId: user.id, origin: { sessionId: session.id, network } };
  t.strictSame(world.auditEntries, [
    { event: 'sign_in', ...entry },
    { event: 'new_session', ...entry },
  ]);
});

t.test('records why a sign-in was refused', async (t) => {
  const world = createMemoryWorld();
  const { domain, clock } = world;
  const check = async (code: string, number = phone, requestId?: string) => {
    const before = world.auditEntries.length;
    await t.rejects(domain.checkCode({ phone: number, code, network, requestId }), refusal('code_invalid'));
    return world.auditEntries.slice(before);
  };
  const refused = (reason: string, tried: object) => [
    { event: 'sign_in_refused', ...tried, origin: { sessionId: null, network }, reason },
  ];
  t.strictSame(await check('1234'), refused('code_not_requested', { phone }), 'no account has the phone');
  await domain.startSignIn({ phone });
  t.strictSame(await check(wrong(lastCode(world))), refused('code_wrong', { phone }));
  const { user } = await domain.checkCode({ phone, code: lastCode(world), network });
  const tried = { userId: user.id };
  t.strictSame(await check(lastCode(world)), refused('code_used', tried), 'its account is named');
  clock.advance(day);
  const { requestId } = await domain.startSignIn({ phone });
  t.strictSame(await check('1234', phone, 'x'), refused('code_not_requested', tried));
  t.strictSame(await check('1234', phone, unknownId), refused('code_not_requested', tried));
  const bad = wrong(lastCode(world));
  for (let guess = 0; guess < 3; guess += 1) t.strictSame(await check(bad), refused('code_wrong', tried));
  t.strictSame(await check(lastCode(world)), refused('tries_spent', tried));
  t.strictSame(await check(lastCode(world), phone, requestId), refused('tries_spent', tried));
  clock.advance(hour);
  t.strictSame(await check(lastCode(world)), refused('code_expired', tried));
  for (let guess = 0; guess < 2; guess += 1) {
    await domain.startSignIn({ phone });
    await check(wrong(lastCode(world)));
    clock.advance(hour);
  }
  await domain.startSignIn({ phone });
  t.strictSame(await check(lastCode(world)), refused('guesses_spent', tried));
});
