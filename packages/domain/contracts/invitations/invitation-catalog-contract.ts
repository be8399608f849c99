import type { EventRecord } from '../../src/events/event.ts';
import type { InvitationId, UserId } from '../../src/ids.ts';
import type { Page } from '../../src/paging.ts';
import { after, hour } from '../../src/time.ts';
import { addEvent, addUser, newId, now, sendInvitation } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'blocks' | 'events' | 'invitationCatalog' | 'invitations' | 'users'>;

const page = { page: 1, limit: 20 };
const unknownInvitationId = newId<'invitation'>() as InvitationId;

const invite = (stores: Ports['stores'], event: EventRecord, userId: UserId, changes = {}) =>
  sendInvitation(stores, event, { kind: 'user', userId }, changes);

const mailTo = (stores: Ports['stores'], event: EventRecord, email: string, changes = {}) =>
  sendInvitation(stores, event, { kind: 'email', email }, changes);

export const invitationCatalogContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'lists a user’s open invitations whole', async (t, { stores }) => {
    const organizer = await addUser(stores, { name: 'Olga' });
    const guest = await addUser(stores);
    const [coverUrl, timeZone] = ['https://pics.example/c.png', 'Europe/Warsaw'];
    const event = await addEvent(stores, {
      organizerId: organizer.id,
      visibility: 'private',
      coverUrl,
      timeZone,
      isAllDay: true,
    });
    const { id, token } = await invite(stores, event, guest.id);
    const { title, startAt, endAt, location } = event;
    const times = { startAt, endAt, isAllDay: true, timeZone };
    t.strictSame(await stores.invitationCatalog.openOf(guest.id, page, now), [
      {
        id,
        token,
        event: { id: event.id, title, ...times, coverUrl, location, organizer: { name: 'Olga' } },
        state: 'pending',
        createdAt: now,
      },
    ]);
  });

  await example(t, 'lists a user’s own open invitations alone', async (t, { stores }) => {
    const [guest, other] = [await addUser(stores), await addUser(stores)];
    const add = (title: string) => addEvent(stores, { title, organizerId: other.id });
    const live = await add('live');
    await invite(stores, live, guest.id);
    await invite(stores, live, other.id);
    await mailTo(stores, live, 'm@mail.example');
    const cancelledEvent = await add('cancelled');
    await invite(stores, cancelledEvent, guest.id);
    await stores.events.cancel(cancelledEvent.id, now);
    await stores.invitations.decline(
      (await invite(stores, await add('declined'), guest.id)).id,
      guest.id,
      now,
    );
    await stores.invitations.accept(
      (await invite(stores, await add('accepted'), guest.id)).id,
      guest.id,
      now,
    );
    await stores.invitations.revoke((await invite(stores, await add('revoked'), guest.id)).id, now);
    const byMail = await mailTo(stores, await add('by mail'), 'm@mail.example');
    await stores.invitations.accept(byMail.id, guest.id, now);
    const titles = async (at: Date) =>
      (await stores.invitationCatalog.openOf(guest.id, page, at)).map(({ event }) => event.title);
    t.strictSame(await titles(now), ['live']);
    t.strictSame(await titles(after(live.endAt, -1)), ['live']);
    t.strictSame(await titles(live.endAt), [], 'expired');
  });

  await example(t, 'lists the soonest event first, then by id, page by page', async (t, { stores }) => {
    const guest = await addUser(stores);
    const inHours = (hours: number) => addEvent(stores, { startAt: after(now, hours * hour) });
    const [late, soon, same, soonest] = [
      await inHours(3),
      await inHours(2),
      await inHours(2),
      await inHours(1),
    ];
    const ids = [unknownInvitationId, unknownInvitationId].map(() => newId<'invitation'>() as InvitationId);
    const [lower, higher] = ids as [InvitationId, InvitationId];
    const first = await invite(stores, late, guest.id);
    await invite(stores, soon, guest.id, { id: higher });
    await invite(stores, same, guest.id, { id: lower });
    const last = await invite(stores, soonest, guest.id, { createdAt: after(now, -hour) });
    const idsOf = async (page: Page) =>
      (await stores.invitationCatalog.openOf(guest.id, page, now)).map(({ id }) => id);
    const all = [last.id, lower, higher, first.id];
    t.strictSame(await idsOf(page), all);
    t.strictSame(await idsOf({ page: 1, limit: 3 }), all.slice(0, 3));
    t.strictSame(await idsOf({ page: 2, limit: 3 }), all.slice(3));
    t.strictSame(await idsOf({ page: 3, limit: 3 }), []);
  });

  await example(t, 'leaves out events of people whom the user blocks', async (t, { stores }) => {
    const [guest, other] = [await addUser(stores), await addUser(stores)];
    const [blockedEvent, otherEvent] = [await addEvent(stores), await addEvent(stores)];
    for (const event of [blockedEvent, otherEvent])
      for (const { id } of [guest, other]) await invite(stores, event, id);
    await stores.blocks.add(guest.id, blockedEvent.organizerId, 9);
    await stores.blocks.add(otherEvent.organizerId, guest.id, 9);
    const eventsOf = async ({ id }: { readonly id: UserId }) =>
      (await stores.invitationCatalog.openOf(id, page, now)).map(({ event }) => event.id).sort();
    t.strictSame(await eventsOf(guest), [otherEvent.id]);
    t.strictSame(
      await eventsOf(other),
      [blockedEvent.id, otherEvent.id].sort(),
      'another guest still sees both',
    );
    await stores.blocks.remove(guest.id, blockedEvent.organizerId);
    t.strictSame(await eventsOf(guest), [blockedEvent.id, otherEvent.id].sort());
  });

  await example(
    t,
    'lists the invitations of this event, newest first, page by page',
    async (t, { stores }) => {
      const [event, other] = [await addEvent(stores), await addEvent(stores)];
      const guest = await addUser(stores, { name: 'Gus', avatar: 'https://pics.example/g' });
      const ids = [unknownInvitationId, unknownInvitationId].map(() => newId<'invitation'>() as InvitationId);
      const [first, second] = ids as [InvitationId, InvitationId];
      const [at, expiresAt] = [after(now, 2 * hour), after(now, 2 * hour)];
      await mailTo(stores, event, 'm@mail.example', { id: second, createdAt: after(now, hour), expiresAt });
      await invite(stores, event, guest.id, { id: first, createdAt: after(now, hour) });
      const { id: oldest } = await mailTo(stores, event, 'o@mail.example');
      await stores.invitations.accept(oldest, guest.id, now);
      await invite(stores, other, guest.id);
      const { id, name, username, avatar } = guest;
      const item = { user: null, email: null, delivery: 'queued', createdAt: after(now, hour) };
      const items = [
        { ...item, id: second, kind: 'email', email: 'm@mail.example', state: 'expired', expiresAt },
        {
          ...item,
          id: first,
          kind: 'user',
          user: { id, name, username, avatar },
          state: 'pending',
          delivery: 'none',
          expiresAt: event.endAt,
        },
        {
          ...item,
          id: oldest,
          kind: 'email',
          email: 'o@mail.example',
          state: 'accepted',
          createdAt: now,
          expiresAt: event.endAt,
        },
      ];
      const { ofEvent } = stores.invitationCatalog;
      t.strictSame(await ofEvent(event.id, page, at), { ...page, total: 3, items });
      const second2 = { page: 2, limit: 2 };
      t.strictSame(await ofEvent(event.id, second2, at), { ...second2, total: 3, items: items.slice(2) });
      const beyond = { page: 3, limit: 2 };
      t.strictSame(await ofEvent(event.id, beyond, at), { ...beyond, total: 3, items: [] });
      for (const one of items) t.strictSame(await stores.invitationCatalog.item(one.id, at), one);
      t.equal(await stores.invitationCatalog.item(unknownInvitationId, at), null);
    },
  );
};
