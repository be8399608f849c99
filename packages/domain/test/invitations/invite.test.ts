import t from 'tap';
import { createMemoryWorld, type MemoryWorld } from '../../memory/index.ts';
import { pairKey } from '../../memory/table.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { CircleId, UserId } from '../../src/ids.ts';
import { limits } from '../../src/limits.ts';
import { day, hour } from '../../src/time.ts';
import { event, faultsOf, person, problemOf, refusal, unknownId } from '../support.ts';
import { invitationScene, privateScene } from './invitation-scene.ts';

const unknown = (count: number) => Array.from({ length: count }, () => unknownId);
const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `guest${index}@mail.example`);

t.test('every limit of one call is accepted', async (t) => {
  const { world, invite } = await invitationScene();
  world.clock.advance(day);
  t.hasStrict(await invite({ circleIds: unknown(limits.inviteCircles) }), { sent: 0, skipped: 100 });
  t.hasStrict(await invite({ userIds: unknown(limits.inviteUsers) }), { sent: 0, skipped: 1_000 });
  t.hasStrict(await invite({ emails: addresses(limits.inviteEmails) }), { sent: 500, skipped: 0 });
});

t.test('a call that names too many, none or faulty ones is refused with each fault once', async (t) => {
  const { invite } = await invitationScene();
  t.strictSame(await faultsOf(invite({})), [
    { path: '', message: 'must name at least one circle, user or e-mail address' },
  ]);
  t.strictSame(await faultsOf(invite({ circleIds: unknown(101), userIds: unknown(1_001) })), [
    { path: '/circleIds', message: 'must hold at most 100 entries' },
    { path: '/userIds', message: 'must hold at most 1000 entries' },
  ]);
  t.strictSame(
    await faultsOf(invite({ emails: Array.from({ length: 501 }, () => 'no address') })),
    [{ path: '/emails', message: 'must hold at most 500 entries' }],
    'too many are not looked at one by one',
  );
  t.strictSame(
    await faultsOf(invite({ emails: [...addresses(499), 'no address'] })),
    [{ path: '/emails/499', message: 'must be an e-mail address' }],
    'as many as allowed are',
  );
});

t.test('a large circle is invited whole, each member once', async (t) => {
  const { world, organizer, eventId, invite } = await invitationScene();
  const newId = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const circleId = newId(90_001) as CircleId;
  world.tables.circles.set(circleId, {
    ...{ id: circleId, ownerId: organizer, name: 'All', createdAt: world.clock.now() },
  });
  for (let number = 0; number < 2_001; number += 1) {
    const userId = newId(number) as UserId;
    world.tables.circleMembers.set(pairKey(circleId, userId), { circleId, userId });
  }
  t.hasStrict(await invite({ circleIds: [circleId] }), { sent: 2_001, skipped: 0 });
  const invited = [...world.tables.invitations.rows()].filter((one) => one.eventId === eventId);
  t.equal(new Set(invited.map(({ userId }) => userId)).size, 2_001);
  t.equal(new Set(invited.map(({ token }) => token)).size, 2_001);
  t.hasStrict(await invite({ circleIds: [circleId] }), { sent: 0, skipped: 2_001 });
});

t.test('circles and ids name at most 11,000 people, each counted once', async (t) => {
  const { world, organizer, eventId, invite } = await invitationScene();
  const newId = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const circleIds = [newId(90_001), newId(90_002)] as readonly string[] as [CircleId, CircleId];
  for (const id of circleIds)
    world.tables.circles.set(id, { id, ownerId: organizer, name: 'Friends', createdAt: world.clock.now() });
  const join = (circleId: CircleId, userId: UserId) =>
    world.tables.circleMembers.set(pairKey(circleId, userId), { circleId, userId });
  for (let number = 0; number < limits.invitePeople; number += 1) {
    const userId = newId(number) as UserId;
    join(circleIds[number < limits.circleMembers ? 0 : 1], userId);
    if (number < 500) join(circleIds[1], userId);
    // Guests already, so that none of them is sent an invitation.
    world.tables.rsvps.set(pairKey(eventId, userId), {
      eventId,
      userId,
      state: 'going',
      respondedAt: world.clock.now(),
    });
  }
  t.hasStrict(await invite({ circleIds }), { sent: 0, skipped: limits.invitePeople + 500 });
  t.strictSame(await faultsOf(invite({ circleIds, userIds: [await person(world)] })), [
    { path: '/circleIds', message: 'must hold, with userIds, at most 11000 people in all' },
  ]);
});

t.test('an event that has ended takes no invitations', async (t) => {
  const { world, endAt, invite } = await invitationScene();
  world.clock.set(endAt);
  t.strictSame(await faultsOf(invite({ userIds: [unknownId] })), [
    { path: '', message: 'is too late: the event has ended' },
  ]);
});

