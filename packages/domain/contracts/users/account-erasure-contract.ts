import type { EventId } from '../../src/ids.ts';
import { after, day, hour } from '../../src/time.ts';
import { addCircle, addEvent, addSession, addUser, now, sendInvitation, someUser } from '../fixtures.ts';
import { concurrently, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';
import { type ErasureNeeds, page, recordOf, settle } from './settled-user.ts';

type Ports = ErasureNeeds;

const ended = { startAt: after(now, -2 * day), endAt: after(now, -day) };

/** What is erased with an account, as {@link UserStore.erase} says. */
export const accountErasureContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
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
    const ownEvent = await stores.eventCatalog.detail(person.own.id, friend.id, now);
    t.strictSame(ownEvent?.organizer, {
      ...{ id: person.user.id, name: '', avatar: null },
      createdAt: person.user.createdAt,
    });
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
    const ongoingEvent = await addEvent(stores, {
      organizerId,
      startAt: after(now, -hour),
      endAt: after(now, 1),
    });
    const cancelledEvent = await addEvent(stores, { organizerId });
    await stores.events.cancel(cancelledEvent.id, after(now, -1));
    const foreign = await addEvent(stores);
    await stores.eventAdmins.add(foreign.id, organizerId);
    await stores.users.erase(organizerId, now);
    const stateOf = async ({ id }: { readonly id: EventId }) => {
      const event = await stores.events.find(id);
      return [event?.status, event?.sequence, event?.updatedAt];
    };
    t.strictSame(await stateOf(past), ['scheduled', 0, now]);
    t.strictSame(await stateOf(ending), ['scheduled', 0, now], 'what ends at that instant is over');
    t.strictSame(await stateOf(ongoingEvent), ['cancelled', 1, now]);
    t.strictSame(await stateOf(cancelledEvent), ['cancelled', 1, after(now, -1)]);
    t.strictSame(await stateOf(foreign), ['scheduled', 0, now]);
  });

  await example(t, 'takes the account’s RSVPs from the count of each event', async (t, { stores }) => {
    const [one, two, three] = [await addEvent(stores), await addEvent(stores), await addEvent(stores)];
    const [erasedUser, guest] = [await addUser(stores), await addUser(stores)];
    await stores.rsvps.set(one.id, erasedUser.id, 'going', now);
    await stores.rsvps.set(two.id, erasedUser.id, 'interested', now);
    for (const { id } of [one, two, three]) await stores.rsvps.set(id, guest.id, 'interested', now);
    const erased = await concurrently(4, () => stores.users.erase(erasedUser.id, now));
    t.strictSame(erased.filter(Boolean), [true], 'one call erases it');
    for (const { id } of [one, two, three]) {
      t.equal((await stores.eventCatalog.detail(id, guest.id, now))?.rsvpCount, 1);
      const answer = await stores.rsvps.set(id, guest.id, 'going', now);
      t.strictSame(answer, { myRsvp: 'going', rsvpCount: 1 });
    }
  });

  await example(t, 'keeps the end of a session that had ended before', async (t, { stores }) => {
    const { id } = await addUser(stores);
    const [live, over] = [await addSession(stores, id, now, '', true), await addSession(stores, id)];
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

  /** A removal, a block, budgets of all forms, and their erasure; then whether the next account of the phone has them. */
  const shed = async (stores: Ports['stores'], gap: number) => {
    const [{ id, phone }, other] = [await addUser(stores), await addUser(stores)];
    const { id: event } = await addEvent(stores, { visibility: 'private' });
    await stores.rsvps.set(event, id, 'going', now);
    await stores.attendees.remove(event, id, now);
    await stores.blocks.add(other.id, id, 9);
    await stores.blocks.add(id, other.id, 9);
    const until = after(now, 200 * day);
    const keysOf = (user: string) => [
      `daily-events:${user}`,
      `mail:2026-06-01:${user}`,
      `mailbox:1:${user}:x`,
    ];
    const charges = keysOf(id).map((key) => ({ key, amount: 3, limit: 9, until }));
    await stores.quotas.takeAll([...charges, { key: `of ${event}`, amount: 3, limit: 9, until }], now);
    const erasedAt = after(now, hour);
    await stores.users.erase(id, erasedAt);
    t.equal((await stores.blocks.list(other.id, page)).total, 0, 'no erased account is shown');
    const createdAt = after(erasedAt, gap);
    const { user: heir } = await stores.users.signUp(someUser({ phone, createdAt }));
    return {
      phone,
      heir,
      kept: {
        isRemoved: await stores.attendees.isRemoved(event, heir.id),
        blockedBy: (await stores.blocks.list(other.id, page)).items.map((user) => user.id === heir.id),
        blocks: (await stores.blocks.list(heir.id, page)).total,
        taken: await Promise.all(
          [...keysOf(heir.id), `of ${event}`].map((key) => stores.quotas.amountTaken(key)),
        ),
      },
    };
  };

  await example(t, 'is no reset for a new account of the phone, for 90 days', async (t, { stores }) => {
    const all = { isRemoved: true, blockedBy: [true], blocks: 0, taken: [3, 3, 3, 3] };
    const none = { isRemoved: false, blockedBy: [], blocks: 0, taken: [0, 0, 0, 3] };
    t.strictSame((await shed(stores, 90 * day - 1)).kept, all);
    t.strictSame((await shed(stores, 90 * day)).kept, none);
    const { heir, phone } = await shed(stores, 0);
    await stores.users.erase(heir.id, after(now, day));
    const { user: third } = await stores.users.signUp(someUser({ phone, createdAt: after(now, 2 * day) }));
    t.equal(await stores.quotas.amountTaken(`daily-events:${third.id}`), 3, 'nor is erasing it again');
    const stranger = await addUser(stores);
    t.equal(await stores.quotas.amountTaken(`daily-events:${stranger.id}`), 0, 'of the same phone alone');
  });

  await example(t, 'leaves no gap for a new account in parallel', async (t, { stores }) => {
    const { id, phone } = await addUser(stores);
    await stores.quotas.takeAll([{ key: `mail:${id}`, amount: 3, limit: 9, until: after(now, day) }], now);
    const [{ user }] = await Promise.all([
      (async () => {
        for (;;) {
          const signedUp = await stores.users.signUp(someUser({ phone, createdAt: now }));
          if (signedUp.isNew) return signedUp;
        }
      })(),
      stores.users.erase(id, now),
    ]);
    t.equal(await stores.quotas.amountTaken(`mail:${user.id}`), 3);
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
