import { addEvent, addUser, countAfter, now } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';
import { later, out, recordOf, sendMail, sendTo, settle } from './attendee-scene.ts';

type Ports = Needs<
  'attendees' | 'calendars' | 'eventAdmins' | 'events' | 'invitations' | 'inviteLinks' | 'rsvps' | 'users'
>;

/** How people who were removed from an event are let in again, as {@link AttendeeStore.remove} says. */
export const attendeeReturnContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'lets people in again whom it invites in person', async (t, { stores }) => {
    const event = await addEvent(stores, { visibility: 'private' });
    const [renewed, invitedUser] = [await settle(stores, event), await addUser(stores)];
    await stores.inviteLinks.join(event.id, invitedUser.id, now);
    const bystander = await settle(stores, event);
    for (const { id } of [renewed, invitedUser, bystander])
      t.equal(await stores.attendees.remove(event.id, id, now), 'removed');
    for (const { id } of [renewed, invitedUser]) {
      await sendTo(stores, event, id, later);
      t.equal(await stores.attendees.isRemoved(event.id, id), false);
      t.ok(await stores.events.access(event.id, id, later));
      t.ok(countAfter(await stores.rsvps.set(event.id, id, 'going', later)));
      t.equal(await stores.inviteLinks.join(event.id, id, later), 'joined');
    }
    t.strictSame(await recordOf(stores, event, bystander), out);
    t.equal(await stores.attendees.remove(event.id, renewed.id, later), 'removed', 'as often as needed');
    t.strictSame(await recordOf(stores, event, renewed), out);
  });

  await example(t, 'lets people in again by a mail that is sent after the removal', async (t, { stores }) => {
    const event = await addEvent(stores, { visibility: 'private' });
    const [person, bystander] = [await settle(stores, event), await settle(stores, event)];
    const resentInvitation = await sendMail(stores, event, 'again@mail.example');
    for (const { id } of [person, bystander]) await stores.attendees.remove(event.id, id, now);
    const fresh = await sendMail(stores, event, 'fresh@mail.example', later);
    t.equal(
      await stores.attendees.isRemoved(event.id, person.id),
      true,
      'the address is not known to be theirs',
    );
    t.equal(await stores.invitations.accept(resentInvitation.id, person.id, later), false);
    await stores.invitations.resend(resentInvitation.id, 'resent', event.endAt, now, later);
    t.equal(await stores.invitations.accept(resentInvitation.id, person.id, later), true);
    t.equal(await stores.attendees.isRemoved(event.id, person.id), false);
    t.equal(countAfter(await stores.rsvps.set(event.id, person.id, 'going', later)), 1);
    t.strictSame(await recordOf(stores, event, bystander), out);
    t.equal(await stores.invitations.accept(fresh.id, bystander.id, later), true);
  });

  await example(t, 'counts a new admin as removed no longer', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [person, bystander] = [await settle(stores, event), await settle(stores, event)];
    for (const { id } of [person, bystander]) await stores.attendees.remove(event.id, id, now);
    await stores.eventAdmins.add(event.id, person.id);
    t.equal(countAfter(await stores.rsvps.set(event.id, person.id, 'going', now)), 1);
    t.equal(await stores.attendees.isRemoved(event.id, bystander.id), true);
  });
};
