import type { EventRecord } from '../../src/events/event.ts';
import { after, day, hour } from '../../src/time.ts';
import { addEvent, addUser, anyEvent, documentOf, now, sendInvitation } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Needed = Needs<'eventCatalog' | 'events' | 'invitationCatalog' | 'invitations' | 'users'>;

/** What follows when the times of an event change: lists, and the expiry of its invitations. */
export const eventTimesContract = async (t: TestScope, open: Open<Needed>): Promise<void> => {
  const example = withAdapters(open);
  const later = after(now, hour);

  await example(t, 'corrects the times of events that still have the former ones', async (t, { stores }) => {
    const guest = await addUser(stores);
    const add = (sourceKey: string, changes: Partial<EventRecord> = {}) =>
      addEvent(stores, { sourceKey, startAt: after(now, -day), endAt: after(now, -hour), ...changes });
    const [ended, live] = [await add('a'), await add('b', { endAt: after(now, day) })];
    const [moved, cancelled] = [await add('c', { startAt: after(now, -2 * day) }), await add('d')];
    const { id: invitation } = await sendInvitation(stores, live, { kind: 'user', userId: guest.id });
    await stores.events.cancel(cancelled.id, now);
    const to = { startAt: after(now, hour), endAt: after(now, 2 * hour) };
    const from = ({ startAt, endAt }: EventRecord) => ({ startAt, endAt });
    const corrections = [
      { sourceKey: 'a', from: from(ended), to },
      { sourceKey: 'b', from: from(live), to: { startAt: ended.startAt, endAt: later } },
      { sourceKey: 'c', from: from(ended), to },
      { sourceKey: 'd', from: from(cancelled), to },
      { sourceKey: 'e', from: from(ended), to },
    ];
    t.equal(await stores.events.correctTimes(corrections, later), 2);
    const corrected = { sequence: 1, updatedAt: later };
    t.strictSame(await stores.events.find(ended.id), { ...ended, ...to, ...corrected });
    const shorter = { startAt: ended.startAt, endAt: later };
    t.strictSame(await stores.events.find(live.id), { ...live, ...shorter, ...corrected });
    t.strictSame((await stores.invitations.find(invitation))?.expiresAt, later);
    t.strictSame(await stores.events.find(moved.id), moved, 'its organizer moved it');
    t.equal((await stores.events.find(cancelled.id))?.sequence, 1, 'the cancellation is the last change');
    t.equal(await stores.events.correctTimes(corrections, later), 0, 'once');
    t.equal(await stores.events.correctTimes([], later), 0);
    const filter = { ...anyEvent, endsAfter: later };
    const { items } = await stores.eventCatalog.list(filter, 'time', null, { page: 1, limit: 50 });
    t.ok(
      items.some(({ id }) => id === ended.id),
      'it has not ended any more',
    );
  });

  await example(t, 'moves the expiry of this event’s invitations with its end', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const guest = await addUser(stores);
    const send = (to: EventRecord) => sendInvitation(stores, to, { kind: 'user', userId: guest.id });
    const byMail = await sendInvitation(stores, event, { kind: 'email', email: 'm@mail.example' });
    const [mine, elsewhere] = [await send(event), await send(other)];
    const expiries = async () => {
      const found = [mine, byMail, elsewhere].map(({ id }) => stores.invitations.find(id));
      return (await Promise.all(found)).map((invitation) => invitation?.expiresAt);
    };
    t.strictSame(await expiries(), [event.endAt, event.endAt, other.endAt]);
    let sequence = 0;
    const change = async (changes: Partial<EventRecord>) => {
      await stores.events.change(event.id, sequence, changes, documentOf(event), later);
      sequence += 1;
    };
    await change({ title: 'Renamed' });
    t.strictSame(await expiries(), [event.endAt, event.endAt, other.endAt]);
    const sooner = after(event.startAt, 1);
    await change({ endAt: sooner });
    t.strictSame(await expiries(), [sooner, sooner, other.endAt]);
    t.equal(
      (await stores.invitationCatalog.openOf(guest.id, { page: 1, limit: 9 }, sooner)).length,
      1,
      'the other event’s alone',
    );
    await change({ endAt: after(now, 300 * day) });
    const lifetime = after(now, 30 * day);
    t.strictSame(await expiries(), [lifetime, lifetime, other.endAt], 'not beyond their own lifetime');
    await stores.events.change(event.id, 0, { endAt: sooner }, documentOf(event), later);
    t.strictSame(await expiries(), [lifetime, lifetime, other.endAt], 'a refused change moves nothing');
  });
};
