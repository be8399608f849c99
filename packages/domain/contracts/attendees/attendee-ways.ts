import type { EventRecord } from '../../src/events/event.ts';
import type { UserId } from '../../src/ids.ts';
import { after, day, hour } from '../../src/time.ts';
import { now, sendInvitation } from '../fixtures.ts';
import type { Needs } from '../harness.ts';

type Ports = Needs<'invitations' | 'inviteLinks' | 'rsvps' | 'saved'>;

/** That many hours from now. */
export const at = (hours: number): Date => after(now, hours * hour);

export const sendTo = (
  stores: Ports['stores'],
  event: EventRecord,
  userId: UserId,
  createdAt = now,
  changes = {},
) => sendInvitation(stores, event, { kind: 'user', userId }, { createdAt: createdAt, ...changes });

/** Each way to be tied to an event, and how the person is then listed: RSVP, via, hours from now; null for not. */
export const attendeeWays: Record<
  string,
  {
    readonly visibility?: 'public' | 'private';
    readonly tie: (stores: Ports['stores'], event: EventRecord, user: UserId) => Promise<unknown>;
    readonly entry: readonly [rsvp: string | null, via: string, since: number] | null;
  }
> = {
  'nothing but a save': { tie: ({ saved }, { id }, user) => saved.save(id, user, now), entry: null },
  'an RSVP to a public event, since its first response': {
    tie: async ({ rsvps }, { id }, user) => {
      await rsvps.set(id, user, 'interested', at(1));
      await rsvps.set(id, user, 'going', at(2));
    },
    entry: ['going', 'public', 1],
  },
  'an RSVP that was cleared': {
    tie: async ({ rsvps }, { id }, user) => {
      await rsvps.set(id, user, 'going', at(1));
      await rsvps.set(id, user, null, at(2));
    },
    entry: null,
  },
  'an RSVP given anew': {
    tie: async ({ rsvps }, { id }, user) => {
      await rsvps.set(id, user, 'going', at(1));
      await rsvps.set(id, user, null, at(2));
      await rsvps.set(id, user, 'interested', at(3));
    },
    entry: ['interested', 'public', 3],
  },
  'a join by the link': {
    tie: ({ inviteLinks }, { id }, user) => inviteLinks.join(id, user, at(1)),
    entry: [null, 'link', 1],
  },
  'a join by the link after an RSVP': {
    tie: async ({ inviteLinks, rsvps }, { id }, user) => {
      await rsvps.set(id, user, 'interested', at(1));
      await inviteLinks.join(id, user, at(2));
    },
    entry: ['interested', 'link', 2],
  },
  'a pending invitation': {
    tie: (stores, event, user) => sendTo(stores, event, user, at(1)),
    entry: [null, 'invitation', 1],
  },
  'an accepted invitation': {
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user);
      await stores.invitations.accept(id, user, at(1));
    },
    entry: [null, 'invitation', 1],
  },
  'an invitation accepted by an RSVP': {
    tie: async (stores, event, user) => {
      await sendTo(stores, event, user);
      await stores.rsvps.set(event.id, user, 'going', at(1));
    },
    entry: ['going', 'invitation', 1],
  },
  'an accepted invitation by mail': {
    tie: async (stores, event, user) => {
      const { id } = await sendInvitation(stores, event, { kind: 'email', email: 'guest@mail.example' });
      await stores.invitations.accept(id, user, at(1));
    },
    entry: [null, 'invitation', 1],
  },
  'an invitation and a join by the link': {
    tie: async (stores, event, user) => {
      await sendTo(stores, event, user, at(2));
      await stores.inviteLinks.join(event.id, user, at(1));
    },
    entry: [null, 'invitation', 2],
  },
  'an invitation in person and one by mail, since the first': {
    tie: async (stores, event, user) => {
      await sendTo(stores, event, user, at(3));
      const { id } = await sendInvitation(stores, event, { kind: 'email', email: 'guest@mail.example' });
      await stores.invitations.accept(id, user, at(2));
    },
    entry: [null, 'invitation', 2],
  },
  'an expired invitation': {
    tie: (stores, event, user) => sendTo(stores, event, user, after(now, -day), { expiresAt: at(4) }),
    entry: null,
  },
  'a declined invitation': {
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user);
      await stores.invitations.decline(id, user, now);
    },
    entry: null,
  },
  'an RSVP to a public event after a declined invitation': {
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user);
      await stores.invitations.decline(id, user, now);
      await stores.rsvps.set(event.id, user, 'interested', at(1));
    },
    entry: ['interested', 'public', 1],
  },
  'an RSVP whose accepted invitation was revoked': {
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user);
      await stores.invitations.accept(id, user, at(1));
      await stores.rsvps.set(event.id, user, 'going', at(1));
      await stores.invitations.revoke(id, at(2));
    },
    entry: ['going', 'invitation', 1],
  },
  'an RSVP to a private event whose pending invitation was revoked': {
    visibility: 'private',
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user, at(1));
      await stores.rsvps.set(event.id, user, 'interested', at(2));
      await stores.invitations.revoke(id, at(3));
    },
    entry: ['interested', 'invitation', 1],
  },
  'a join by the link of a private event after a revoked invitation': {
    visibility: 'private',
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user);
      await stores.invitations.revoke(id, at(1));
      await stores.inviteLinks.join(event.id, user, at(2));
    },
    entry: [null, 'link', 2],
  },
  'a revoked invitation alone': {
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user);
      await stores.invitations.accept(id, user, now);
      await stores.invitations.revoke(id, now);
    },
    entry: null,
  },
  'an invitation sent anew after it was accepted and revoked': {
    tie: async (stores, event, user) => {
      const { id } = await sendTo(stores, event, user);
      await stores.invitations.accept(id, user, at(1));
      await stores.invitations.revoke(id, at(2));
      await sendTo(stores, event, user, at(3));
    },
    entry: [null, 'invitation', 3],
  },
};
