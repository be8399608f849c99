import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { takeChanges } from '../../memory/outbox/memory-outbox.ts';
import { createDomain } from '../../src/create-domain.ts';
import { after, day, hour, minute } from '../../src/time.ts';
import { event, faultsOf, person, refusal } from '../support.ts';

const openScene = async () => {
  const world = createMemoryWorld();
  const { domain, clock } = world;
  const [organizer, guest, other] = [await person(world), await person(world), await person(world)];
  const startAt = after(clock.now(), 3 * day);
  const { id: eventId } = await event(world, organizer, {
    capacity: 1,
    startAt,
    endAt: after(startAt, 4 * hour),
  });
  for (const userId of [guest, other])
    await domain.answerRsvp({ eventId, userId, state: userId === guest ? 'going' : 'interested' });
  await world.performJobs();
  const kinds = async (userId = guest) =>
    (await domain.listNotices({ userId })).items.map(({ kind }) => kind);
  const change = (changes: object, callerId = organizer) =>
    domain.updateEvent({ eventId, callerId, changes });
  const later = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await world.performJobs();
  };
  return { world, domain, clock, organizer, guest, other, eventId, startAt, kinds, change, later };
};

t.test('edits within five minutes are one notice, which says what was before the first', async (t) => {
  const { domain, guest, organizer, startAt, kinds, change, later, eventId } = await openScene();
  await change({ startAt: after(startAt, hour) });
  await later(minute);
  await change({
    startAt: after(startAt, 90 * minute),
    location: { address: 'Elsewhere 1', lat: 1, lng: 2 },
  });
  t.strictSame(await kinds(), [], 'not yet');
  await later(5 * minute);
  const { items, unread } = await domain.listNotices({ userId: guest });
  t.equal(unread, 1);
  t.match(items, [
    {
      kind: 'event_changed',
      event: { id: eventId, startAt: after(startAt, 90 * minute) },
      changes: {
        startAt: { old: startAt.toISOString(), new: after(startAt, 90 * minute).toISOString() },
        address: { old: 'Maybachufer 1, Berlin', new: 'Elsewhere 1' },
      },
      readAt: null,
    },
  ]);
  t.strictSame(await kinds(organizer), ['event_activity'], 'not to who did it');
});

t.test('what is back to what it was, or was cancelled meanwhile, is not told as a change', async (t) => {
  const { domain, organizer, startAt, kinds, change, later, eventId } = await openScene();
  await change({ startAt: after(startAt, hour) });
  await change({ startAt });
  await later(6 * minute);
  t.strictSame(await kinds(), []);
  await change({ startAt: after(startAt, hour) });
  await domain.cancelEvent({ eventId, callerId: organizer });
  await later(6 * minute);
  t.strictSame(await kinds(), ['event_cancelled']);
});

t.test('deleting an event, or the account of its organizer, tells as cancelling does', async (t) => {
  const one = await openScene();
  await one.domain.deleteEvent({ eventId: one.eventId, callerId: one.organizer });
  await one.later(0);
  t.strictSame(await one.kinds(), ['event_cancelled']);
  t.match((await one.domain.listNotices({ userId: one.other })).items, [{ event: { id: one.eventId } }]);
  const two = await openScene();
  const [session] = two.world.tables.sessions.rows().filter(({ userId }) => userId === two.organizer);
  await two.domain.deleteAccount({
    userId: two.organizer,
    sessionId: session?.id ?? ('' as never),
    origin: { sessionId: null, network: '203.0.113.0/24' },
  });
  await two.later(0);
  t.strictSame(await two.kinds(), ['event_cancelled']);
});

t.test('an event that is taken down is cancelled to its guests, and tells nothing else', async (t) => {
  const { domain, change, kinds, later, eventId, startAt, clock } = await openScene();
  await change({ startAt: after(startAt, hour) });
  const act = { operatorId: null, eventId, reason: 'Spam.' };
  await domain.takeDownEvent(act);
  await domain.takeDownEvent(act);
  await later(6 * minute);
  t.strictSame(await kinds(), ['event_cancelled']);
  await domain.restoreEvent(act);
  await domain.takeDownEvent(act);
  await domain.restoreEvent(act);
  clock.advance(1);
  await later(0);
  t.strictSame(await kinds(), ['event_cancelled'], 'restored before it was told');
});

t.test('reminders come once, at the offsets of each guest, and not after an outage', async (t) => {
  const { domain, guest, other, kinds, later, startAt, clock, change } = await openScene();
  await domain.changeNoticeSettings({ userId: guest, email: true, reminders: [60, 120, 60] });
  t.match(await domain.getNoticeSettings({ userId: guest }), { email: true, reminders: [60, 120] });
  clock.set(after(startAt, -2 * hour));
  await later(0);
  await later(minute);
  t.strictSame(await kinds(), ['event_reminder']);
  t.strictSame(await kinds(other), [], 'not to the interested');
  clock.set(after(startAt, -20 * minute));
  await later(0);
  t.strictSame(await kinds(), ['event_reminder'], 'forty minutes late');
  await change({ startAt: after(startAt, day), endAt: after(startAt, day + hour) });
  clock.set(after(startAt, day - hour));
  await later(0);
  t.equal((await kinds()).filter((kind) => kind === 'event_reminder').length, 2, 'of the new start');
});

