import t from 'tap';
import { createMemoryWorld, type MemoryWorld } from '../memory/index.ts';
import type { UserId } from '../src/ids.ts';
import { limits } from '../src/limits.ts';
import { day, hour, minute } from '../src/time.ts';
import { event, person, refusal } from './support.ts';

const nobody = '0190a000-0000-7000-8000-000000000000';

const scene = async () => {
  const world = createMemoryWorld();
  const organizer = await person(world);
  const { id: eventId } = await event(world, organizer, { visibility: 'private' });
  const invite = (
    names: { circleIds?: string[]; userIds?: string[]; emails?: string[] },
    callerId = organizer,
  ) => world.domain.invite({ eventId, callerId, circleIds: [], userIds: [], emails: [], ...names });
  const accept = (token: string, userId: UserId) => world.domain.acceptInvitation({ token, userId });
  return { world, organizer, eventId, invite, accept };
};

const circleOf = async (world: MemoryWorld, ownerId: UserId, members: readonly UserId[]) => {
  const { id } = await world.domain.createCircle({ ownerId, name: 'Friends' });
  await world.domain.addCircleMembers({ circleId: id, ownerId, userIds: members });
  return id;
};

const tokenFor = async (world: MemoryWorld, userId: UserId) =>
  (await world.domain.listMyInvitations({ userId }))[0]?.token ?? '';

const mailedToken = ({ mailsSent }: MemoryWorld) => mailsSent.at(-1)?.token ?? '';

