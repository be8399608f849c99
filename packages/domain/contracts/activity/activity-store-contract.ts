import { type ActivityEntry, type ActivityKind, activityPolicy } from '../../src/activity/activity.ts';
import { noticeEvent } from '../../src/events/notice-event.ts';
import type { UserId } from '../../src/ids.ts';
import type { ActivityCounts } from '../../src/notices/notice.ts';
import { after, day, hour, minute } from '../../src/time.ts';
import { addBooking, addEvent, addUser, newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  | 'activity'
  | 'attendees'
  | 'bookings'
  | 'eventAdmins'
  | 'events'
  | 'moderation'
  | 'notices'
  | 'noticeSettings'
  | 'rsvps'
  | 'users',
  'unitOfWork'
>;

const none: ActivityCounts = { going: 0, interested: 0, declined: 0, booked: 0, waitlisted: 0, cancelled: 0 };
const page = { page: 1, limit: 10 };

/** What managers hear of, as {@link ActivityStore} says. */
export const activityStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  const taken = ({ unitOfWork }: Ports, limit = 100) =>
    unitOfWork.run(({ activity }) => activity.take(limit));
  const kindsOf = (entries: readonly ActivityEntry[]) => entries.map(({ kind }) => kind);

  await example(t, 'notes RSVPs, and bookings alone, where something changed', async (t, adapters) => {
    const { stores } = adapters;
    const event = await addEvent(stores, { capacity: 1 });
    const [guest, booker, waiter] = await concurrently(3, async () => (await addUser(stores)).id);
    if (!guest || !booker || !waiter) return;
    const later = (minutes: number) => after(now, minutes * minute);
    for (const [index, state] of (['going', 'going', 'interested', null, null] as const).entries())
      await stores.rsvps.set(event.id, guest, state, later(index));
    const entry = { eventId: event.id, userId: guest };
    t.strictSame(await taken(adapters), [
      { ...entry, kind: 'going', at: now },
      { ...entry, kind: 'interested', at: later(2) },
      { ...entry, kind: 'cancelled', at: later(3) },
    ]);
    for (const user of [booker, waiter]) await addBooking(stores, event.id, user);
    await addBooking(stores, event.id, booker);
    await stores.bookings.cancel(event.id, booker, now);
    await stores.bookings.cancel(event.id, booker, now);
    t.strictSame(kindsOf(await taken(adapters)), ['booked', 'waitlisted', 'cancelled'], 'no promotion');
    await stores.attendees.remove(event.id, waiter, now);
    t.strictSame(await taken(adapters), [], 'what managers do is not noted');
    await stores.activity.note([]);
    await stores.activity.note([{ ...entry, kind: 'declined', at: now }]);
    t.strictSame(await taken(adapters), [{ ...entry, kind: 'declined', at: now }]);
  });

  await example(
    t,
    'gives each entry to one of parallel callers, unless it is rolled back',
    async (t, adapters) => {
      const { activity } = adapters.stores;
      const { id: eventId } = await addEvent(adapters.stores);
      const entries = Array.from(
        { length: 30 },
        (): ActivityEntry => ({
          ...{ eventId, userId: newId<'user'>() as UserId, kind: 'going', at: now },
        }),
      );
      await activity.note(entries);
      await rolledBack(t, adapters, (inside) => inside.activity.take(100));
      t.strictSame(
        (await taken(adapters, 3)).map(({ userId }) => userId),
        entries.slice(0, 3).map(({ userId }) => userId),
      );
      const parts = await concurrently(4, () => taken(adapters));
      t.equal(parts.flat().length + (await taken(adapters)).length, 27);
      t.equal(new Set([...parts.flat()].map(({ userId }) => userId)).size, parts.flat().length);
    },
  );

  await example(t, 'knows the managers of what is to come', async (t, adapters) => {
    const { stores } = adapters;
    const [event, over, hidden] = [
      await addEvent(stores),
      await addEvent(stores, { startAt: after(now, -2 * hour), endAt: now }),
      await addEvent(stores),
    ];
    const cancelled = await addEvent(stores);
    await stores.events.cancel(cancelled.id, now, cancelled.organizerId);
    const admin = (await addUser(stores)).id;
    await stores.eventAdmins.add(event.id, admin);
    await stores.moderation.takeDown(hidden.id, { reason: 'Spam.', at: now });
    const events = [event, over, cancelled, hidden].map(({ id }) => id);
    const managed = await stores.activity.managed([...events, newId<'event'>()], now);
    t.strictSame(
      managed.map(({ event, managerIds }) => ({ event, managerIds: [...managerIds].sort() })),
      [{ event: noticeEvent(event), managerIds: [event.organizerId, admin].sort() }],
    );
  });

  const teller = async (adapters: Ports) => {
    const { stores } = adapters;
    const [manager, ...guests] = await concurrently(5, async () => (await addUser(stores)).id);
    const event = noticeEvent(await addEvent(stores, { organizerId: manager as UserId }));
    const tell = (kind: ActivityKind, people: readonly UserId[], at = now, about = event) => {
      const counts = { ...none, [kind]: people.length };
      const ids = { id: newId<'notice'>(), contentId: newId<'content'>() };
      return stores.activity.tell([{ ...ids, userId: manager as UserId, event: about, counts, people }], at);
    };
    return {
      manager: manager as UserId,
      guests,
      event,
      tell,
      list: () => stores.notices.list(manager as UserId, page),
    };
  };

  await example(t, 'counts on in the unread notice, which becomes the newest', async (t, adapters) => {
    const { stores } = adapters;
    const { manager, guests, event, tell, list } = await teller(adapters);
    const [one, two, three, four] = guests as [UserId, UserId, UserId, UserId];
    const [told] = await tell('going', [one, two]);
    t.equal(told?.isNew, true);
    const other = noticeEvent(await addEvent(stores, { organizerId: manager }));
    await tell('booked', [one], after(now, minute), other);
    const [again] = await tell('interested', [three, one], after(now, hour));
    t.strictSame({ ...again }, { id: told?.id, userId: manager, eventId: event.id, isNew: false });
    const { items, unread, total } = await list();
    t.strictSame([total, unread], [2, 2]);
    const person = async (id: UserId) => {
      const user = await stores.users.find(id);
      return { id, name: user?.name, avatar: user?.avatar };
    };
    t.strictSame(items[0], {
      ...{ id: told?.id, kind: 'event_activity', event, changes: null, text: null },
      activity: {
        ...none,
        going: 2,
        interested: 2,
        people: [await person(three), await person(one), await person(two)],
      },
      ...{ createdAt: after(now, hour), readAt: null },
    });
    t.equal(items[1]?.event?.id, other.id);
    await stores.users.erase(three, now);
    t.strictSame((await list()).items[0]?.activity?.people, [await person(one), await person(two)]);
    const isUnread = () => stores.activity.isUnread(told?.id ?? '');
    t.equal(await isUnread(), true);
    await stores.notices.markRead(manager, after(now, hour), after(now, hour));
    t.equal(await isUnread(), false);
    t.equal(await stores.activity.isUnread(newId<'notice'>()), false);
    const [next] = await tell('cancelled', [four], after(now, 2 * hour));
    t.equal(next?.isNew, true);
    t.equal((await list()).total, 3);
    t.strictSame((await list()).items[0]?.activity, { ...none, cancelled: 1, people: [await person(four)] });
  });

  await example(t, 'shows nothing of it to who manages the event no more', async (t, adapters) => {
    const { stores } = adapters;
    const { guests, event, tell } = await teller(adapters);
    const admin = (await addUser(stores)).id;
    await stores.eventAdmins.add(event.id, admin);
    const ids = { id: newId<'notice'>(), contentId: newId<'content'>() };
    const counts = { ...none, going: 1 };
    await tell('going', guests.slice(0, 1));
    await stores.activity.tell([{ ...ids, userId: admin, event, counts, people: guests.slice(0, 1) }], now);
    const shown = async () => [
      (await stores.notices.list(admin, page)).unread,
      (await stores.activity.unread(admin, now, 10)).length,
    ];
    t.strictSame(await shown(), [1, 1]);
    await stores.eventAdmins.remove(event.id, admin);
    t.strictSame(await shown(), [0, 0]);
  });

  await example(t, 'loses no count to parallel callers', async (t, adapters) => {
    const { guests, tell, list } = await teller(adapters);
    await tell('going', [guests[0] as UserId]);
    await concurrently(8, () => tell('going', [guests[1] as UserId]));
    const { items, total } = await list();
    t.equal(total, 1);
    t.equal(items[0]?.activity?.going, 9);
    t.equal(items[0]?.activity?.people.length, 2);
  });

  await example(t, 'plans a digest for those who want one, and mails what is unread', async (t, adapters) => {
    const { stores } = adapters;
    const { activity, noticeSettings, notices } = stores;
    const { manager, guests, event, tell } = await teller(adapters);
    const off = (await addUser(stores)).id;
    await noticeSettings.save(off, { ...(await noticeSettings.of(off)), activity: 'off' });
    const plan = (userId: UserId, startIn: number, dueIn: number, at = now) =>
      activity.planDigests([{ userId, startAt: after(now, startIn), dueAt: after(now, dueIn) }], at);
    const take = (at: Date, limit = 10) =>
      adapters.unitOfWork.run((inside) => inside.activity.takeDigests(limit, at));
    await activity.planDigests([], now);
    await plan(off, day, hour);
    await plan(manager, 2 * day, 3 * hour);
    await plan(manager, 3 * day, hour, after(now, minute));
    t.strictSame(await take(after(now, 2 * hour)), [], 'a later event changes nothing');
    await plan(manager, day, 2 * hour, after(now, minute));
    await rolledBack(t, adapters, (inside) => inside.activity.takeDigests(10, after(now, 2 * hour)));
    t.strictSame(await take(after(now, 2 * hour), 0), []);
    const parts = await concurrently(3, () => take(after(now, 2 * hour)));
    t.strictSame(parts.flat(), [{ userId: manager, since: now }]);

    const soon = noticeEvent(
      await addEvent(stores, {
        organizerId: manager,
        startAt: after(now, hour),
        endAt: after(now, 2 * hour),
      }),
    );
    await tell(
      'going',
      [guests[0] as UserId],
      after(now, -1),
      noticeEvent(await addEvent(stores, { organizerId: manager })),
    );
    await tell('going', [guests[0] as UserId]);
    await tell('going', [guests[0] as UserId], now, soon);
    const unread = async (user = manager, limit = 10) =>
      (await activity.unread(user, now, limit)).map((notice) => notice.event?.id);
    t.strictSame(await unread(), [soon.id, event.id]);
    t.strictSame(await unread(manager, 1), [soon.id]);
    await notices.markRead(manager, now, now);
    t.strictSame(await unread(), []);
    await tell('going', [guests[0] as UserId]);
    await noticeSettings.save(manager, { ...(await noticeSettings.of(manager)), activity: 'off' });
    t.strictSame(await unread(), []);
    t.ok(activityPolicy.digestEvents > 1);
  });
};