t.test('reminders leave the workers to what just happened', async (t) => {
  const { domain, world, organizer, startAt, clock, eventId } = await openScene();
  clock.set(after(startAt, -2 * hour));
  await domain.queueReminders();
  await domain.cancelEvent({ eventId, callerId: organizer });
  await domain.followChanges({ changes: takeChanges(world.tables, clock.now()) });
  const noticeJobs = world.tables.jobs
    .rows()
    .flatMap(({ queue, data }) => ('change' in data ? [[data.change.kind, queue]] : []));
  t.strictSame(noticeJobs.sort(), [
    ['event.cancelled', 'notices'],
    ['reminder.due', 'reminders'],
  ]);
});

t.test('settings of reminders have bounds', async (t) => {
  const { domain, guest } = await openScene();
  const set = (...reminders: number[]) =>
    faultsOf(domain.changeNoticeSettings({ userId: guest, email: true, reminders }));
  t.match(await set(4, 43_201, 5.5), [
    { path: '/reminders/0' },
    { path: '/reminders/1' },
    { path: '/reminders/2' },
  ]);
  t.match(await set(5, 6, 7, 8, 9, 10), [{ path: '/reminders' }]);
});

t.test('who comes from the waitlist, is removed or invited is told', async (t) => {
  const { domain, world, guest, other, organizer, eventId, kinds, later } = await openScene();
  await domain.bookSeats({ eventId, userId: guest, quantity: 1 });
  await domain.bookSeats({ eventId, userId: other, quantity: 1 });
  await domain.cancelBooking({ eventId, userId: guest });
  await later(0);
  t.strictSame([await kinds(), await kinds(other)], [[], ['booking_confirmed']]);
  const origin = { sessionId: null, network: '203.0.113.0/24' };
  await domain.removeAttendee({ eventId, callerId: organizer, userId: guest, origin });
  await later(0);
  t.strictSame(await kinds(), ['guest_removed']);
  const { id: party } = await event(world, organizer, { visibility: 'private' });
  const names = { circleIds: [], emails: [] };
  await domain.invite({ eventId: party, callerId: organizer, ...names, userIds: [other] });
  await later(0);
  t.strictSame(await kinds(other), ['invitation_received', 'booking_confirmed']);
});

t.test('who was removed is told of the event as it was then', async (t) => {
  const { domain, guest, other, organizer, eventId, change, later } = await openScene();
  await domain.bookSeats({ eventId, userId: guest, quantity: 1 });
  await domain.bookSeats({ eventId, userId: other, quantity: 1 });
  await domain.cancelBooking({ eventId, userId: guest });
  const origin = { sessionId: null, network: '203.0.113.0/24' };
  const { title } = await domain.getEvent({ eventId, callerId: organizer });
  const removal = { eventId, callerId: organizer, userId: other, origin };
  await domain.removeAttendee(removal);
  await change({ title: 'For those who stay', location: { address: 'Elsewhere 1', lat: 1, lng: 2 } });
  await later(6 * minute);
  t.match((await domain.listNotices({ userId: other })).items, [
    { kind: 'guest_removed', event: { title, address: 'Maybachufer 1, Berlin' } },
  ]);
  t.equal((await domain.listNotices({ userId: other })).items.length, 1, 'not of the seats either');
});

t.test('an invitation that is accepted before it is told is told', async (t) => {
  const { domain, world, other, organizer, kinds, later } = await openScene();
  const { id: eventId } = await event(world, organizer, { visibility: 'private' });
  await domain.invite({ eventId, callerId: organizer, circleIds: [], emails: [], userIds: [other] });
  const [invitation] = await domain.listMyInvitations({ userId: other });
  await domain.acceptInvitation({ token: invitation?.token as string, userId: other });
  await later(0);
  t.strictSame(await kinds(other), ['invitation_received']);
});

t.test('notices are read up to an instant', async (t) => {
  const { domain, guest, organizer, eventId, later, clock } = await openScene();
  await domain.cancelEvent({ eventId, callerId: organizer });
  await later(0);
  const now = clock.now();
  await domain.readNotices({ userId: guest, before: after(now, -1) });
  t.equal((await domain.listNotices({ userId: guest })).unread, 1);
  await domain.readNotices({ userId: guest, before: now });
  t.match(await domain.listNotices({ userId: guest }), { unread: 0, items: [{ readAt: now }] });
});

