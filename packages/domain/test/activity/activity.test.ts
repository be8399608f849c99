import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { nextDigest } from '../../src/activity/tell-activity.ts';
import type { UserId } from '../../src/ids.ts';
import { after, day, hour, minute } from '../../src/time.ts';
import { draft, event, person } from '../support.ts';

const openScene = async () => {
  const world = createMemoryWorld();
  const { domain, clock } = world;
  const organizer = await person(world);
  const startAt = after(clock.now(), 10 * day);
  const { id: eventId } = await event(world, organizer, {
    ...{ capacity: 1, startAt, endAt: after(startAt, hour) },
  });
  const guests = [await person(world), await person(world), await person(world), await person(world)];
  const answer = (userId: UserId | undefined, state: 'going' | 'interested' | null = 'going', id = eventId) =>
    domain.answerRsvp({ eventId: id, userId: userId as UserId, state });
  const told = async (userId = organizer) => {
    await world.performJobs();
    const { items } = await domain.listNotices({ userId });
    return items.filter(({ kind }) => kind === 'event_activity');
  };
  const read = (userId = organizer) => domain.readNotices({ userId, before: clock.now() });
  return { world, domain, clock, organizer, eventId, guests, answer, told, read, startAt };
};

const none = { going: 0, interested: 0, declined: 0, booked: 0, waitlisted: 0, cancelled: 0 };

t.test('an organizer hears of answers and bookings in one notice, until it is read', async (t) => {
  const { domain, clock, organizer, eventId, guests, answer, told, read } = await openScene();
  const [one, two, three] = guests as [UserId, UserId, UserId];
  await answer(one);
  const [first] = await told();
  t.strictSame(
    { ...first?.activity, people: first?.activity?.people.map(({ id }) => id) },
    {
      ...{ ...none, going: 1, people: [one] },
    },
  );
  clock.advance(minute);
  await answer(one, 'interested');
  for (const userId of [two, three]) await domain.bookSeats({ eventId, userId, quantity: 1 });
  clock.advance(minute);
  await domain.cancelBooking({ eventId, userId: three });
  await answer(three, null);
  const [second, ...others] = await told();
  t.strictSame(others, []);
  t.equal(second?.id, first?.id);
  t.strictSame(second?.createdAt, clock.now());
  t.strictSame(
    { ...second?.activity, people: second?.activity?.people.map(({ id }) => id) },
    { ...none, going: 1, interested: 1, booked: 1, waitlisted: 1, cancelled: 1, people: [three, two, one] },
    'a booking counts alone, and who takes back both has cancelled once',
  );
  t.equal((await domain.listNotices({ userId: organizer })).unread, 1);
  await read();
  clock.advance(minute);
  await answer(one, null);
  t.match(await told(), [{ activity: { ...none, cancelled: 1 }, readAt: null }, { activity: { going: 1 } }]);
});

t.test('declined invitations are counted', async (t) => {
  const { domain, organizer, eventId, guests, told } = await openScene();
  await domain.invite({
    eventId,
    callerId: organizer,
    circleIds: [],
    emails: [],
    userIds: [guests[0] as UserId],
  });
  const [invitation] = await domain.listMyInvitations({ userId: guests[0] as UserId });
  await domain.declineInvitation({ invitationId: invitation?.id ?? '', userId: guests[0] as UserId });
  t.match(await told(), [{ activity: { ...none, declined: 1, people: [{ id: guests[0] }] } }]);
});

t.test('admins hear too, and nobody of themself', async (t) => {
  const { domain, organizer, eventId, guests, answer, told } = await openScene();
  const [admin, guest] = guests as [UserId, UserId];
  await answer(organizer);
  t.strictSame(await told(), []);
  await domain.addEventAdmin({ eventId, callerId: organizer, userId: admin });
  await answer(admin);
  await answer(guest, 'interested');
  t.match(await told(), [{ activity: { going: 1, interested: 1 } }]);
  t.match(await told(admin), [{ activity: { going: 0, interested: 1 } }]);
  t.strictSame(await told(guest), []);
});

t.test('ten thousand answers are one row', async (t) => {
  const { world, eventId, organizer, told, clock } = await openScene();
  const { stores } = world.dependencies;
  await stores.activity.note(
    Array.from({ length: 10_500 }, (_, index) => ({
      ...({ eventId, userId: `user-${index}` as UserId, kind: 'going', at: clock.now() } as const),
    })),
  );
  t.equal(await world.domain.tellActivity(), 10_000, 'a round is bounded');
  t.equal(await world.domain.tellActivity(), 500);
  t.equal(await world.domain.tellActivity(), 0);
  t.match(await told(), [{ activity: { going: 10_500 } }]);
  t.equal(world.tables.notices.rows().filter(({ userId }) => userId === organizer).length, 1);
});

t.test('what is over, cancelled or deleted is not told', async (t) => {
  const { domain, clock, organizer, eventId, guests, answer, told, startAt } = await openScene();
  await answer(guests[0]);
  await domain.cancelEvent({ eventId, callerId: organizer });
  t.strictSame(await told(), []);
  const scene = await openScene();
  await scene.answer(scene.guests[0]);
  await scene.domain.deleteEvent({ eventId: scene.eventId, callerId: scene.organizer });
  t.strictSame(await scene.told(), []);
  const late = await openScene();
  late.clock.set(after(startAt, day));
  await late.answer(late.guests[0]);
  t.strictSame(await late.told(), []);
  t.ok(clock.now() < startAt);
});

