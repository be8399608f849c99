import type { EventRecord } from '../../src/events/event.ts';
import type { UserId } from '../../src/ids.ts';
import { after, hour } from '../../src/time.ts';
import { addUser, now, sendInvitation } from '../fixtures.ts';
import type { Needs } from '../harness.ts';

type Ports = Needs<'attendees' | 'calendars' | 'events' | 'invitations' | 'inviteLinks' | 'rsvps' | 'users'>;

export const later = after(now, hour);

export const sendTo = (stores: Ports['stores'], event: EventRecord, userId: UserId, createdAt = now) =>
  sendInvitation(stores, event, { kind: 'user', userId }, { createdAt: createdAt });

export const sendMail = (stores: Ports['stores'], event: EventRecord, email: string, createdAt = now) =>
  sendInvitation(stores, event, { kind: 'email', email }, { createdAt: createdAt });

/** A person with every tie to the event: an RSVP, a join, an invitation in person and one by mail. */
export const settle = async (stores: Ports['stores'], event: EventRecord) => {
  const { id } = await addUser(stores);
  const personal = await sendTo(stores, event, id);
  const mailedInvitation = await sendMail(stores, event, `${id}@mail.example`);
  await stores.invitations.accept(mailedInvitation.id, id, now);
  await stores.inviteLinks.join(event.id, id, now);
  await stores.rsvps.set(event.id, id, 'going', now);
  return { id, personal, mailed: mailedInvitation };
};

type Scene = Awaited<ReturnType<typeof settle>>;

/** What the stores tell of a person at an event. */
export const recordOf = async (
  stores: Ports['stores'],
  event: EventRecord,
  { id, personal, mailed }: Scene,
) => ({
  attends: await stores.attendees.attends(event.id, id),
  isRemoved: await stores.attendees.isRemoved(event.id, id),
  sees: (await stores.events.access(event.id, id, later)) !== null,
  calendar: (await stores.calendars.goingOf(id, now, 5, 99)).length,
  personal: (await stores.invitations.find(personal.id))?.state,
  mailed: (await stores.invitations.find(mailed.id))?.state,
});

/** The record of a person who was removed from a private event. */
export const out = {
  attends: false,
  isRemoved: true,
  sees: false,
  calendar: 0,
  personal: 'revoked',
  mailed: 'revoked',
};
