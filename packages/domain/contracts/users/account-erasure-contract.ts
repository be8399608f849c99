import type { EventId } from '../../src/ids.ts';
import { after, day, hour } from '../../src/time.ts';
import { addCircle, addEvent, addSession, addUser, now, sendInvitation, someUser } from '../fixtures.ts';
import { concurrently, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';
import { type ErasureNeeds, page, recordOf, settle } from './settled-user.ts';

type Needed = ErasureNeeds;

const ended = { startAt: after(now, -2 * day), endAt: after(now, -day) };

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
    await stores.rsvps.set(one.id, gone.id, 'going', now);
    await stores.rsvps.set(two.id, gone.id, 'interested', now);
    for (const { id } of [one, two, three]) await stores.rsvps.set(id, guest.id, 'interested', now);
    const erased = await concurrently(4, () => stores.users.erase(gone.id, now));
    t.strictSame(erased.filter(Boolean), [true], 'one call erases it');
    for (const { id } of [one, two, three]) {
      t.equal((await stores.eventCatalog.detail(id, guest.id, now))?.rsvpCount, 1);
      const answer = await stores.rsvps.set(id, guest.id, 'going', now);
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
