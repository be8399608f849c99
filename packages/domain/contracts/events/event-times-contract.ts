import type { EventChanges, EventRecord } from '../../src/events/event.ts';
import { after, day, hour } from '../../src/time.ts';
import { addEvent, addUser, documentOf, now, sendInvitation } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'events' | 'invitationCatalog' | 'invitations' | 'users'>;

/** What follows when the times of an event change: the expiry of its invitations. */
export const eventTimesContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);
  const later = after(now, hour);

  await example(t, 'moves the expiry of this event’s invitations with its end', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const guest = await addUser(stores);
    const send = (to: EventRecord) => sendInvitation(stores, to, { kind: 'user', userId: guest.id });
    const byMail = await sendInvitation(stores, event, { kind: 'email', email: 'm@mail.example' });
    const [mine, elsewhere] = [await send(event), await send(other)];
    const expiries = async () => {
      const invitations = [mine, byMail, elsewhere].map(({ id }) => stores.invitations.find(id));
      return (await Promise.all(invitations)).map((invitation) => invitation?.expiresAt);
    };
    t.strictSame(await expiries(), [event.endAt, event.endAt, other.endAt]);
    let sequence = 0;
    const change = async (changes: EventChanges) => {
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