t.test(
  'a notice is mailed to the address that accepted an invitation, unless it wants no mail',
  async (t) => {
    const { world, domain, guest, organizer, eventId, later, startAt, change } = await openScene();
    await domain.updateProfile({ userId: organizer, changes: { name: 'Mira' } });
    const names = { circleIds: [], userIds: [] };
    await domain.invite({ eventId, callerId: organizer, ...names, emails: ['guest@mail.example'] });
    await world.deliverMails();
    const token = world.mailsSent.at(-1)?.token ?? '';
    await domain.acceptInvitation({ token, userId: guest });
    await change({ startAt: after(startAt, hour) });
    await later(6 * minute);
    t.match(world.noticeMailsSent, [
      { email: 'guest@mail.example', organizerName: 'Mira', notice: { kind: 'event_changed' } },
    ]);
    const { unsubscribeToken = '' } = world.noticeMailsSent[0] ?? {};
    await domain.unsubscribe({ token: unsubscribeToken });
    await domain.cancelEvent({ eventId, callerId: organizer });
    await later(0);
    t.equal(world.noticeMailsSent.length, 1);
    t.equal(await domain.deliverNoticeMail({ noticeId: 'unknown', invitationId: 'unknown' }), null);
  },
);

t.test('a sign-in from a network and device that are new is told, the first one is not', async (t) => {
  const { world, guest, kinds, later } = await openScene();
  const { phone } = (await world.dependencies.stores.users.find(guest)) ?? { phone: '' };
  const signIn = async (network: string) => {
    world.clock.advance(minute);
    await world.domain.startSignIn({ phone, network });
    await world.domain.checkCode({ phone, network, code: world.smsSent.at(-1)?.code ?? '' });
    await later(0);
  };
  await signIn('203.0.113.0/24');
  t.strictSame(await kinds(), []);
  await signIn('198.51.100.0/24');
  t.strictSame(await kinds(), ['new_sign_in']);
});

t.test('three pages of guests are told, each once, also when a page is told again', async (t) => {
  const { world, domain, organizer, eventId } = await openScene();
  const { stores } = world.dependencies;
  for (let count = 0; count < 1_100; count += 1) {
    const id = `019e830e-1a00-7000-9000-${String(count).padStart(12, '0')}` as typeof organizer;
    const [user] = world.tables.users.rows();
    if (user) world.tables.users.set(id, { ...user, id, phone: `+4930${count}`, username: `guest-${count}` });
    await stores.rsvps.set(eventId, id, 'going', world.clock.now());
  }
  await domain.cancelEvent({ eventId, callerId: organizer });
  const [change] = world.tables.changes.rows();
  await world.performJobs();
  t.equal(world.tables.notices.rows().length, 1_103);
  if (change) await domain.tellChange({ change });
  await world.performJobs();
  t.equal(world.tables.notices.rows().length, 1_103);
});

t.test('what is out of date when it is told tells no user', async (t) => {
  const { world, domain, organizer, guest, other, eventId, kinds, later, startAt } = await openScene();
  const origin = { sessionId: null, network: '203.0.113.0/24' };
  await domain.bookSeats({ eventId, userId: guest, quantity: 1 });
  await domain.bookSeats({ eventId, userId: other, quantity: 1 });
  await domain.cancelBooking({ eventId, userId: guest });
  const names = { circleIds: [], emails: [] };
  const { id: party } = await event(world, organizer, { visibility: 'private' });
  await domain.invite({ eventId: party, callerId: organizer, ...names, userIds: [other] });
  await domain.announce({ eventId: party, callerId: organizer, text: 'Soon.', to: ['invited'] });
  await domain.deleteEvent({ eventId: party, callerId: organizer, origin });
  await domain.cancelEvent({ eventId, callerId: organizer });
  await later(0);
  t.strictSame([await kinds(), await kinds(other)], [['event_cancelled'], ['event_cancelled']]);
  const past = await openScene();
  past.clock.set(after(past.startAt, day));
  await past.domain.removeAttendee({ ...past, callerId: past.organizer, userId: past.guest, origin });
  await past.later(0);
  t.strictSame(await past.kinds(), []);
  const [change] = past.world.tables.changes.rows();
  t.equal(change, undefined);
  const about = { eventId, userId: guest, actorId: null, data: {}, at: startAt, dueAt: startAt };
  for (const kind of ['rsvp.changed', 'event.cancelled', 'session.opened', 'guest.removed'] as const) {
    const change = { ...about, id: kind, kind };
    await domain.tellChange({ change: { ...change, eventId: null, userId: null } });
    await domain.tellChange({ change, contentId: 'forgotten' });
  }
  await later(0);
  t.strictSame(await kinds(), ['event_cancelled']);
});

t.test('an event that goes between two steps of its deletion is not found', async (t) => {
  const { world, eventId, organizer } = await openScene();
  const { unitOfWork } = world.dependencies;
  const origin = { sessionId: null, network: '203.0.113.0/24' };
  for (const step of ['find', 'remove'] as const) {
    const domain = createDomain({
      ...world.dependencies,
      unitOfWork: {
        run: (work) =>
          unitOfWork.run((inside) =>
            work({
              ...inside,
              events: { ...inside.events, [step]: async () => (step === 'find' ? null : false) },
            }),
          ),
      },
    });
    await t.rejects(domain.deleteEvent({ eventId, callerId: organizer, origin }), refusal('event_not_found'));
  }
});