t.test('users are told in the app: no mail is queued or counted', async (t) => {
  const { world, invite } = await invitationScene({ emailDailyCap: 0 });
  t.hasStrict(await invite({ userIds: [await person(world)] }), { sent: 1, skipped: 0 });
  t.strictSame(world.tables.outbox.rows(), []);
  t.strictSame(await problemOf(invite({ emails: ['guest@mail.example'] })), {
    code: 'rate_limited',
    detail: 'More than 0 mails within 24 hours.',
    budget: 'daily-mails',
    limit: 0,
    retryAfterSeconds: 24 * 3600,
  });
});

t.test('users can be invited when the cap of mails was lowered below what was sent', async (t) => {
  const { world, invite } = await invitationScene({ emailDailyCap: 3 });
  await invite({ emails: addresses(3) });
  const { dependencies } = world;
  const lowered = createDomain({ ...dependencies, settings: { ...dependencies.settings, emailDailyCap: 1 } });
  t.hasStrict(await invite({ userIds: [await person(world)] }, { domain: lowered }), { sent: 1 });
});

const circleOf = async (world: MemoryWorld, ownerId: UserId, members: readonly UserId[]) => {
  const { id } = await world.domain.createCircle({ ownerId, name: 'Friends' });
  await world.domain.addCircleMembers({ circleId: id, ownerId, userIds: members });
  return id;
};

t.test('each recipient is invited once; duplicates are counted as skipped', async (t) => {
  const { world, organizer, eventId, invite } = await privateScene();
  const [ada, bob, going] = [await person(world), await person(world), await person(world)];
  const circle = await circleOf(world, organizer, [ada, bob, organizer]);
  const foreign = await circleOf(world, ada, [bob]);
  await world.domain.invite({ eventId, callerId: organizer, circleIds: [], userIds: [going], emails: [] });
  await world.domain.answerRsvp({ eventId, userId: going, state: 'going' });
  const first = await invite({
    circleIds: [circle, foreign, unknownId, 'no-uuid'],
    userIds: [ada, ada.toUpperCase(), going, unknownId, 'no-uuid'],
    emails: ['Guest@Mail.example', ' guest@mail.example ', 'other@mail.example'],
  });
  t.equal(first.sent, 4, 'ada, bob and two addresses');
  t.equal(
    first.skipped,
    10,
    'organizer, foreign, 2 unknown circles, ada twice, going, 2 unknown ids, an address again',
  );
  const second = await invite({ userIds: [ada], emails: ['guest@mail.example'] });
  t.hasStrict(second, { sent: 0, skipped: 2, linkToken: first.linkToken });
  await world.deliverMails();
  t.strictSame(world.mailsSent.map(({ email }) => email).sort(), [
    'guest@mail.example',
    'other@mail.example',
  ]);
});

t.test('refused invitations write nothing', async (t) => {
  const { world, invite, eventId, organizer } = await privateScene();
  const guest = await person(world);
  await t.rejects(invite({}), refusal('invalid_request'));
  await t.rejects(
    invite({ emails: ['ok@mail.example', 'not an address'] }),
    refusal('invalid_request', { errors: [{ path: '/emails/1' }] }),
  );
  for (const bad of [
    'a@b',
    'a..b@mail.example',
    '.a@mail.example',
    'a.@mail.example',
    'a@1.2.3.4',
    '\u212a@mail.example',
    '@mail.example',
    'a b@mail.example',
    'a@mail.example\nBcc: x@y.example',
    'a@-x.example',
    '',
  ])
    await t.rejects(invite({ emails: [bad] }), refusal('invalid_request'), JSON.stringify(bad));
  await t.rejects(invite({ circleIds: unknown(limits.inviteCircles + 1) }), refusal('invalid_request'));
  await t.rejects(invite({ userIds: unknown(limits.inviteUsers + 1) }), refusal('invalid_request'));
  await t.rejects(invite({ emails: unknown(limits.inviteEmails + 1) }), refusal('invalid_request'));
  await t.rejects(
    invite({ userIds: [guest] }, { callerId: guest }),
    refusal('event_not_found'),
    'an outsider sees nothing',
  );
  await invite({ userIds: [guest] });
  await t.rejects(
    invite({ userIds: [unknownId] }, { callerId: guest }),
    refusal('forbidden'),
    'a guest may not invite',
  );
  await world.domain.addEventAdmin({ eventId, callerId: organizer, userId: guest });
  t.hasStrict(
    await invite({ userIds: [unknownId] }, { callerId: guest }),
    { sent: 0, skipped: 1 },
    'an admin may',
  );
  await world.domain.cancelEvent({ eventId, callerId: organizer });
  await t.rejects(invite({ userIds: [guest] }), refusal('event_cancelled'));
  t.equal(world.tables.invitations.rows().length, 1);
});

