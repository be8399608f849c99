import type { EventId, UserId } from '../../src/ids.ts';
import { after, day, hour } from '../../src/time.ts';
import {
  addCircle,
  addEvent,
  addSession,
  addUser,
  newToken,
  now,
  sendInvitation,
  someUser,
} from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Needed = Needs<
  | 'calendars'
  | 'circles'
  | 'eventAdmins'
  | 'eventCatalog'
  | 'events'
  | 'invitationCatalog'
  | 'invitations'
  | 'inviteLinks'
  | 'rsvps'
  | 'saved'
  | 'sessions'
  | 'users',
  'unitOfWork' | 'addBooking'
>;

const page = { page: 1, limit: 20 };
const ended = { startAt: after(now, -2 * day), endAt: after(now, -day) };

/** One of everything that a person can have; answers, saves and roles are at `host`, a private event. */
const settle = async ({ stores, addBooking }: Needed, host: EventId, friend: UserId) => {
  const user = await addUser(stores, {
    name: 'Person',
    bio: 'Bio',
    city: 'City',
    avatar: 'https://pics.example/a',
  });
  const event = await stores.events.find(host);
  if (!event) throw new Error('the host event is there');
  const session = await addSession(stores, user.id);
  const circle = await addCircle(stores, user.id, [friend]);
  const own = await addEvent(stores, { organizerId: user.id });
  const other = await addEvent(stores, { visibility: 'private' });
  await stores.rsvps.answer(host, user.id, 'going', now);
  for (const id of [host, own.id]) await stores.saved.save(id, user.id, now);
  await stores.eventAdmins.add(host, user.id);
  await stores.inviteLinks.join(host, user.id, now);
  await addBooking(host, user.id, { id: circle, quantity: 2, createdAt: now });
  const calendar = await stores.calendars.tokenOf(user.id, newToken());
  const invitation = await sendInvitation(stores, other, { kind: 'user', userId: user.id });
  const mailed = await sendInvitation(stores, event, { kind: 'email', email: `${user.id}@mail.example` });
  await stores.invitations.accept(mailed.id, user.id, now);
  return { user, session, circle, own, host, calendar, invitation, mailed };
};

type Settled = Awaited<ReturnType<typeof settle>>;

/** All that the stores return about a user. */
const recordOf = async (stores: Needed['stores'], person: Settled) => ({
  user: await stores.users.find(person.user.id),
  byPhone: await stores.users.findByPhone(person.user.phone),
  byUsername: await stores.users.findByUsername(person.user.username),
  session: await stores.sessions.find(person.session.id),
  circles: await stores.circles.list(person.user.id, page),
  members: await stores.circles.members(person.circle, person.user.id, page),
  own: await stores.events.find(person.own.id),
  hosted: await stores.eventCatalog.detail(person.host, person.user.id, now),
  access: await stores.events.access(person.host, person.user.id, now),
  saved: await stores.eventCatalog.mine(person.user.id, 'saved', page, now),
  calendar: await stores.calendars.ownerOf(person.calendar),
  entries: await stores.calendars.goingOf(person.user.id, now, 9, 99),
  invitations: await stores.invitationCatalog.openOf(person.user.id, page, now),
  mailed: await stores.invitations.find(person.mailed.id),
  joinsAgain: await stores.inviteLinks.join(person.host, person.user.id, now),
});