t.test('an answer to a series is told once', async (t) => {
  const { world, domain, organizer, guests } = await openScene();
  const startAt = after(world.clock.now(), day);
  const { id: seriesId } = await domain.createSeries({
    organizerId: organizer,
    rule: 'FREQ=DAILY;COUNT=5',
    draft: draft(world, { startAt, endAt: after(startAt, hour) }),
  });
  await domain.answerSeries({ seriesId, userId: guests[0] as UserId, state: 'going' });
  await world.performJobs();
  const { items } = await domain.listNotices({ userId: organizer });
  t.match(
    items.filter(({ kind }) => kind === 'event_activity'),
    [{ activity: { going: 1 } }],
  );
});

const withAddress = async ({ world, organizer }: Awaited<ReturnType<typeof openScene>>) => {
  const { domain, tables } = world;
  const session = tables.sessions.rows().findLast(({ userId }) => userId === organizer);
  await domain.askEmailProof({
    userId: organizer,
    sessionId: session?.id as never,
    email: 'host@mail.example',
  });
  await world.performJobs();
  await domain.checkEmailCode({ userId: organizer, code: world.emailCodesSent.at(-1)?.code ?? '' });
};

t.test(
  'a digest comes at eight in the morning where the soonest event is, with what is unread',
  async (t) => {
    const scene = await openScene();
    const { world, domain, clock, organizer, guests, answer, told, read, startAt } = scene;
    await withAddress(scene);
    const later = after(startAt, day);
    const { id: laterId } = await event(world, organizer, { startAt: later, endAt: after(later, hour) });
    await answer(guests[0], 'going', laterId);
    await answer(guests[0]);
    await told();
    const due = nextDigest({ timeZone: 'Etc/GMT-1' }, clock.now());
    t.strictSame(due, new Date('2026-06-02T07:00:00.000Z'));
    t.strictSame(
      nextDigest({ timeZone: 'Etc/GMT-1' }, after(due, -1)),
      due,
      'on the day itself before eight',
    );
    t.strictSame(nextDigest({ timeZone: 'Etc/GMT-1' }, due), after(due, day), 'the next day from eight on');
    clock.set(after(due, -1));
    await world.performJobs();
    t.strictSame(world.digestsSent, []);
    clock.set(due);
    await world.performJobs();
    await world.performJobs();
    t.match(world.digestsSent, [{ email: 'host@mail.example', language: 'en', unsubscribeToken: String }]);
    t.strictSame(
      world.digestsSent[0]?.notices.map((notice) => notice.event?.id),
      [scene.eventId, laterId],
    );
    t.strictSame(world.noticeMailsSent, [], 'no mail of its own');
    clock.advance(hour);
    await answer(guests[1]);
    await told();
    await read();
    clock.advance(2 * day);
    await world.performJobs();
    t.equal(world.digestsSent.length, 1, 'what was read meanwhile is left out');
    await answer(guests[2]);
    await told();
    clock.advance(3 * day);
    await world.performJobs();
    t.equal(world.digestsSent.length, 2, 'late after an outage');
    t.strictSame(
      world.digestsSent[1]?.notices.map((notice) => notice.activity?.going),
      [1],
    );
    await answer(guests[3]);
    await told();
    const { email, reminders } = await domain.getNoticeSettings({ userId: organizer });
    await domain.changeNoticeSettings({ userId: organizer, email, reminders, activity: 'off' });
    t.equal(
      (await domain.changeNoticeSettings({ userId: organizer, email, reminders })).activity,
      'off',
      'it stays',
    );
    clock.advance(2 * day);
    await world.performJobs();
    t.equal(world.digestsSent.length, 2);
  },
);

t.test('a digest is not mailed to who unsubscribed, or has no address any more', async (t) => {
  const scene = await openScene();
  const { world, domain, clock, organizer, guests, answer, told } = scene;
  await withAddress(scene);
  const jobs: Parameters<typeof domain.deliverDigest>[0][] = [];
  await answer(guests[0]);
  await told();
  clock.advance(2 * day);
  await domain.queueDigests();
  for (const job of world.tables.jobs.rows()) if (job.queue === 'digest-mails') jobs.push(job.data);
  const [job] = jobs;
  if (!job) throw new Error('a digest is queued');
  await domain.unsubscribe({ token: world.emailCodesSent[0]?.unsubscribeToken ?? '' });
  t.equal(await domain.deliverDigest(job), 'unsubscribed');
  await domain.removeEmail({ userId: organizer });
  t.equal(await domain.deliverDigest(job), null);
  t.strictSame(world.digestsSent, []);
});

t.test('a booking that is confirmed at once is confirmed by mail alone', async (t) => {
  const scene = await openScene();
  const { world, domain, clock, organizer, guests } = scene;
  await withAddress(scene);
  const [host] = guests as [UserId];
  const startAt = after(clock.now(), day);
  const { id: eventId } = await event(world, host, { capacity: 2, startAt, endAt: after(startAt, hour) });
  for (const quantity of [1, 1]) await domain.bookSeats({ eventId, userId: organizer, quantity });
  await world.performJobs();
  t.match(world.noticeMailsSent, [
    { email: 'host@mail.example', notice: { kind: 'booking_confirmed', event: { id: eventId } } },
  ]);
  t.equal(world.noticeMailsSent.length, 1);
  t.strictSame((await domain.listNotices({ userId: organizer })).items, [], 'its maker knows');
  await domain.bookSeats({ eventId, userId: guests[1] as UserId, quantity: 1 });
  await domain.bookSeats({ eventId, userId: guests[2] as UserId, quantity: 1 });
  await world.performJobs();
  t.equal(world.noticeMailsSent.length, 1, 'no address, no mail');
  await domain.cancelBooking({ eventId, userId: organizer });
  await world.performJobs();
  t.match((await domain.listNotices({ userId: guests[2] as UserId })).items, [{ kind: 'booking_confirmed' }]);
});
