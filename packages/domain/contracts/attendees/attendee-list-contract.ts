import type { AttendeeFilter } from '../../src/attendees/attendee.ts';
import type { UserId } from '../../src/ids.ts';
import type { Page } from '../../src/paging.ts';
import type { User } from '../../src/users/user.ts';
import { addEvent, addUser, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';
import { at, attendeeWays, sendTo } from './attendee-ways.ts';

type Ports = Needs<
  'attendees' | 'eventAdmins' | 'events' | 'invitations' | 'inviteLinks' | 'rsvps' | 'saved' | 'users'
>;

const page = { page: 1, limit: 20 };

const profileOf = ({ id, name, username, avatar }: User) => ({ id, name, username, avatar });

/** Who is listed as an attendee, as {@link AttendeeStore.list} says. */
export const attendeeListContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  for (const [name, { visibility = 'public', tie, entry }] of Object.entries(attendeeWays))
    await example(t, `lists ${name}: ${entry ? entry.join(', ') : 'no user'}`, async (t, { stores }) => {
      const event = await addEvent(stores, { visibility });
      const other = await addEvent(stores, { visibility });
      const [user, bystander] = [
        await addUser(stores, { name: 'Ada', avatar: 'https://pics.example/a' }),
        await addUser(stores),
      ];
      await stores.rsvps.set(other.id, bystander.id, 'going', now);
      await tie(stores, event, user.id);
      const [rsvp, via, since = 0] = entry ?? [];
      const items = entry ? [{ user: profileOf(user), rsvp, booking: null, via, since: at(since) }] : [];
      const list = await stores.attendees.list(event.id, {}, page, at(4));
      t.strictSame(list, { ...page, total: items.length, items: items });
      for (const state of ['going', 'interested'] as const)
        t.equal(
          (await stores.attendees.list(event.id, { rsvp: state }, page, at(4))).total,
          rsvp === state ? 1 : 0,
          state,
        );
      const elsewhere = await stores.attendees.list(other.id, {}, page, at(4));
      t.strictSame(
        elsewhere.items.map(({ user: { id } }) => id),
        [bystander.id],
      );
    });

  await example(t, 'leaves out organizer and admins, whatever ties them besides', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [admin, guest] = [await addUser(stores), await addUser(stores)];
    for (const user of [event.organizerId, admin.id, guest.id]) {
      await sendTo(stores, event, user);
      await stores.inviteLinks.join(event.id, user, now);
      await stores.rsvps.set(event.id, user, 'going', now);
    }
    await stores.inviteLinks.join(event.id, event.organizerId, now);
    await stores.eventAdmins.add(event.id, admin.id);
    for (const state of ['going', null] as const) {
      const { total, items } = await stores.attendees.list(event.id, { rsvp: state }, page, now);
      t.equal(total, 1);
      t.strictSame(
        items.map(({ user }) => user.id),
        [guest.id],
      );
    }
    await stores.eventAdmins.remove(event.id, admin.id);
    t.equal((await stores.attendees.list(event.id, {}, page, now)).total, 2);
  });

  await example(t, 'pages by user id, with the exact total on each page', async (t, { stores }) => {
    const event = await addEvent(stores);
    const people = await concurrently(7, () => addUser(stores));
    const ids = people.map(({ id }) => id).sort();
    for (const [index, id] of ids.entries()) {
      if (index % 3 === 0) await stores.rsvps.set(event.id, id, 'going', now);
      if (index % 3 === 1) await stores.inviteLinks.join(event.id, id, now);
      if (index % 3 === 2) await sendTo(stores, event, id);
    }
    const userIds = [];
    for (const each of [1, 2, 3]) {
      const { items, total, limit } = await stores.attendees.list(
        event.id,
        {},
        { page: each, limit: 3 },
        now,
      );
      t.strictSame([total, limit], [7, 3]);
      userIds.push(...items.map(({ user }) => user.id));
    }
    t.strictSame(userIds, ids);
    const past = await stores.attendees.list(event.id, {}, { page: 4, limit: 3 }, now);
    t.strictSame(past, { page: 4, limit: 3, total: 7, items: [] });
    const going = await stores.attendees.list(event.id, { rsvp: 'going' }, { page: 2, limit: 2 }, now);
    t.strictSame([going.total, going.items.map(({ user }) => user.id)], [3, [ids[6]]]);
  });

  await example(t, 'finds people by parts of their names, and puts them in order', async (t, { stores }) => {
    const event = await addEvent(stores);
    const names = ['Zoë Łukasz', 'anna O’Neil', 'Straße', 'ИВАН', 'Ødegård', 'Zoe'];
    const people = await concurrently(names.length, (index) =>
      addUser(stores, {
        name: names[index] as string,
        username: `person-${index}-${String(index).repeat(9)}`,
      }),
    );
    for (const [index, { id }] of people.entries())
      if (index === 3) await stores.inviteLinks.join(event.id, id, at(3));
      else await stores.rsvps.set(event.id, id, index % 2 === 0 ? 'going' : 'interested', at(9 - index));
    const list = async (filter: AttendeeFilter, which: Page = page) => {
      const { items, total } = await stores.attendees.list(event.id, filter, which, at(10));
      return [total, ...items.map(({ user }) => names.indexOf(user.name))];
    };
    t.strictSame(await list({ order: 'name' }), [6, 1, 4, 2, 5, 0, 3]);
    t.strictSame(await list({ order: 'name' }, { page: 2, limit: 2 }), [6, 2, 5]);
    t.strictSame(await list({ order: 'since' }), [6, 3, 5, 4, 2, 1, 0]);
    t.strictSame(await list({ order: 'since', rsvp: 'going' }), [3, 4, 2, 0]);
    const found = (...words: readonly string[]) => list({ words, order: 'name' });
    t.strictSame(await found('zoe'), [2, 5, 0]);
    t.strictSame(await found('luk', 'zoe'), [1, 0]);
    t.strictSame(await found('strasse'), [1, 2]);
    t.strictSame(await found('иван'), [1, 3]);
    t.strictSame(await found('odegard'), [1, 4]);
    t.strictSame(await found('neil'), [1, 1]);
    t.strictSame(await found('person', '444'), [1, 4]);
    t.strictSame(await found('%'), [0]);
    t.strictSame(await found(), [0]);
    t.strictSame(await list({ words: ['zoe'], rsvp: 'interested' }), [1, 5]);
    t.strictSame(await list({ words: ['zoe'] }, { page: 3, limit: 1 }), [2]);
  });

  await example(t, 'lists no user of an unknown event, and no erased account', async (t, { stores }) => {
    const [event, guest] = [await addEvent(stores), await addUser(stores)];
    await stores.rsvps.set(event.id, guest.id, 'going', now);
    await stores.inviteLinks.join(event.id, guest.id, now);
    t.equal((await stores.attendees.list(event.id, {}, page, now)).total, 1);
    await stores.users.erase(guest.id, now);
    t.strictSame(await stores.attendees.list(event.id, {}, page, now), { ...page, total: 0, items: [] });
    await stores.events.remove(event.id);
    t.strictSame(await stores.attendees.list(event.id, {}, page, now), { ...page, total: 0, items: [] });
  });

  await example(t, 'tells who attends: by an RSVP or the link, of this event', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const [ada, bob, cyd, dan] = await concurrently(4, () => addUser(stores));
    const attends = (user = ada) => stores.attendees.attends(event.id, user?.id as UserId);
    await stores.rsvps.set(event.id, ada?.id as UserId, 'interested', now);
    await stores.inviteLinks.join(event.id, bob?.id as UserId, now);
    await sendTo(stores, event, cyd?.id as UserId);
    await stores.rsvps.set(other.id, dan?.id as UserId, 'going', now);
    await stores.inviteLinks.join(other.id, dan?.id as UserId, now);
    t.strictSame(
      [await attends(), await attends(bob), await attends(cyd), await attends(dan)],
      [true, true, false, false],
    );
  });
};
