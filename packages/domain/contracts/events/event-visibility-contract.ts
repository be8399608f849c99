import type { EventRecord } from '../../src/events/event.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { after, day } from '../../src/time.ts';
import { addEvent, addUser, newId, now, sendInvitation } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  'eventAdmins' | 'eventCatalog' | 'events' | 'invitations' | 'inviteLinks' | 'rsvps' | 'saved' | 'users'
>;

const sendTo = (stores: Ports['stores'], event: EventRecord, userId: UserId, changes = {}) =>
  sendInvitation(stores, event, { kind: 'user', userId }, changes);

const acceptMail = async (stores: Ports['stores'], event: EventRecord, userId: UserId) => {
  const { id } = await sendInvitation(stores, event, { kind: 'email', email: 'guest@mail.example' });
  await stores.invitations.accept(id, userId, now);
  return id;
};

/** Everything that may tie a person to an event, and whether it lets them see a private one. */
const ties: Record<
  string,
  {
    readonly sees: boolean;
    readonly tie: (stores: Ports['stores'], event: EventRecord, user: UserId) => Promise<unknown>;
  }
> = {
  'no tie': { sees: false, tie: async () => {} },
  admin: { sees: true, tie: (stores, { id }, user) => stores.eventAdmins.add(id, user) },
  'a pending invitation': { sees: true, tie: sendTo },
  'an expired invitation': {
    sees: false,
    tie: (stores, event, user) =>
      sendTo(stores, event, user, { createdAt: after(now, -day), expiresAt: after(now, 1) }),
  },
  'an accepted invitation, past its expiry': {
    sees: true,
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user, { expiresAt: after(now, 1) });
      await stores.invitations.accept(id, user, now);
    },
  },
  'a declined invitation': {
    sees: false,
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user);
      await stores.invitations.decline(id, user, now);
    },
  },
  'a revoked invitation': {
    sees: false,
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user);
      await stores.invitations.revoke(id, now);
    },
  },
  'an accepted invitation by mail': { sees: true, tie: acceptMail },
  'a revoked invitation by mail': {
    sees: false,
    tie: async (stores, event, user) => {
      const id = await acceptMail(stores, event, user);
      await stores.invitations.revoke(id, now);
    },
  },
  'joined by the link': { sees: true, tie: (stores, { id }, user) => stores.inviteLinks.join(id, user, now) },
  going: { sees: true, tie: (stores, { id }, user) => stores.rsvps.set(id, user, 'going', now) },
  interested: { sees: true, tie: (stores, { id }, user) => stores.rsvps.set(id, user, 'interested', now) },
  'an RSVP that was cleared': {
    sees: false,
    tie: async (stores, { id }, user) => {
      await stores.rsvps.set(id, user, 'going', now);
      await stores.rsvps.set(id, user, null, now);
    },
  },
  'a save': { sees: false, tie: (stores, { id }, user) => stores.saved.save(id, user, now) },
};

/** Whether `access`, the detail and the caller's own list show the event. */
const visibilityOf = async (stores: Ports['stores'], id: EventId, caller: UserId | null) => {
  const at = after(now, 1);
  const access = (await stores.events.access(id, caller, at)) !== null;
  const detail = (await stores.eventCatalog.detail(id, caller, at)) !== null;
  if (caller === null) return { access, detail, mine: detail };
  await stores.saved.save(id, caller, at);
  const saved = await stores.eventCatalog.mine(caller, ['saved'], { page: 1, limit: 5 }, at);
  return { access, detail, mine: saved.items.some((item) => item.event.id === id) };
};

const all = { access: true, detail: true, mine: true };
const none = { access: false, detail: false, mine: false };

/** Who sees an event: `maySee`, as the event store's `access` and the catalog apply it. */
export const eventVisibilityContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  for (const [name, { sees, tie }] of Object.entries(ties))
    await example(
      t,
      `${name}: ${sees ? 'shows' : 'does not show'} this private event, and no other`,
      async (t, { stores }) => {
        const caller = await addUser(stores);
        const [event, other] = [
          await addEvent(stores, { visibility: 'private' }),
          await addEvent(stores, { visibility: 'private' }),
        ];
        const open = await addEvent(stores);
        await tie(stores, event, caller.id);
        t.strictSame(await visibilityOf(stores, event.id, caller.id), sees ? all : none);
        t.strictSame(await visibilityOf(stores, other.id, caller.id), none, 'another event');
        t.strictSame(
          await visibilityOf(stores, event.id, (await addUser(stores)).id),
          none,
          'another person',
        );
        t.strictSame(await visibilityOf(stores, event.id, null), none, 'an anonymous caller');
        for (const anyone of [caller.id, null])
          t.strictSame(await visibilityOf(stores, open.id, anyone), all);
      },
    );

  await example(t, 'shows an organizer their own private events alone', async (t, { stores }) => {
    const event = await addEvent(stores, { visibility: 'private' });
    const other = await addEvent(stores, { visibility: 'private' });
    t.strictSame(await visibilityOf(stores, event.id, event.organizerId), all);
    t.strictSame(await visibilityOf(stores, other.id, event.organizerId), none);
    const { id, organizerId, visibility, status, endAt, enabledModules } = event;
    const access = {
      eventId: id,
      organizerId,
      standing: 'organizer',
      visibility,
      status,
      isTakenDown: false,
      endAt,
      enabledModules,
    };
    t.strictSame(await stores.events.access(id, organizerId, now), access);
    await stores.events.cancel(id, now);
    const cancelled = { ...access, status: 'cancelled' };
    t.strictSame(await stores.events.access(id, organizerId, now), cancelled);
  });

  await example(
    t,
    'shows anonymous callers no event that an address was invited to',
    async (t, { stores }) => {
      const event = await addEvent(stores, { visibility: 'private' });
      await sendInvitation(stores, event, { kind: 'email', email: 'm@mail.example' });
      t.strictSame(await visibilityOf(stores, event.id, null), none);
      t.strictSame(await visibilityOf(stores, event.id, (await addUser(stores)).id), none);
    },
  );

  await example(t, 'shows nothing of an unknown event', async (t, { stores }) => {
    const id = newId<'event'>() as EventId;
    t.strictSame(await visibilityOf(stores, id, (await addUser(stores)).id), none);
    t.strictSame(await visibilityOf(stores, id, null), none);
  });
};
