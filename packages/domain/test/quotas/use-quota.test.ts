import t from 'tap';
import { addEvent } from '../../contracts/fixtures.ts';
import { createMemoryWorld, type MemoryWorld } from '../../memory/index.ts';
import type { UserId } from '../../src/ids.ts';
import { after, day, hour, minute } from '../../src/time.ts';
import { draft, event, person, problemOf, refusal } from '../support.ts';

/** A world with quotas, in which accounts of that age are made. */
const scene = async (ageMs = day) => {
  const world = createMemoryWorld({ settings: { quotaScale: 1 } });
  const [user, bystander] = [await person(world), await person(world)];
  world.clock.advance(ageMs);
  return { world, domain: world.domain, user, bystander };
};

const times = async (count: number, call: (index: number) => Promise<unknown>) => {
  for (let index = 0; index < count; index += 1) await call(index);
};

/** An event of `organizerId` that was there before, without a use of a quota. */
const standingEvent = async ({ dependencies, clock }: MemoryWorld, organizerId: UserId) =>
  (await addEvent(dependencies.stores, { organizerId, endAt: after(clock.now(), 2 * day) })).id;

t.test('100 events a day', async (t) => {
  const { world, domain, user, bystander } = await scene();
  await times(99, () => event(world, user));
  world.clock.advance(hour);
  await event(world, user);
  t.strictSame(await problemOf(event(world, user)), {
    code: 'rate_limited',
    detail: 'More than 100 events made within 24 hours by one account.',
    budget: 'daily-events',
    limit: 100,
    retryAfterSeconds: 23 * 3600,
  });
  await t.rejects(event(world, user, { title: ' ' }), refusal('invalid_request'), 'a fault comes first');
  await event(world, bystander);
  world.clock.advance(23 * hour);
  await event(world, user);
  t.equal((await domain.listMyEvents({ callerId: user, role: 'organizing' })).total, 101);
});

t.test('a tenth in the first day, counted in the same span', async (t) => {
  const { world, user } = await scene(day - hour);
  await times(10, () => event(world, user));
  t.hasStrict(await problemOf(event(world, user)), { budget: 'daily-events', limit: 10 });
  world.clock.advance(hour);
  await times(90, () => event(world, user));
  t.hasStrict(await problemOf(event(world, user)), { budget: 'daily-events', limit: 100 });
});

t.test('an import needs no quota', async (t) => {
  const { world, domain, user } = await scene(0);
  const events = Array.from({ length: 150 }, (_, index) => ({ sourceKey: `${index}`, draft: draft(world) }));
  t.equal((await domain.importEvents({ organizerId: user, events })).added, 150);
});

t.test('20 circles a day and 200 in all', async (t) => {
  const { world, domain, user, bystander } = await scene();
  const create = (ownerId = user) => domain.createCircle({ ownerId, name: 'Band' });
  for (let days = 0; days < 10; days += 1) {
    await times(20, () => create());
    const { budget } = { budget: undefined, ...(await problemOf(create())) };
    t.equal(budget, days < 9 ? 'daily-circles' : 'all-circles');
    world.clock.advance(day);
  }
  t.strictSame(await problemOf(create()), {
    code: 'rate_limited',
    detail: 'More than 200 circles of one account.',
    budget: 'all-circles',
    limit: 200,
    retryAfterSeconds: 24 * 3600,
  });
  const { items } = await domain.listCircles({ ownerId: user });
  await domain.deleteCircle({ ownerId: user, circleId: items[0]?.id ?? '' });
  await create();
  await create(bystander);
  t.equal((await domain.listCircles({ ownerId: user })).total, 200);
});

