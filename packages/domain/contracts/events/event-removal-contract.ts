import type { BringItemId } from '../../src/bring-list/bring-item.ts';
import type { EventRecord } from '../../src/events/event.ts';
import type { EventId } from '../../src/ids.ts';
import {
  addBooking,
  addEvent,
  addUser,
  anyEvent,
  documentOf,
  newId,
  newToken,
  now,
  sendInvitation,
} from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  | 'calendars'
  | 'eventAdmins'
  | 'eventCatalog'
  | 'events'
  | 'bookings'
  | 'bringLists'
  | 'invitationCatalog'
  | 'invitations'
  | 'inviteLinks'
  | 'rsvps'
  | 'saved'
  | 'users',
  'unitOfWork'
>;

const page = { page: 1, limit: 20 };

/** One row of each kind that can refer to an event. */
const furnish = async ({ stores }: Ports, event: EventRecord) => {
  const [guest, admin, joinedUser] = [await addUser(stores), await addUser(stores), await addUser(stores)];
  const [former, token] = [newToken(), newToken()];
  await stores.inviteLinks.tokenOf(event.id, former);
  await stores.inviteLinks.rotate(event.id, token);
  await stores.inviteLinks.join(event.id, joinedUser.id, now);
  await stores.rsvps.set(event.id, guest.id, 'going', now);
  await stores.saved.save(event.id, guest.id, now);
  await stores.eventAdmins.add(event.id, admin.id);
  await addBooking(stores, event.id, guest.id, 3);
  const item = { id: newId<'bringItem'>() as BringItemId, title: 'Chips', quantity: 2 };
  await stores.bringLists.add(event.id, item, 9);
  await stores.bringLists.claim({ event: event.id, item: item.id, user: guest.id, quantity: 1, at: now });
  const invitation = await sendInvitation(stores, event, { kind: 'email', email: 'a@b.example' });
  const replacedInvitation = await sendInvitation(stores, event, { kind: 'user', userId: guest.id });
  await stores.invitations.revoke(replacedInvitation.id, now);
  const renewedInvitation = await sendInvitation(stores, event, { kind: 'user', userId: guest.id });
  return {
    event,
    guest,
    admin,
    joined: joinedUser,
    former,
    token,
    invitation,
    replaced: replacedInvitation,
    renewed: renewedInvitation,
  };
};

type FurnishedEvent = Awaited<ReturnType<typeof furnish>>;

/** All that the stores tell of an event. */
const recordOf = async (stores: Ports['stores'], furnished: FurnishedEvent) => {
  const { event, guest, admin, joined, former, token, invitation, replaced, renewed } = furnished;
  return {
    event: await stores.events.find(event.id),
    detail: await stores.eventCatalog.detail(event.id, guest.id, now),
    standing: (await stores.events.access(event.id, admin.id, now))?.standing,
    link: (await stores.invitationCatalog.byToken(token))?.kind,
    formerLink: (await stores.invitationCatalog.byToken(former))?.kind,
    personal: (await stores.invitationCatalog.byToken(invitation.token))?.kind,
    replaced: (await stores.invitationCatalog.byToken(replaced.token))?.kind,
    renewed: (await stores.invitationCatalog.byToken(renewed.token))?.kind,
    invitation: await stores.invitations.find(invitation.id),
    invitations: (await stores.invitationCatalog.ofEvent(event.id, page, now)).total,
    joinsAgain: await stores.inviteLinks.join(event.id, joined.id, now),
    going: (await stores.eventCatalog.mine(guest.id, ['going'], page, now)).total,
    calendar: (await stores.calendars.goingOf(guest.id, now, 9, 99)).length,
  };
};

/** What goes with an event, as {@link EventStore.remove} says. */
export const eventRemovalContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'removes an event with all that hangs on it', async (t, adapters) => {
    const { stores } = adapters;
    const furnished = await furnish(adapters, await addEvent(stores));
    await stores.events.remove(furnished.event.id);
    t.strictSame(await recordOf(stores, furnished), {
      event: null,
      detail: null,
      standing: undefined,
      link: undefined,
      formerLink: undefined,
      personal: undefined,
      replaced: undefined,
      renewed: undefined,
      invitation: null,
      invitations: 0,
      joinsAgain: null,
      going: 0,
      calendar: 0,
    });
    await stores.events.remove(furnished.event.id);
    t.equal(await stores.events.remove(newId<'event'>() as EventId), false);
  });

  await example(t, 'leaves nothing for a later event of the same id', async (t, adapters) => {
    const { stores } = adapters;
    const furnished = await furnish(adapters, await addEvent(stores));
    const { event, guest, admin, joined } = furnished;
    await stores.events.remove(event.id);
    await stores.events.add({ event, document: documentOf(event) });
    const detail = await stores.eventCatalog.detail(event.id, guest.id, now);
    t.strictSame([detail?.rsvpCount, detail?.myRsvp, detail?.isSaved], [0, null, false]);
    t.strictSame([detail?.bookedCount, detail?.myBooking], [0, null]);
    t.equal((await stores.events.access(event.id, admin.id, now))?.standing, 'guest');
    t.equal((await stores.invitationCatalog.ofEvent(event.id, page, now)).total, 0);
    const fresh = newToken();
    t.equal(await stores.inviteLinks.tokenOf(event.id, fresh), fresh);
    t.equal(await stores.inviteLinks.join(event.id, joined.id, now), 'joined');
    for (const token of [furnished.former, furnished.replaced.token])
      t.equal(await stores.invitationCatalog.byToken(token), null, 'retired tokens are forgotten');
  });

  await example(t, 'leaves other events with all that hangs on them', async (t, adapters) => {
    const { stores } = adapters;
    const { id: organizerId } = await addUser(stores);
    const bystander = await furnish(adapters, await addEvent(stores, { organizerId }));
    const before = await recordOf(stores, bystander);
    const furnished = await furnish(adapters, await addEvent(stores, { organizerId }));
    await stores.rsvps.set(furnished.event.id, bystander.guest.id, 'interested', now);
    await stores.saved.save(furnished.event.id, bystander.guest.id, now);
    const removed = await concurrently(4, () => stores.events.remove(furnished.event.id));
    t.strictSame(removed.filter(Boolean), [true], 'one call removes it');
    t.strictSame(await recordOf(stores, bystander), before);
    t.strictSame([before.detail?.rsvpCount, before.detail?.bookedCount, before.invitations], [1, 3, 2]);
    const { guest } = furnished;
    t.strictSame(await stores.users.find(guest.id), guest);
  });

  await example(t, 'is no longer found by words nor in lists', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const event = await addEvent(stores, { organizerId, title: 'Vanishing' });
    await addEvent(stores, { organizerId, title: 'Staying' });
    await stores.events.remove(event.id);
    const listOf = async (word: string | null) => {
      const text = word === null ? null : [[{ word, prefix: false }]];
      const { items } = await stores.eventCatalog.list({ ...anyEvent, text }, 'time', null, page);
      return items.map(({ event: { title } }) => title);
    };
    t.strictSame(await listOf(null), ['Staying']);
    t.strictSame(await listOf('vanishing'), []);
    t.strictSame(await listOf('canal'), ['Staying']);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const furnished = await furnish(adapters, await addEvent(stores));
    const before = await recordOf(stores, furnished);
    await rolledBack(t, adapters, ({ events }) => events.remove(furnished.event.id));
    t.strictSame(await recordOf(stores, furnished), before);
  });
};
