import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import type { AnnouncementGroup } from '../../src/notices/notice.ts';
import { after, day, hour, minute } from '../../src/time.ts';
import { event, person, problemOf } from '../support.ts';

const origin = { sessionId: null, network: '203.0.113.0/24' };

/** A world with guests who accepted an invitation at an address, of organizers who are told of nothing. */
const openScene = async (settings = {}) => {
  const world = createMemoryWorld({ settings });
  const { domain, clock } = world;
  const names = { circleIds: [], userIds: [], emails: [] };
  /** An event that the guests have accepted at these addresses. */
  const party = async (organizer: UserId, guests: readonly UserId[], ...emails: string[]) => {
    const startAt = after(clock.now(), 2 * day);
    const { id: eventId } = await event(world, organizer, { startAt, endAt: after(startAt, hour) });
    await domain.invite({ eventId, callerId: organizer, ...names, emails });
    await world.deliverMails();
    for (const [index, email] of emails.entries()) {
      const mail = world.mailsSent.findLast((one) => one.email === email);
      await domain.acceptInvitation({
        token: mail?.token ?? '',
        userId: guests[index % guests.length] as UserId,
      });
    }
    await world.performJobs();
    return eventId;
  };
  const announce = async (
    eventId: EventId,
    callerId: UserId,
    to: readonly AnnouncementGroup[] = ['going'],
  ) => {
    clock.advance(1);
    await domain.announce({ eventId, callerId, text: 'Bring a lamp.', to });
    await world.performJobs();
  };
  const inviteUser = async (eventId: EventId, callerId: UserId, userId: UserId) => {
    clock.advance(1);
    await domain.invite({ eventId, callerId, ...names, userIds: [userId] });
    await world.performJobs();
  };
  const move = async (eventId: EventId, callerId: UserId, address: string) => {
    await domain.updateEvent({ eventId, callerId, changes: { location: { address, lat: 1, lng: 2 } } });
    clock.advance(5 * minute);
    await world.performJobs();
  };
  const told = async (userId: UserId) => (await domain.listNotices({ userId })).total;
  const mailed = () => world.noticeMailsSent.splice(0).map(({ email, notice }) => `${notice.kind} ${email}`);
  const people = async (count: number) => {
    const ids: UserId[] = [];
    while (ids.length < count) ids.push(await person(world));
    return ids as [UserId, UserId, UserId, UserId];
  };
  return { world, domain, clock, party, announce, inviteUser, move, told, mailed, people };
};

t.test('one organizer mails five announcements a day to one mailbox; the inbox has them all', async (t) => {
  const { people, party, announce, told, mailed, clock } = await openScene();
  const [organizer, other, guest, bob] = await people(4);
  const first = await party(organizer, [guest, bob], 'ada+a@mail.example', 'bob@mail.example');
  const second = await party(organizer, [guest], 'ada+b@mail.example');
  for (let round = 0; round < 4; round += 1)
    for (const one of [first, second]) await announce(one, organizer);
  t.equal(await told(guest), 8);
  const mails = mailed();
  t.equal(mails.filter((mail) => mail.includes('bob')).length, 4);
  t.equal(mails.length, 4 + 5);
  const third = await party(other, [guest], 'ada@mail.example');
  await announce(third, other);
  t.equal(mailed().length, 1, 'of another organizer');
  clock.advance(day - hour);
  await announce(first, organizer);
  t.equal(await told(guest), 10);
  t.strictSame(mailed(), ['announcement bob@mail.example'], 'the fifth of the other guest');
  clock.advance(hour);
});

t.test('an announcement reaches a person once, whatever aliases they accepted at', async (t) => {
  const { people, party, announce, mailed } = await openScene();
  const [organizer, other, guest] = await people(3);
  await party(other, [guest], 'ada+x@mail.example');
  const eventId = await party(organizer, [guest], 'ada@mail.example', 'a.d.a@gmail.com');
  await announce(eventId, organizer);
  t.strictSame(
    mailed()
      .map((mail) => mail.split('@')[1])
      .sort(),
    ['gmail.com', 'mail.example'],
  );
});

t.test('announcements to invited people reach their inbox alone', async (t) => {
  const { people, party, announce, inviteUser, told, mailed, domain } = await openScene();
  const [organizer, guest, other, third] = await people(4);
  await party(third, [guest, other], 'guest@mail.example', 'other@mail.example');
  const eventId = await party(organizer, [third], 'third@mail.example');
  await inviteUser(eventId, organizer, guest);
  await inviteUser(eventId, organizer, other);
  await domain.answerRsvp({ eventId, userId: other, state: 'interested' });
  t.strictSame(mailed().sort(), [
    'invitation_received guest@mail.example',
    'invitation_received other@mail.example',
  ]);
  await announce(eventId, organizer, ['invited']);
  t.equal(await told(guest), 2);
  t.equal(await told(other), 2);
  t.strictSame(mailed(), []);
  await announce(eventId, organizer, ['invited', 'interested', 'going']);
  t.equal(await told(guest), 3);
  t.strictSame(
    mailed().sort(),
    ['announcement other@mail.example', 'announcement third@mail.example'],
    'to those who answered',
  );
});

