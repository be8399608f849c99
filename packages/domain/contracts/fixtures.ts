import type { OwnBooking } from '../src/events/booking.ts';
import type { EventRecord } from '../src/events/event.ts';
import { draftDefaults } from '../src/events/event-fields.ts';
import type { EventFilter } from '../src/events/lists/event-filter.ts';
import type { RsvpResult } from '../src/events/rsvp.ts';
import type { CircleId, EventId, Id, InvitationId, SessionId, UserId } from '../src/ids.ts';
import type { InvitationToSend } from '../src/invitations/invitation.ts';
import type { Stores } from '../src/ports/stores.ts';
import { searchDocument } from '../src/search/search-document.ts';
import { openSession, type Session } from '../src/sessions/session.ts';
import { after, day, hour } from '../src/time.ts';
import { newUser, type User } from '../src/users/user.ts';

/** The present of the contracts. */
export const now = new Date('2026-06-01T12:00:00.000Z');

/** A category that every adapter starts with. */
export const knownCategory = { slug: 'music', name: 'Music', emoji: '🎵' } as const;

const hex = (digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16)).join('');

let idCount = 0;

/** A new UUIDv7 in form; later ones are greater. */
export const newId = <Kind extends string>(): Id<Kind> => {
  idCount += 1;
  const time = (now.getTime() + idCount).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}` as Id<Kind>;
};

export const newToken = (): string => `t-${hex(32)}`;

const digits = (count: number): string =>
  Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');

/** A user who is not stored yet. */
export const someUser = (changes: Partial<User> = {}): User => ({
  ...newUser(newId<'user'>() as UserId, `+49151${digits(9)}`, `user-${hex(8)}`, now),
  ...changes,
});

export const addUser = async (stores: Pick<Stores, 'users'>, changes: Partial<User> = {}): Promise<User> =>
  (await stores.users.signUp(someUser(changes))).user;

const { price: _price, questions: _questions, ...recordDefaults } = draftDefaults;

/** An event that is not stored yet: tomorrow, for two hours, public, in Berlin. */
export const someEvent = (organizerId: UserId, changes: Partial<EventRecord> = {}): EventRecord => ({
  ...recordDefaults,
  id: newId<'event'>() as EventId,
  organizerId,
  title: 'Lantern concert',
  description: 'Songs by the canal.',
  startAt: after(now, day),
  endAt: after(now, day + 2 * hour),
  location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
  timeZone: 'Europe/Berlin',
  isTimeZoneGiven: true,
  category: knownCategory.slug,
  priceMinor: 1250,
  capacity: 80,
  status: 'scheduled',
  cancelReason: null,
  takenDown: null,
  enabledModules: ['bringList'],
  questions: [],
  series: null,
  sequence: 0,
  sourceKey: null,
  isPostponedAtSource: false,
  createdAt: now,
  updatedAt: now,
  ...changes,
});

/** Lets every listed event through that has not ended. */
export const anyEvent: EventFilter = {
  area: null,
  categories: null,
  endsAfter: now,
  isDated: false,
  startsBefore: null,
  recentSince: after(now, -day),
  text: null,
};

export const documentOf = (event: EventRecord) => searchDocument(event, knownCategory);

/** A stored event; its organizer is stored too unless one is given. */
export const addEvent = async (
  stores: Pick<Stores, 'events' | 'users'>,
  changes: Partial<EventRecord> = {},
): Promise<EventRecord> => {
  const organizerId = changes.organizerId ?? (await addUser(stores)).id;
  const event = someEvent(organizerId, changes);
  await stores.events.add({ event, document: documentOf(event) });
  return event;
};

export const addSession = async (
  stores: Pick<Stores, 'sessions'>,
  userId: UserId,
  at = now,
  device = '',
  isReceipt = false,
): Promise<Session> => {
  const session = openSession(newId<'session'>() as SessionId, userId, at, device, isReceipt);
  await stores.sessions.open(session);
  return session;
};

/** A stored circle with these members. */
export const addCircle = async (
  stores: Pick<Stores, 'circles'>,
  ownerId: UserId,
  members: readonly UserId[],
  name = 'Friends',
): Promise<CircleId> => {
  const id = newId<'circle'>() as CircleId;
  await stores.circles.add({ id, ownerId, name, memberCount: 0, createdAt: now }, null);
  if (members.length > 0) await stores.circles.addMembers(id, ownerId, members, 10_000);
  return id;
};

/** A booking; the RSVP of its holder is `going`. */
export const addBooking = async (
  stores: Pick<Stores, 'bookings'>,
  event: EventId,
  user: UserId,
  quantity = 1,
  at = now,
): Promise<OwnBooking> => {
  const request = { event, user, id: newId<'booking'>(), code: newToken(), quantity, at, charge: null };
  const outcome = await stores.bookings.book(request);
  if (!outcome || !('booking' in outcome)) throw new Error('booked');
  return outcome.booking;
};

/** An invitation that is not sent yet. */
export const someInvitation = (
  event: EventRecord,
  recipient: InvitationToSend['recipient'],
  changes: Partial<InvitationToSend> = {},
): InvitationToSend => ({
  id: newId<'invitation'>() as InvitationId,
  eventId: event.id,
  token: newToken(),
  createdAt: now,
  expiresAt: event.endAt,
  recipient,
  ...changes,
});

/** An invitation, sent. */
export const sendInvitation = async (
  stores: Pick<Stores, 'invitations'>,
  event: EventRecord,
  recipient: InvitationToSend['recipient'],
  changes: Partial<InvitationToSend> = {},
): Promise<InvitationToSend> => {
  const invitation = someInvitation(event, recipient, changes);
  await stores.invitations.send([invitation], invitation.createdAt);
  return invitation;
};

/** The number of RSVPs that a recorded one was told; undefined for one that was not recorded. */
export const countAfter = (outcome: RsvpResult | object | string | null): number | undefined =>
  typeof outcome === 'object' && outcome !== null && 'rsvpCount' in outcome
    ? (outcome as RsvpResult).rsvpCount
    : undefined;
