import type { EventRecord } from '../../src/events/event.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { after, day } from '../../src/time.ts';
import { addEvent, addUser, newId, now, sendInvitation, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';
import { later, out, recordOf, sendMail, sendTo, settle } from './attendee-scene.ts';

type Ports = Needs<
  | 'attendees'
  | 'calendars'
  | 'eventAdmins'
  | 'eventCatalog'
  | 'events'
  | 'invitations'
  | 'inviteLinks'
  | 'rsvps'
  | 'saved'
  | 'users',
  'unitOfWork'
>;

const page = { page: 1, limit: 20 };

/** How people are removed from an event, as {@link AttendeeStore.remove} says, and let in again. */
export const attendeeRemovalContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);
  const countOf = async (stores: Ports['stores'], { id, organizerId }: EventRecord) =>
    (await stores.eventCatalog.detail(id, organizerId, now))?.rsvpCount;

  await example(t, 'ends every tie of this person to this event', async (t, { stores }) => {
    const [event, other] = [
      await addEvent(stores, { visibility: 'private' }),
      await addEvent(stores, { visibility: 'private' }),
    ];
    const [person, bystander] = [await settle(stores, event), await settle(stores, event)];
    await stores.rsvps.set(event.id, event.organizerId, 'interested', now);
    const elsewhere = await settle(stores, other);
    const ownInvitation = await sendTo(stores, other, person.id);
    await stores.inviteLinks.join(other.id, person.id, now);
    await stores.rsvps.set(other.id, person.id, 'interested', now);
    const before = await recordOf(stores, event, bystander);
    t.equal(await stores.attendees.remove(event.id, person.id, now), 'removed');
    t.strictSame(await recordOf(stores, event, person), out);
    t.strictSame(await recordOf(stores, event, bystander), before);
    t.equal(await countOf(stores, event), 2);
    const there = { id: person.id, personal: ownInvitation, mailed: ownInvitation };
    const { attends, isRemoved, personal } = await recordOf(stores, other, there);
    t.strictSame([attends, isRemoved, personal], [true, false, 'pending']);
    t.equal((await recordOf(stores, other, elsewhere)).attends, true);
    t.equal(await countOf(stores, other), 2);
    const { total, items } = await stores.attendees.list(event.id, {}, page, now);
    t.strictSame([total, items.map(({ user }) => user.id)], [1, [bystander.id]]);
  });

  await example(t, 'keeps the removed out of a private event', async (t, { stores }) => {
    const event = await addEvent(stores, { visibility: 'private' });
    const [person, guest] = [await settle(stores, event), await addUser(stores)];
    const byMail = await sendMail(stores, event, 'other@mail.example');
    await stores.attendees.remove(event.id, person.id, later);
    t.equal(await stores.inviteLinks.join(event.id, person.id, later), null);
    t.equal(await stores.rsvps.set(event.id, person.id, 'going', later), null);
    t.equal(await stores.rsvps.set(event.id, person.id, 'interested', later), null);
    for (const { id } of [person.personal, person.mailed, byMail])
      t.equal(await stores.invitations.accept(id, person.id, later), false, 'sent before');
    t.strictSame(await recordOf(stores, event, person), out);
    t.strictSame(await stores.rsvps.set(event.id, person.id, null, later), { myRsvp: null, rsvpCount: 0 });
    await stores.inviteLinks.rotate(event.id, 'rotated');
    t.equal(await stores.inviteLinks.join(event.id, person.id, later), null, 'also after a rotation');
    t.equal(await stores.inviteLinks.join(event.id, guest.id, later), 'joined');
    t.equal(await stores.invitations.accept(byMail.id, guest.id, later), true);
    t.strictSame(await stores.rsvps.set(event.id, guest.id, 'going', later), {
      myRsvp: 'going',
      rsvpCount: 1,
    });
  });

  await example(t, 'leaves the removed a view of a public event', async (t, { stores }) => {
    const event = await addEvent(stores);
    const person = await settle(stores, event);
    await stores.attendees.remove(event.id, person.id, now);
    t.strictSame(await recordOf(stores, event, person), { ...out, sees: true });
    t.equal(await stores.rsvps.set(event.id, person.id, 'interested', now), null);
    t.equal(await countOf(stores, event), 0);
  });

  await example(t, 'removes neither organizer, admins nor people without a tie', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [admin, stranger, declinedUser, expiredUser] = await concurrently(4, () => addUser(stores));
    const ids = [admin, stranger, declinedUser, expiredUser].map((user) => user?.id as UserId);
    const [adminId, strangerId, declinedId, expiredId] = ids as [UserId, UserId, UserId, UserId];
    for (const id of [adminId, event.organizerId]) await stores.rsvps.set(event.id, id, 'going', now);
    await stores.eventAdmins.add(event.id, adminId);
    const refusedInvitation = await sendTo(stores, event, declinedId);
    await stores.invitations.decline(refusedInvitation.id, declinedId, now);
    await sendInvitation(
      stores,
      event,
      { kind: 'user', userId: expiredId },
      { createdAt: after(now, -day), expiresAt: now },
    );
    await stores.saved.save(event.id, strangerId, now);
    const remove = (id: UserId, from = event.id) => stores.attendees.remove(from, id, now);
    t.equal(await remove(adminId), 'is_manager');
    t.equal(await remove(event.organizerId), 'is_manager');
    for (const id of [strangerId, declinedId, expiredId, someUser().id])
      t.equal(await remove(id), 'not_tied');
    t.equal(await remove(strangerId, newId<'event'>() as EventId), 'not_tied');
    t.equal(await countOf(stores, event), 2);
    t.equal((await stores.invitations.find(refusedInvitation.id))?.state, 'declined');
    for (const id of [...ids, event.organizerId])
      t.equal(await stores.attendees.isRemoved(event.id, id), false);
    const { id: erasedId } = await settle(stores, event);
    t.equal(await remove(erasedId), 'removed');
    t.equal(await remove(erasedId), 'not_tied', 'once');
    await stores.users.erase(erasedId, now);
    t.equal(await remove(erasedId), 'not_tied');
    t.equal(await stores.attendees.isRemoved(event.id, erasedId), true, 'erasing lifts no removal');
    const { id: other } = await settle(stores, event);
    await remove(other);
    await stores.events.remove(event.id);
    t.equal(await stores.attendees.isRemoved(event.id, other), false, 'nor does an event that was deleted');
  });

  await example(t, 'ends who joins, answers or accepts at that moment', async (t, { stores }) => {
    const event = await addEvent(stores);
    const people = await concurrently(12, () => addUser(stores));
    for (const { id } of people) await stores.inviteLinks.join(event.id, id, now);
    await Promise.all(
      people.flatMap(({ id }, index) => [
        stores.rsvps.set(event.id, id, 'going', now),
        stores.attendees.remove(event.id, id, now),
        index % 2 === 0 ? stores.rsvps.set(event.id, id, 'interested', now) : sendTo(stores, event, id),
        stores.inviteLinks.join(event.id, id, now),
      ]),
    );
    for (const { id } of people) {
      const [attends, isRemoved] = [
        await stores.attendees.attends(event.id, id),
        await stores.attendees.isRemoved(event.id, id),
      ];
      t.not(attends && isRemoved, true, 'no removed user attends');
    }
    const { total } = await stores.attendees.list(event.id, { rsvp: 'going' }, page, now);
    const interestedPage = await stores.attendees.list(event.id, { rsvp: 'interested' }, page, now);
    t.equal(await countOf(stores, event), total + interestedPage.total);
  });

  await example(t, 'removes once among parallel callers, with exact counts', async (t, { stores }) => {
    const event = await addEvent(stores);
    const people = await concurrently(6, () => settle(stores, event));
    const stays = await settle(stores, event);
    const outcomes = await concurrently(24, (index) =>
      stores.attendees.remove(event.id, people[index % 6]?.id as UserId, now),
    );
    t.equal(outcomes.filter((outcome) => outcome === 'removed').length, 6);
    t.equal(await countOf(stores, event), 1);
    t.equal(await stores.attendees.attends(event.id, stays.id), true);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const event = await addEvent(stores, { visibility: 'private' });
    const [person, removed] = [await settle(stores, event), await settle(stores, event)];
    await stores.attendees.remove(event.id, removed.id, now);
    const records = async () => [
      await recordOf(stores, event, person),
      await recordOf(stores, event, removed),
    ];
    const before = await records();
    await rolledBack(t, adapters, async (inside) => {
      await inside.attendees.remove(event.id, person.id, now);
      await sendTo(inside, event, removed.id, later);
    });
    t.strictSame(await records(), before);
    t.equal(await countOf(stores, event), 1);
  });
};