t.test('mails are capped by organizer and 24 hours, all or nothing', async (t) => {
  const world = createMemoryWorld({ settings: { emailDailyCap: 3 } });
  const organizer = await person(world);
  const { id: eventId } = await event(world, organizer, {});
  const invite = (emails: string[]) =>
    world.domain.invite({ eventId, callerId: organizer, circleIds: [], userIds: [], emails });
  await invite(['a@m.example', 'b@m.example']);
  await t.rejects(
    invite(['c@m.example', 'd@m.example']),
    refusal('rate_limited', { retryAfterSeconds: 24 * 3600 }),
  );
  t.equal(world.tables.invitations.rows().length, 2);
  t.equal(world.tables.outbox.rows().length, 2);
  t.hasStrict(await invite(['a@m.example', 'c@m.example']), { sent: 1, skipped: 1 }, 'only new ones count');
  world.clock.advance(day - 1);
  await t.rejects(invite(['d@m.example']), refusal('rate_limited', { retryAfterSeconds: 1 }));
  world.clock.advance(1);
  t.hasStrict(await invite(['d@m.example']), { sent: 1 });
});

t.test('an admin’s mails count against the organizer’s cap', async (t) => {
  const world = createMemoryWorld({ settings: { emailDailyCap: 1 } });
  const [organizer, admin] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizer);
  await world.domain.addEventAdmin({ eventId, callerId: organizer, userId: admin });
  const invite = (callerId: UserId, email: string) =>
    world.domain.invite({ eventId, callerId, circleIds: [], userIds: [], emails: [email] });
  await invite(organizer, 'a@mail.example');
  await t.rejects(invite(admin, 'b@mail.example'), refusal('rate_limited', { limit: 1 }));
});

t.test('one organizer has at most 20 pending invitations to a person, at all events together', async (t) => {
  const { world, domain, organizer, invite } = await invitationScene();
  const [guest, other] = [await person(world), await person(world)];
  const ids = [];
  for (let count = 0; count < 20; count += 1) {
    const { id: eventId } = await event(world, organizer);
    t.hasStrict(await invite({ userIds: [guest] }, { eventId }), { sent: 1, skipped: 0 });
    ids.push(eventId);
  }
  t.hasStrict(await invite({ userIds: [guest, other] }), { sent: 1, skipped: 1 });
  const stranger = await person(world);
  const { id: eventId } = await event(world, stranger);
  t.hasStrict(await invite({ userIds: [guest] }, { eventId, callerId: stranger }), { sent: 1, skipped: 0 });
  await domain.answerRsvp({ eventId: ids[0] ?? '', userId: guest, state: 'going' });
  t.hasStrict(await invite({ userIds: [guest] }), { sent: 1, skipped: 0 }, 'one is answered');
});

t.test('the invitations of a blocked user are skipped, as organizer and as admin', async (t) => {
  const { world, domain, organizer, eventId, invite } = await invitationScene();
  const [guest, admin] = [await person(world), await person(world)];
  await domain.addEventAdmin({ eventId, callerId: organizer, userId: admin });
  await domain.blockUser({ callerId: guest, userId: admin });
  t.hasStrict(await invite({ userIds: [guest] }, { callerId: admin }), { sent: 0, skipped: 1 });
  t.hasStrict(await invite({ userIds: [guest] }), { sent: 1, skipped: 0 });
  t.equal((await domain.listMyInvitations({ userId: guest })).length, 1);
  await domain.blockUser({ callerId: guest, userId: organizer });
  t.strictSame(await domain.listMyInvitations({ userId: guest }), [], 'what is pending is hidden');
  const { id: second } = await event(world, organizer);
  t.hasStrict(await invite({ userIds: [guest] }, { eventId: second }), { sent: 0, skipped: 1 });
  await domain.unblockUser({ callerId: guest, userId: organizer });
  t.hasStrict(await invite({ userIds: [guest] }, { eventId: second }), { sent: 1, skipped: 0 });
});

t.test('open invitations come in pages of 100, the soonest event first', async (t) => {
  const { world, domain } = await invitationScene();
  const guest = await person(world);
  for (let count = 0; count < 102; count += 1) {
    const organizerId = await person(world);
    const startAt = new Date(world.clock.now().getTime() + (200 - count) * hour);
    const { id: eventId } = await event(world, organizerId, {
      startAt,
      endAt: new Date(startAt.getTime() + hour),
    });
    const names = { circleIds: [], userIds: [guest], emails: [] };
    await domain.invite({ eventId, callerId: organizerId, ...names });
  }
  const list = (paging: object) => domain.listMyInvitations({ userId: guest, ...paging });
  const first = await list({});
  t.equal(first.length, 100);
  t.equal((await list({ page: 2 })).length, 2);
  const starts = first.map((invite) => invite.event.startAt.getTime());
  t.strictSame(
    starts,
    starts.toSorted((one, other) => one - other),
  );
  t.strictSame(await list({ page: 3, limit: 2 }), first.slice(4, 6));
  t.strictSame(await faultsOf(list({ limit: 101 })), [
    { path: '/limit', message: 'must be a whole number from 1 to 100' },
  ]);
});
