import type { EventId, UserId } from '../../src/ids.ts';
import {
  addBooking,
  addCircle,
  addEvent,
  addSession,
  addUser,
  newToken,
  now,
  sendInvitation,
} from '../fixtures.ts';
import type { Needs } from '../harness.ts';

export type ErasureNeeds = Needs<
  | 'attendees'
  | 'blocks'
  | 'bookings'
  | 'calendars'
  | 'circles'
  | 'eventAdmins'
  | 'eventCatalog'
  | 'events'
  | 'invitationCatalog'
  | 'invitations'
  | 'inviteLinks'
  | 'quotas'
  | 'rsvps'
  | 'saved'
  | 'sessions'
  | 'users',
  'unitOfWork'
>;

export const page = { page: 1, limit: 20 };

/** One of everything that a person can have; answers, saves and roles are at `host`, a private event. */
export const settle = async ({ stores }: ErasureNeeds, host: EventId, friend: UserId) => {
  const user = await addUser(stores, {
    name: 'Person',
    bio: 'Bio',
    city: 'City',
    avatar: 'https://pics.example/a',
  });
  const event = await stores.events.find(host);
  if (!event) throw new Error('the host event is there');
  const session = await addSession(stores, user.id);
  const circle = await addCircle(stores, user.id, [friend]);
  const ownEvent = await addEvent(stores, { organizerId: user.id });
  const other = await addEvent(stores, { visibility: 'private' });
  await stores.rsvps.set(host, user.id, 'going', now);
  for (const id of [host, ownEvent.id]) await stores.saved.save(id, user.id, now);
  await stores.eventAdmins.add(host, user.id);
  await stores.inviteLinks.join(host, user.id, now);
  await addBooking(stores, host, user.id, 2);
  const calendar = await stores.calendars.tokenOf(user.id, newToken());
  const invitation = await sendInvitation(stores, other, { kind: 'user', userId: user.id });
  const mailedInvitation = await sendInvitation(stores, event, {
    kind: 'email',
    email: `${user.id}@mail.example`,
  });
  await stores.invitations.accept(mailedInvitation.id, user.id, now);
  return { user, session, circle, own: ownEvent, host, calendar, invitation, mailed: mailedInvitation };
};

type SettledUser = Awaited<ReturnType<typeof settle>>;

/** All that the stores return about a user. */
export const recordOf = async (stores: ErasureNeeds['stores'], person: SettledUser) => ({
  user: await stores.users.find(person.user.id),
  byPhone: await stores.users.findByPhone(person.user.phone),
  byUsername: await stores.users.findByUsername(person.user.username),
  session: await stores.sessions.find(person.session.id),
  circles: await stores.circles.list(person.user.id, page),
  members: await stores.circles.members(person.circle, person.user.id, page),
  own: await stores.events.find(person.own.id),
  hosted: await stores.eventCatalog.detail(person.host, person.user.id, now),
  access: await stores.events.access(person.host, person.user.id, now),
  saved: await stores.eventCatalog.mine(person.user.id, ['saved'], page, now),
  calendar: await stores.calendars.ownerOf(person.calendar),
  entries: await stores.calendars.goingOf(person.user.id, now, 9, 99),
  invitations: await stores.invitationCatalog.openOf(person.user.id, page, now),
  mailed: await stores.invitations.find(person.mailed.id),
  joinsAgain: await stores.inviteLinks.join(person.host, person.user.id, now),
});