t.test('an invitation is told by mail once an event, person and day', async (t) => {
  const { world, people, party, inviteUser, told, mailed, domain, clock } = await openScene();
  const [organizer, guest, other, host] = await people(4);
  await party(host, [guest, other], 'guest@mail.example', 'other@mail.example');
  const [{ id: first }, { id: second }] = [await event(world, organizer), await event(world, organizer)];
  const invited = async (eventId: EventId, userId = guest) => {
    await inviteUser(eventId, organizer, userId);
    const { items } = await domain.listEventInvitations({ eventId, callerId: organizer });
    for (const { id, state } of items)
      if (state === 'pending')
        await domain.revokeInvitation({ eventId, callerId: organizer, invitationId: id, origin });
    return mailed().filter((mail) => mail.startsWith('invitation_received')).length;
  };
  t.equal(await invited(first), 1);
  t.equal(await invited(first), 0);
  t.equal(await invited(first, other), 1, 'another person');
  t.equal(await invited(second), 1, 'another event');
  t.equal(await told(guest), 3);
  clock.advance(day - hour);
  t.equal(await invited(first), 0);
  clock.advance(hour);
  t.equal(await invited(second), 1, '24 hours later');
});

t.test('a mailbox gets twenty mails a day of all kinds, of whoever', async (t) => {
  const { people, party, announce, move, told, mailed } = await openScene();
  const [guest, bystander] = await people(2);
  const organizers = await people(5);
  const eventIds: EventId[] = [];
  for (const [index, organizer] of organizers.entries())
    eventIds.push(
      await party(organizer, [guest, bystander], `ada+${index}@mail.example`, `bob${index}@mail.example`),
    );
  for (const [index, organizer] of organizers.entries()) {
    const eventId = eventIds[index] as EventId;
    await announce(eventId, organizer);
    await move(eventId, organizer, `Elsewhere ${index}`);
    await announce(eventId, organizer);
    await move(eventId, organizer, `There ${index}`);
  }
  t.equal(await told(guest), 20);
  t.equal(await told(bystander), 20);
  const mails = mailed();
  t.equal(mails.filter((mail) => mail.includes('ada')).length, 15, 'and five invitations');
  for (const index of organizers.keys())
    t.equal(mails.filter((mail) => mail.includes(`bob${index}`)).length, 19, 'of another person');
});

t.test('an account mails as much as its budget lasts; reminders take nothing from it', async (t) => {
  const { world, people, party, announce, told, mailed, domain, clock } = await openScene({
    quotaScale: 0.2,
  });
  const [organizer] = await people(1);
  const guests = await people(6);
  const eventId = await party(organizer, guests, ...guests.map((_, index) => `guest${index}@mail.example`));
  await announce(eventId, organizer);
  t.equal(mailed().length, 4, 'ten in all, six of them invitations');
  for (const guest of guests) t.equal(await told(guest), 1);
  const invitation = domain.invite({
    eventId,
    callerId: organizer,
    circleIds: [],
    userIds: [],
    emails: ['more@mail.example'],
  });
  t.hasStrict(await problemOf(invitation), { budget: 'new-account-mails', limit: 10 });
  for (const userId of guests)
    await domain.changeNoticeSettings({ userId, email: true, reminders: [(47 * hour) / minute] });
  clock.advance(hour);
  await world.performJobs();
  t.equal(mailed().length, 6, 'reminders');
});

t.test('a deleted event counts against who deleted it', async (t) => {
  const { world, people, party, told, mailed, domain } = await openScene({ emailDailyCap: 5 });
  const [organizer] = await people(1);
  const guests = await people(3);
  const eventId = await party(organizer, guests, ...guests.map((_, index) => `guest${index}@mail.example`));
  await domain.deleteEvent({ eventId, callerId: organizer, origin });
  await world.performJobs();
  t.equal(mailed().length, 2);
  for (const guest of guests) t.equal(await told(guest), 1);
});

t.test('who wants no mail takes nothing from the budget of the account', async (t) => {
  const { world, people, party, announce, mailed, domain } = await openScene({ emailDailyCap: 3 });
  const [organizer] = await people(1);
  const guests = await people(2);
  const eventId = await party(organizer, guests, 'ada@mail.example', 'bob@mail.example');
  const token = world.mailsSent.find(({ email }) => email.startsWith('ada'))?.unsubscribeToken ?? '';
  await domain.unsubscribe({ token });
  await announce(eventId, organizer);
  t.strictSame(mailed(), ['announcement bob@mail.example']);
});
