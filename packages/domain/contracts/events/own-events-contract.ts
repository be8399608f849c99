import type { EventRecord, MyEventsRole, MyEventsTime } from '../../src/events/event.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { after, day, hour } from '../../src/time.ts';
import { addBooking, addEvent, addUser, newId, now } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'bookings' | 'eventAdmins' | 'eventCatalog' | 'events' | 'rsvps' | 'saved' | 'users'>;

const page = { page: 1, limit: 20 };

/** A person's own events, as {@link EventCatalog.mine} lists them. */
export const ownEventsContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'lists this person’s own events by role, those of others last', async (t, { stores }) => {
    const [me, other] = [await addUser(stores), await addUser(stores)];
    const mine = await addEvent(stores, { organizerId: me.id, visibility: 'private', title: 'mine' });
    const admin = await addEvent(stores, {
      title: 'admin',
      startAt: after(now, -2 * day),
      endAt: after(now, -day),
    });
    await stores.eventAdmins.add(admin.id, me.id);
    const going = await addEvent(stores, { visibility: 'private', title: 'going' });
    await stores.rsvps.set(going.id, me.id, 'going', now);
    await stores.rsvps.set(mine.id, me.id, 'interested', now);
    await stores.events.cancel(going.id, now);
    const theirs = await addEvent(stores, { organizerId: other.id, title: 'theirs' });
    await stores.eventAdmins.add(mine.id, other.id);
    await stores.rsvps.set(theirs.id, other.id, 'going', now);
    await stores.rsvps.set(admin.id, other.id, 'interested', now);
    await stores.saved.save(admin.id, other.id, now);
    const titles = async (caller: UserId, role: 'organizing' | 'going' | 'interested' | 'saved') => {
      const { items, total } = await stores.eventCatalog.mine(caller, [role], page, now);
      t.equal(total, items.length);
      return items.map(({ event: { title } }) => title);
    };
    t.strictSame(await titles(me.id, 'organizing'), ['mine', 'admin']);
    const behind = async (rank: number, { startAt, id }: EventRecord) => {
      const after = { rank, startAt: startAt.getTime(), id };
      const list = await stores.eventCatalog.mine(me.id, ['organizing'], { ...page, after }, now);
      return [list.total, ...list.items.map(({ event: { title } }) => title)];
    };
    t.strictSame([await behind(0, mine), await behind(1, admin)], [[2, 'admin'], [2]]);
    t.strictSame(await titles(me.id, 'going'), ['going']);
    t.strictSame(await titles(me.id, 'interested'), ['mine']);
    t.strictSame(await titles(me.id, 'saved'), []);
    t.strictSame(await titles(other.id, 'organizing'), ['theirs', 'mine']);
    t.strictSame(await titles(other.id, 'going'), ['theirs']);
    t.strictSame(await titles(other.id, 'interested'), ['admin']);
    t.strictSame(await titles(other.id, 'saved'), ['admin']);
  });

  await example(
    t,
    'lists what is to come or what is over, in several roles, each once',
    async (t, { stores }) => {
      const [me, other] = [await addUser(stores), await addUser(stores)];
      const add = async (title: string, days: number, changes: Partial<EventRecord> = {}) => {
        const startAt = after(now, days * day);
        return addEvent(stores, {
          organizerId: other.id,
          title,
          startAt,
          endAt: after(startAt, hour),
          ...changes,
        });
      };
      const own = await add('own', 3, { organizerId: me.id });
      const postponed = await add('postponed', -1, { status: 'postponed' });
      const [gone, before, going, interested] = [
        await add('gone', -2),
        await add('before', -3),
        await add('going', 1),
        await add('interested', 2),
      ];
      await add('unrelated', 1);
      const over = await addEvent(stores, {
        organizerId: other.id,
        title: 'over',
        startAt: before.startAt,
        endAt: now,
      });
      const running = await addEvent(stores, {
        ...{ organizerId: other.id, title: 'running', startAt: after(now, -hour), endAt: after(now, 1) },
      });
      for (const event of [own, gone, before, going, over, running, postponed])
        await stores.rsvps.set(event.id, me.id, 'going', now);
      await stores.rsvps.set(interested.id, me.id, 'interested', now);
      await addBooking(stores, going.id, me.id);
      const titles = async (roles: readonly (MyEventsRole | 'booked')[], when: MyEventsTime | null) => {
        const { items, total } = await stores.eventCatalog.mine(me.id, roles, page, now, when);
        t.equal(total, items.length);
        return items.map(({ event: { title } }) => title);
      };
      const all = ['organizing', 'going', 'interested', 'booked'] as const;
      t.strictSame(await titles(all, 'upcoming'), ['postponed', 'running', 'going', 'interested', 'own']);
      t.strictSame((await titles(all, 'past')).toSorted(), ['before', 'gone', 'over']);
      t.equal((await titles(all, 'past'))[0], 'gone', 'the latest first');
      t.equal((await titles(all, null)).length, 8);
      t.strictSame(await titles(['booked'], 'upcoming'), ['going']);
      t.strictSame(await titles(['interested', 'organizing'], null), ['interested', 'own']);
    },
  );

  await example(t, 'lists own events by start, then by id, page by page', async (t, { stores }) => {
    const me = await addUser(stores);
    const [first, second] = [newId<'event'>() as EventId, newId<'event'>() as EventId];
    const soon = { startAt: after(now, hour), endAt: after(now, 9 * day) };
    const add = (title: string, changes = {}) =>
      addEvent(stores, { organizerId: me.id, title, visibility: 'private', ...changes });
    await add('twin 2', { id: second });
    await add('twin 1', { id: first });
    await add('soon', soon);
    const items = async (number: number, limit: number) => {
      const { items, ...meta } = await stores.eventCatalog.mine(
        me.id,
        ['organizing'],
        { page: number, limit },
        now,
      );
      return [meta.total, meta.page, meta.limit, ...items.map(({ event: { title } }) => title)];
    };
    t.strictSame(await items(1, 9), [3, 1, 9, 'soon', 'twin 1', 'twin 2']);
    t.strictSame(await items(2, 1), [3, 2, 1, 'twin 1']);
    t.strictSame(await items(2, 2), [3, 2, 2, 'twin 2']);
    t.strictSame(await items(3, 2), [3, 3, 2]);
  });
};
