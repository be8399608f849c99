import type { EventRecord } from '../../src/events/event.ts';
import { type Invitation, invitationState } from '../../src/invitations/invitation.ts';
import type { EventInviteItem, InvitedEvent } from '../../src/invitations/invitation-views.ts';
import type { InvitationCatalog } from '../../src/ports/guests/invitation-catalog.ts';
import { byKeys, pageOf } from '../events/order.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { toPublicUser } from '../users/memory-user-store.ts';

export const memoryInvitationCatalog = (tables: Tables): InvitationCatalog => {
  const organizerOf = (event: EventRecord) => tables.users.get(event.organizerId);
  const newestFirst = (rows: Invitation[]) =>
    rows.sort(byKeys(({ createdAt, id }) => [createdAt, id])).reverse();

  const invitedEvent = (event: EventRecord): InvitedEvent => ({
    id: event.id,
    organizerId: event.organizerId,
    title: event.title,
    startAt: event.startAt,
    endAt: event.endAt,
    isAllDay: event.isAllDay,
    coverUrl: event.coverUrl,
    location: event.location,
    attendance: event.attendance,
    timeZone: event.timeZone,
    status: event.status,
    rsvpUntil: event.rsvpUntil,
    sequence: event.sequence,
    updatedAt: event.updatedAt,
    organizer: { name: organizerOf(event)?.name ?? '', avatar: organizerOf(event)?.avatar ?? null },
  });

  const toItem = (invitation: Invitation, at: Date): EventInviteItem => {
    const { id, kind, email, delivery, createdAt, expiresAt } = invitation;
    const user = kind === 'user' && invitation.userId ? tables.users.get(invitation.userId) : undefined;
    return {
      id,
      kind,
      email,
      user: user ? toPublicUser(user) : null,
      state: invitationState(invitation, at),
      delivery,
      createdAt,
      expiresAt,
    };
  };

  return {
    openOf: async (user, page, at) => {
      const open = tables.invitations.rows().flatMap((invitation) => {
        const event = tables.events.get(invitation.eventId);
        if (invitation.userId !== user || event?.status !== 'scheduled' || event.takenDown) return [];
        if (invitationState(invitation, at) !== 'pending') return [];
        if (tables.blocks.get(pairKey(user, event.organizerId))) return [];
        const { id, title, startAt, endAt, isAllDay, location, timeZone, coverUrl } = event;
        const organizer = { name: organizerOf(event)?.name ?? '' };
        return [
          {
            id: invitation.id,
            token: invitation.token,
            event: { id, title, startAt, endAt, isAllDay, location, timeZone, coverUrl, organizer },
            state: 'pending' as const,
            createdAt: invitation.createdAt,
          },
        ];
      });
      return pageOf(open.sort(byKeys(({ event, id }) => [event.startAt, id])), page).items;
    },
    byToken: async (token) => {
      const invitation = tables.invitations.rows().find((row) => row.token === token);
      const invitedTo = invitation && tables.events.get(invitation.eventId);
      if (invitedTo?.takenDown) return null;
      if (invitation && invitedTo) return { kind: 'personal', invitation, event: invitedEvent(invitedTo) };
      const event = tables.events.rows().find(({ id }) => tables.links.get(id) === token);
      if (event?.takenDown) return null;
      if (event) return { kind: 'link', event: invitedEvent(event) };
      return tables.retiredTokens.get(token) ? { kind: 'retired' } : null;
    },
    ofEvent: async (event, page, at) => {
      const all = newestFirst(tables.invitations.rows().filter(({ eventId }) => eventId === event));
      const { items, ...meta } = pageOf(all, page);
      return { ...meta, items: items.map((invitation) => toItem(invitation, at)) };
    },
    item: async (id, at) => {
      const invitation = tables.invitations.get(id);
      return invitation ? toItem(invitation, at) : null;
    },
    mailOf: async (id, sending, at) => {
      const invitation = tables.invitations.get(id);
      const event = invitation && tables.events.get(invitation.eventId);
      if (
        !invitation?.email ||
        event?.status !== 'scheduled' ||
        event.takenDown ||
        invitation.sending !== sending
      )
        return null;
      if (invitationState(invitation, at) !== 'pending') return null;
      const { title, startAt, endAt, isAllDay, location, timeZone } = event;
      return {
        invitationId: id,
        sending,
        email: invitation.email,
        token: invitation.token,
        event: { title, startAt, endAt, isAllDay, location, timeZone },
        organizerName: organizerOf(event)?.name ?? '',
        locale: organizerOf(event)?.locale ?? null,
      };
    },
  };
};