/** What is erased with an account, as {@link UserStore.erase} says. */
export const accountErasureContract = async (t: TestScope, open: Open<Needed>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'erases what is personal', async (t, adapters) => {
    const { stores } = adapters;
    const [host, friend] = [await addEvent(stores, { visibility: 'private' }), await addUser(stores)];
    const person = await settle(adapters, host.id, friend.id);
    const at = after(now, hour);
    await stores.users.erase(person.user.id, at);
    t.strictSame(await recordOf(stores, person), {
      user: null,
      byPhone: null,
      byUsername: null,
      session: { ...person.session, endedAt: at },
      circles: { ...page, total: 0, items: [] },
      members: null,
      own: { ...person.own, status: 'cancelled', sequence: 1, updatedAt: at },
      hosted: null,
      access: null,
      saved: { ...page, total: 0, items: [] },
      calendar: null,
      entries: [],
      invitations: [],
      mailed: null,
      joinsAgain: null,
    });
    const detail = await stores.eventCatalog.detail(host.id, host.organizerId, now);
    t.strictSame([detail?.rsvpCount, detail?.bookedCount], [0, 0]);
    const own = await stores.eventCatalog.detail(person.own.id, friend.id, now);
    t.strictSame(own?.organizer, { id: person.user.id, name: '', avatar: null });
    t.equal(await stores.invitations.find(person.invitation.id), null);
  });

  await example(t, 'leaves everything of other people as it is', async (t, adapters) => {
    const { stores } = adapters;
    const [host, friend] = [await addEvent(stores, { visibility: 'private' }), await addUser(stores)];
    const bystander = await settle(adapters, host.id, friend.id);
    const before = await recordOf(stores, bystander);
    const person = await settle(adapters, host.id, friend.id);
    const circle = await addCircle(stores, friend.id, [person.user.id, bystander.user.id], 'Both');
    const byMail = await sendInvitation(stores, host, { kind: 'email', email: 'm@mail.example' });
    await stores.users.erase(person.user.id, now);
    t.strictSame(await recordOf(stores, bystander), before);
    const members = await stores.circles.members(circle, friend.id, page);
    t.strictSame(
      members?.items.map(({ id }) => id),
      [bystander.user.id],
    );
    t.equal((await stores.circles.list(friend.id, page)).items[0]?.memberCount, 1);
    t.equal((await stores.invitations.find(byMail.id))?.state, 'pending');
    t.strictSame(await stores.events.find(host.id), host);
    t.strictSame(await stores.users.find(friend.id), friend);
  });

  await example(t, 'cancels the events of the account that have not ended', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const past = await addEvent(stores, { organizerId, ...ended });
    const ending = await addEvent(stores, { organizerId, startAt: after(now, -hour), endAt: now });
    const ongoing = await addEvent(stores, { organizerId, startAt: after(now, -hour), endAt: after(now, 1) });
    const cancelled = await addEvent(stores, { organizerId });
    await stores.events.cancel(cancelled.id, after(now, -1));
    const foreign = await addEvent(stores);
    await stores.eventAdmins.add(foreign.id, organizerId);
    await stores.users.erase(organizerId, now);
    const found = async ({ id }: { readonly id: EventId }) => {
      const event = await stores.events.find(id);
      return [event?.status, event?.sequence, event?.updatedAt];
    };
    t.strictSame(await found(past), ['scheduled', 0, now]);
    t.strictSame(await found(ending), ['scheduled', 0, now], 'what ends at that instant is over');
    t.strictSame(await found(ongoing), ['cancelled', 1, now]);
    t.strictSame(await found(cancelled), ['cancelled', 1, after(now, -1)]);
    t.strictSame(await found(foreign), ['scheduled', 0, now]);
  });

  await example(t, 'takes the account’s RSVPs from the count of each event', async (t, { stores }) => {
    const [one, two, three] = [await addEvent(stores), await addEvent(stores), await addEvent(stores)];
    const [gone, guest] = [await addUser(stores), await addUser(stores)];
    await stores.rsvps.answer(one.id, gone.id, 'going', now);
    await stores.rsvps.answer(two.id, gone.id, 'interested', now);
    for (const { id } of [one, two, three]) await stores.rsvps.answer(id, guest.id, 'interested', now);
    const erased = await concurrently(4, () => stores.users.erase(gone.id, now));
    t.strictSame(erased.filter(Boolean), [true], 'one call erases it');
    for (const { id } of [one, two, three]) {
      t.equal((await stores.eventCatalog.detail(id, guest.id, now))?.rsvpCount, 1);
      const answer = await stores.rsvps.answer(id, guest.id, 'going', now);
      t.strictSame(answer, { myRsvp: 'going', rsvpCount: 1 });
    }
  });

  await example(t, 'keeps the end of a session that had ended before', async (t, { stores }) => {
    const { id } = await addUser(stores);
    const [live, over] = [await addSession(stores, id), await addSession(stores, id)];
    await stores.sessions.end(over.id, now);
    await stores.users.erase(id, after(now, hour));
    t.strictSame((await stores.sessions.find(over.id))?.endedAt, now);
    t.strictSame((await stores.sessions.find(live.id))?.endedAt, after(now, hour));
  });

  await example(t, 'frees phone and username, and erases once', async (t, { stores }) => {
    const user = await addUser(stores);
    await stores.users.erase(user.id, now);
    const again = await stores.users.signUp(someUser({ phone: user.phone, username: user.username }));
    t.equal(again.isNew, true);
    const session = await addSession(stores, again.user.id);
    t.equal(await stores.users.erase(user.id, after(now, hour)), false);
    t.equal(await stores.users.erase(someUser().id, now), false);
    t.strictSame(await stores.users.findByPhone(user.phone), again.user);
    t.strictSame(await stores.sessions.find(session.id), session);
    await stores.users.erase(again.user.id, now);
    t.equal(await stores.users.findByPhone(user.phone), null, 'two erased accounts do not meet');
  });

  await example(t, 'finds no erased account by an empty phone or username', async (t, { stores }) => {
    const user = await addUser(stores);
    await stores.users.erase(user.id, now);
    t.equal(await stores.users.findByPhone(''), null);
    t.equal(await stores.users.findByUsername(''), null);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const [host, friend] = [await addEvent(stores, { visibility: 'private' }), await addUser(stores)];
    const person = await settle(adapters, host.id, friend.id);
    const before = await recordOf(stores, person);
    await rolledBack(t, adapters, ({ users }) => users.erase(person.user.id, now));
    t.strictSame(await recordOf(stores, person), before);
  });
};