t.test('300 changes of events an hour, whatever is changed', async (t) => {
  const { world, domain, user: callerId, bystander } = await scene();
  const eventId = await standingEvent(world, callerId);
  const command = { eventId, callerId };
  const change = () => domain.updateEvent({ ...command, changes: { title: 'Renamed' } });
  await times(297, change);
  await domain.addEventAdmin({ ...command, userId: bystander });
  await domain.removeEventAdmin({ ...command, userId: bystander });
  await t.rejects(domain.updateEvent({ ...command, changes: { title: '' } }), refusal('invalid_request'));
  await domain.cancelEvent(command);
  const spent = refusal('rate_limited', { budget: 'event-changes', limit: 300 });
  const calls: readonly (() => Promise<unknown>)[] = [
    () => domain.cancelEvent(command),
    () => domain.deleteEvent(command),
    () => domain.addEventAdmin({ ...command, userId: bystander }),
    () => domain.removeEventAdmin({ ...command, userId: bystander }),
  ];
  for (const call of calls) await t.rejects(call(), spent);
  await t.rejects(change(), refusal('event_cancelled'));
  world.clock.advance(hour);
  await domain.deleteEvent(command);
});

t.test('1,000 RSVPs and saves an hour; clearing and unsaving succeed beyond', async (t) => {
  const { world, domain, user, bystander } = await scene();
  const eventId = await standingEvent(world, bystander);
  const answer = (state: 'going' | null, userId = user) => domain.answerRsvp({ eventId, userId, state });
  const save = (saved: boolean) => domain.saveEvent({ eventId, userId: user, saved });
  await times(500, () => answer('going'));
  await times(500, () => save(true));
  world.clock.advance(59 * minute);
  for (const call of [answer('going'), save(true)])
    t.strictSame(await problemOf(call), {
      code: 'rate_limited',
      detail: 'More than 1000 RSVPs and saves within an hour by one account.',
      budget: 'rsvps-and-saves',
      limit: 1_000,
      retryAfterSeconds: 60,
    });
  t.strictSame(await answer(null), { myRsvp: null, rsvpCount: 0 });
  t.strictSame(await save(false), { isSaved: false });
  t.strictSame(await answer('going', bystander), { myRsvp: 'going', rsvpCount: 1 });
  world.clock.advance(minute);
  t.strictSame(await answer('going'), { myRsvp: 'going', rsvpCount: 2 });
});

t.test('clearing takes nothing from the RSVPs and saves of the hour', async (t) => {
  const { world, domain, user, bystander } = await scene();
  const eventId = await standingEvent(world, bystander);
  await times(1_000, () => domain.answerRsvp({ eventId, userId: user, state: null }));
  await times(1_000, () => domain.saveEvent({ eventId, userId: user, saved: false }));
  const refused = await problemOf(domain.answerRsvp({ eventId, userId: user, state: null }));
  t.match(refused, { code: 'rate_limited', budget: 'clearings' });
  const answeredRsvp = await domain.answerRsvp({ eventId, userId: user, state: 'going' });
  t.strictSame(answeredRsvp, { myRsvp: 'going', rsvpCount: 1 });
});

t.test('accepting an invitation is no response of the hour', async (t) => {
  const { world, domain, user, bystander } = await scene();
  const eventId = await standingEvent(world, bystander);
  const other = await standingEvent(world, bystander);
  await times(1_000, () => domain.answerRsvp({ eventId: other, userId: user, state: 'going' }));
  const names = { circleIds: [], userIds: [user], emails: [] };
  await domain.invite({ eventId, callerId: bystander, ...names });
  const [open] = await domain.listMyInvitations({ userId: user });
  const accepted = await domain.acceptInvitation({ token: open?.token ?? '', userId: user });
  t.equal(accepted.myRsvp, 'going');
});

t.test('sixty calls an hour invite, refused ones included', async (t) => {
  const { world, domain, user, bystander } = await scene();
  const eventId = await standingEvent(world, user);
  const refused = { eventId, callerId: user, circleIds: [], userIds: [], emails: [] };
  for (let calls = 0; calls < 60; calls += 1)
    t.equal((await problemOf(domain.invite(refused))).code, 'invalid_request');
  const spent = { code: 'rate_limited', budget: 'invite-calls', limit: 60, retryAfterSeconds: 3_600 };
  t.hasStrict(await problemOf(domain.invite({ ...refused, userIds: [bystander] })), spent);
});