t.test('each recipient is invited once; the others are counted', async (t) => {
  const { world, organizer, eventId, invite } = await scene();
  const [ada, bob, going] = [await person(world), await person(world), await person(world)];
  const circle = await circleOf(world, organizer, [ada, bob, organizer]);
  const foreign = await circleOf(world, ada, [bob]);
  await world.domain.invite({ eventId, callerId: organizer, circleIds: [], userIds: [going], emails: [] });
  await world.domain.answerRsvp({ eventId, userId: going, state: 'going' });
  const first = await invite({
    circleIds: [circle, foreign, nobody, 'no-uuid'],
    userIds: [ada, ada.toUpperCase(), going, nobody, 'no-uuid'],
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

t.test('faulty invites are refused before anything is written', async (t) => {
  const { world, invite, eventId, organizer } = await scene();
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
  const many = (count: number) => Array.from({ length: count }, () => nobody);
  await t.rejects(invite({ circleIds: many(limits.inviteCircles + 1) }), refusal('invalid_request'));
  await t.rejects(invite({ userIds: many(limits.inviteUsers + 1) }), refusal('invalid_request'));
  await t.rejects(invite({ emails: many(limits.inviteEmails + 1) }), refusal('invalid_request'));
  await t.rejects(
    invite({ userIds: [guest] }, guest),
    refusal('event_not_found'),
    'an outsider sees nothing',
  );
  await invite({ userIds: [guest] });
  await t.rejects(invite({ userIds: [nobody] }, guest), refusal('forbidden'), 'a guest may not invite');
  await world.domain.addEventAdmin({ eventId, callerId: organizer, userId: guest });
  t.hasStrict(await invite({ userIds: [nobody] }, guest), { sent: 0, skipped: 1 }, 'an admin may');
  await world.domain.cancelEvent({ eventId, callerId: organizer });
  await t.rejects(invite({ userIds: [guest] }), refusal('event_cancelled'));
  t.equal(world.tables.invitations.rows().length, 1);
});

t.test('mails are capped by organizer and day, all or nothing', async (t) => {
  const world = createMemoryWorld({ settings: { emailDailyCap: 3 } });
  const organizer = await person(world);
  const { id: eventId } = await event(world, organizer, {});
  const invite = (emails: string[]) =>
    world.domain.invite({ eventId, callerId: organizer, circleIds: [], userIds: [], emails });
  await invite(['a@m.example', 'b@m.example']);
  await t.rejects(
    invite(['c@m.example', 'd@m.example']),
    refusal('rate_limited', { retryAfterSeconds: 12 * 3600 }),
  );
  t.equal(world.tables.invitations.rows().length, 2);
  t.equal(world.tables.outbox.rows().length, 2);
  t.hasStrict(await invite(['a@m.example', 'c@m.example']), { sent: 1, skipped: 1 }, 'only new ones count');
  world.clock.advance(13 * hour);
  t.hasStrict(await invite(['d@m.example']), { sent: 1 });
});

t.test('a personal invitation is for its user alone', async (t) => {
  const { world, eventId, invite, accept } = await scene();
  const [guest, stranger] = [await person(world), await person(world)];
  await invite({ userIds: [guest] });
  const token = await tokenFor(world, guest);
  t.hasStrict(await world.domain.previewInvitation({ token }), { event: { id: eventId }, token });
  await t.rejects(accept(token, stranger), refusal('invitation_not_yours'));
  t.hasStrict(await accept(token, guest), { eventId, myRsvp: 'going', eventTitle: 'Lantern concert' });
  await t.rejects(accept(token, guest), refusal('invitation_already_accepted'));
  t.strictSame(await world.domain.listMyInvitations({ userId: guest }), []);
  t.hasStrict(await world.domain.getEvent({ eventId, callerId: guest }), { myRsvp: 'going', rsvpCount: 1 });
  await world.domain.answerRsvp({ eventId, userId: guest, state: null });
  t.ok(await world.domain.getEvent({ eventId, callerId: guest }), 'accepted keeps it visible');
});

t.test('declining closes one’s own open invitation, and can be taken back', async (t) => {
  const { world, eventId, invite, accept } = await scene();
  const [guest, stranger] = [await person(world), await person(world)];
  await invite({ userIds: [guest] });
  const [mine] = await world.domain.listMyInvitations({ userId: guest });
  if (!mine) return t.fail('invited');
  const decline = (userId: UserId, invitationId: string = mine.id) =>
    world.domain.declineInvitation({ invitationId, userId });
  await t.rejects(decline(stranger), refusal('invitation_not_found'));
  await t.rejects(decline(guest, 'nope'), refusal('invitation_not_found'));
  await world.domain.answerRsvp({ eventId, userId: guest, state: 'interested' });
  await decline(guest);
  await t.rejects(decline(guest), refusal('invitation_not_found'));
  t.hasStrict(await world.domain.getEvent({ eventId, callerId: guest }), { myRsvp: 'interested' });
  t.hasStrict(await invite({ userIds: [guest] }), { sent: 0, skipped: 1 }, 'not asked again');
  t.hasStrict(await accept(mine.token, guest), { myRsvp: 'going' });
});

t.test('a mailed token is its first accepter’s', async (t) => {
  const { world, eventId, invite, accept } = await scene();
  const people: UserId[] = [];
  for (let each = 0; each < 5; each += 1) people.push(await person(world));
  await invite({ emails: ['guest@mail.example'] });
  await world.deliverMails();
  const token = mailedToken(world);
  const outcomes = await Promise.allSettled(people.map((userId) => accept(token, userId)));
  t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') t.match(outcome.reason, refusal('invitation_already_accepted'));
  const rsvps = world.tables.rsvps.rows().filter((rsvp) => rsvp.eventId === eventId);
  t.equal(rsvps.length, 1, 'the others left nothing behind');
});

t.test('the shared link takes each person once, until it is rotated or the event ends', async (t) => {
  const { world, eventId, organizer, invite, accept } = await scene();
  const [ada, bob, cyd] = [await person(world), await person(world), await person(world)];
  const { linkToken } = await invite({ userIds: [bob] });
  t.hasStrict(await accept(linkToken, ada), { eventId, myRsvp: 'going' });
  await t.rejects(accept(linkToken, ada), refusal('invitation_already_accepted'));
  await accept(linkToken, bob);
  t.strictSame(await world.domain.listMyInvitations({ userId: bob }), [], 'the personal one is closed too');
  const rotated = await world.domain.rotateInviteLink({ eventId, callerId: organizer });
  await t.rejects(accept(linkToken, cyd), refusal('invitation_expired'));
  await t.rejects(world.domain.previewInvitation({ token: linkToken }), refusal('invitation_expired'));
  t.equal((await invite({ userIds: [nobody] })).linkToken, rotated.linkToken);
  t.ok(await world.domain.getEvent({ eventId, callerId: ada }), 'who joined stays');
  world.clock.advance(day + 2 * hour);
  await t.rejects(accept(rotated.linkToken, cyd), refusal('invitation_expired'));
  await t.rejects(accept('unknown', cyd), refusal('invitation_not_found'));
});

t.test('invitations end with the event or after 30 days, and an expired one is renewed', async (t) => {
  const world = createMemoryWorld();
  const [organizer, guest] = [await person(world), await person(world)];
  const far = new Date(world.clock.now().getTime() + 100 * day);
  const { id: eventId } = await event(world, organizer, {
    startAt: far,
    endAt: new Date(far.getTime() + hour),
  });
  const invite = () =>
    world.domain.invite({ eventId, callerId: organizer, circleIds: [], userIds: [guest], emails: [] });
  await invite();
  const token = await tokenFor(world, guest);
  const sentAt = world.clock.now().getTime();
  t.strictSame((await world.domain.previewInvitation({ token })).expiresAt, new Date(sentAt + 30 * day));
  world.clock.advance(30 * day);
  t.strictSame(await world.domain.listMyInvitations({ userId: guest }), []);
  await t.rejects(world.domain.previewInvitation({ token }), refusal('invitation_expired'));
  await t.rejects(world.domain.acceptInvitation({ token, userId: guest }), refusal('invitation_expired'));
  t.hasStrict(await invite(), { sent: 1, skipped: 0 });
  t.not(await tokenFor(world, guest), token);
  await t.rejects(
    world.domain.previewInvitation({ token }),
    refusal('invitation_expired'),
    'the old token stays dead',
  );
  world.clock.set(new Date(far.getTime() + hour));
  await t.rejects(invite(), refusal('invalid_request'), 'nobody is invited to what is over');
});

t.test('an invitation ends with the event, also when that is moved', async (t) => {
  const { world, eventId, organizer, invite, accept } = await scene();
  const guest = await person(world);
  await invite({ userIds: [guest], emails: ['guest@mail.example'] });
  await world.deliverMails();
  const move = (endAt: Date) =>
    world.domain.updateEvent({ eventId, callerId: organizer, changes: { endAt } });
  const end = new Date(world.clock.now().getTime() + day + minute);
  await move(end);
  const tokens = [await tokenFor(world, guest), mailedToken(world)];
  for (const token of tokens) t.strictSame((await world.domain.previewInvitation({ token })).expiresAt, end);
  world.clock.set(end);
  for (const token of tokens) {
    await t.rejects(world.domain.previewInvitation({ token }), refusal('invitation_expired'));
    await t.rejects(accept(token, guest), refusal('invitation_expired'));
  }
  await t.rejects(world.domain.getEvent({ eventId, callerId: guest }), refusal('event_not_found'));
  await move(new Date(end.getTime() + day));
  t.hasStrict(await accept(tokens[0] ?? '', guest), { myRsvp: 'going' }, 'postponed: open again');
});

t.test('the cap of mails is the organizer’s, whoever of the admins invites', async (t) => {
  const world = createMemoryWorld({ settings: { emailDailyCap: 1 } });
  const [organizer, admin] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizer);
  await world.domain.addEventAdmin({ eventId, callerId: organizer, userId: admin });
  const invite = (callerId: UserId, email: string) =>
    world.domain.invite({ eventId, callerId, circleIds: [], userIds: [], emails: [email] });
  await invite(organizer, 'a@mail.example');
  await t.rejects(invite(admin, 'b@mail.example'), refusal('rate_limited', { limit: 1 }));
});

t.test('a cancelled or deleted event admits nobody', async (t) => {
  const { world, eventId, organizer, invite, accept } = await scene();
  const guest = await person(world);
  const { linkToken } = await invite({ userIds: [guest] });
  const token = await tokenFor(world, guest);
  await world.domain.cancelEvent({ eventId, callerId: organizer });
  for (const dead of [token, linkToken]) {
    await t.rejects(accept(dead, guest), refusal('event_cancelled'));
    await t.rejects(world.domain.previewInvitation({ token: dead }), refusal('invitation_expired'));
    t.equal((await world.domain.readInvitation({ token: dead })).event.status, 'cancelled');
  }
  await world.domain.deleteEvent({ eventId, callerId: organizer });
  for (const dead of [token, linkToken])
    await t.rejects(accept(dead, guest), refusal('invitation_not_found'));
});

t.test('an organizer lists, takes back and repeats invitations', async (t) => {
  const { world, eventId, organizer, invite, accept } = await scene();
  const [guest, outsider] = [await person(world), await person(world)];
  await invite({ userIds: [guest], emails: ['guest@mail.example'] });
  await world.deliverMails();
  const list = (callerId = organizer) => world.domain.listEventInvitations({ eventId, callerId });
  const all = await list();
  t.equal(all.total, 2);
  const byUser = all.items.find(({ kind }) => kind === 'user');
  const byMail = all.items.find(({ kind }) => kind === 'email');
  if (!byUser || !byMail) return t.fail('both are listed');
  t.hasStrict(byUser, { user: { id: guest }, email: null, state: 'pending', delivery: 'none' });
  t.hasStrict(byMail, { user: null, email: 'guest@mail.example', state: 'pending', delivery: 'sent' });
  await t.rejects(list(outsider), refusal('event_not_found'));
  await t.rejects(list(guest), refusal('forbidden'));

  const revoke = (invitationId: string) =>
    world.domain.revokeInvitation({ eventId, callerId: organizer, invitationId });
  const resend = (invitationId: string) =>
    world.domain.resendInvitation({ eventId, callerId: organizer, invitationId });
  const token = await tokenFor(world, guest);
  await accept(token, guest);
  await t.rejects(resend(byUser.id), refusal('invitation_not_found'), 'an accepted one is closed');
  await revoke(byUser.id);
  await t.rejects(revoke(byUser.id), refusal('invitation_not_found'));
  await t.rejects(accept(token, guest), refusal('invitation_expired'));
  t.ok(await world.domain.getEvent({ eventId, callerId: guest }), 'the RSVP keeps the event in sight');
  await world.domain.answerRsvp({ eventId, userId: guest, state: null });
  await t.rejects(world.domain.getEvent({ eventId, callerId: guest }), refusal('event_not_found'));
  t.hasStrict(await invite({ userIds: [guest] }), { sent: 1 }, 'a revoked one may be invited again');

  await t.rejects(resend(byMail.id), refusal('rate_limited', { retryAfterSeconds: 600 }));
  world.clock.advance(10 * minute);
  t.hasStrict(await resend(byMail.id), { id: byMail.id, state: 'pending', delivery: 'queued' });
  await world.deliverMails();
  t.equal(world.mailsSent.length, 2);
  t.equal(world.mailsSent[1]?.token, world.mailsSent[0]?.token, 'the same link');
  await t.rejects(resend(nobody), refusal('invitation_not_found'));
});

t.test('a mail that is no longer due is not sent, and its end is noted', async (t) => {
  const { world, eventId, organizer, invite } = await scene();
  await invite({ emails: ['a@mail.example'] });
  const [invitation] = (await world.domain.listEventInvitations({ eventId, callerId: organizer })).items;
  if (!invitation) return t.fail('listed');
  await world.domain.revokeInvitation({ eventId, callerId: organizer, invitationId: invitation.id });
  await world.deliverMails();
  t.equal(world.mailsSent.length, 0);
  const refusing = createMemoryWorld({ overrides: { mailer: { sendInvitation: async () => 'refused' } } });
  const owner = await person(refusing);
  const other = await event(refusing, owner);
  await refusing.domain.invite({
    eventId: other.id,
    callerId: owner,
    circleIds: [],
    userIds: [],
    emails: ['x@y.example'],
  });
  await refusing.deliverMails();
  const listed = await refusing.domain.listEventInvitations({ eventId: other.id, callerId: owner });
  t.equal(listed.items[0]?.delivery, 'refused');
});
