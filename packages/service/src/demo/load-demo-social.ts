import { type Domain, DomainError, type EventSummary, limits, type UserId } from '@event-platform/domain';
import type { DemoEvent } from './demo-events.ts';
import {
  demoBookings,
  demoBringLists,
  demoCircles,
  demoInvitations,
  demoRsvps,
  demoSaves,
} from './demo-social.ts';

/** Users and events in the database, by their keys in the demo data. */
export interface DemoLoaded {
  readonly users: ReadonlyMap<string, UserId>;
  readonly events: ReadonlyMap<string, EventSummary>;
  readonly demoEvents: readonly DemoEvent[];
}

/** The largest page of a list. */
export const pageSize = limits.pageSize;

/** Adds circles, invitations, RSVPs, saves, bookings and bring lists of the demo people; sends no e-mail. */
export const loadDemoSocial = async (domain: Domain, demo: DemoLoaded): Promise<void> => {
  const circles = await addCircles(domain, demo.users);
  await sendInvitations(domain, demo, circles);
  await addRsvps(domain, demo);
  await addSaves(domain, demo);
  await addBookings(domain, demo);
  await addBringLists(domain, demo);
};

export const entryOf = <Value>(map: ReadonlyMap<string, Value>, key: string): Value => {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo data refers to ${key}, which it does not define.`);
  return value;
};

const addCircles = async (
  domain: Domain,
  users: ReadonlyMap<string, UserId>,
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const { owner, name, members } of demoCircles) {
    const ownerId = entryOf(users, owner);
    const { items } = await domain.listCircles({ ownerId, limit: pageSize });
    const circle = items.find((item) => item.name === name) ?? (await domain.createCircle({ ownerId, name }));
    const userIds = members.map((member) => entryOf(users, member));
    await domain.addCircleMembers({ ownerId, circleId: circle.id, userIds });
    ids.set(`${owner} ${name}`, circle.id);
  }
  return ids;
};

const sendInvitations = async (
  domain: Domain,
  { users, events, demoEvents }: DemoLoaded,
  circles: ReadonlyMap<string, string>,
): Promise<void> => {
  for (const { event: eventKey, circles: names, people } of demoInvitations) {
    const event = events.get(eventKey);
    const organizer = demoEvents.find(({ '@id': key }) => key === eventKey)?.organizer;
    if (!event || !organizer) continue;
    await whereAllowed(
      domain.invite({
        eventId: event.id,
        callerId: entryOf(users, organizer),
        circleIds: names.map((name) => entryOf(circles, `${organizer} ${name}`)),
        userIds: people.map((person) => entryOf(users, person)),
        emails: [],
      }),
    );
  }
};

const addRsvps = async (domain: Domain, { users, events }: DemoLoaded): Promise<void> => {
  for (const { person, event: key, status } of demoRsvps) {
    const event = events.get(key);
    if (event)
      await whereAllowed(
        domain.answerRsvp({ eventId: event.id, userId: entryOf(users, person), state: status }),
      );
  }
};

const addSaves = async (domain: Domain, { users, events }: DemoLoaded): Promise<void> => {
  for (const { person, event: key } of demoSaves) {
    const event = events.get(key);
    if (event)
      await whereAllowed(
        domain.saveEvent({ eventId: event.id, userId: entryOf(users, person), saved: true }),
      );
  }
};

const addBookings = async (domain: Domain, { users, events }: DemoLoaded): Promise<void> => {
  for (const { person, event: key, quantity } of demoBookings) {
    const event = events.get(key);
    if (event)
      await whereAllowed(domain.bookSeats({ eventId: event.id, userId: entryOf(users, person), quantity }));
  }
};

const addBringLists = async (domain: Domain, { users, events, demoEvents }: DemoLoaded): Promise<void> => {
  for (const { event: key, items } of demoBringLists) {
    const event = events.get(key);
    const organizer = demoEvents.find(({ '@id': id }) => id === key)?.organizer;
    if (event && organizer)
      await whereAllowed(addBringList(domain, users, event.id, entryOf(users, organizer), items));
  }
};

/** Fills a bring list that is empty: its organizer and guests may have changed it since an earlier start. */
const addBringList = async (
  domain: Domain,
  users: DemoLoaded['users'],
  eventId: string,
  callerId: UserId,
  items: (typeof demoBringLists)[number]['items'],
): Promise<void> => {
  if ((await domain.listBringItems({ eventId, callerId })).length > 0) return;
  for (const { title, quantity, claims } of items) {
    const { id: itemId } = await domain.addBringItem({ eventId, callerId, title, quantity });
    for (const [person, quantity] of Object.entries(claims))
      await whereAllowed(
        domain.claimBringItem({ eventId, itemId, userId: entryOf(users, person), quantity }),
      );
  }
};

/** Ignores refusals: the events of an earlier start may have ended, or been cancelled or made private since. */
const whereAllowed = async (step: Promise<unknown>): Promise<void> => {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
};
