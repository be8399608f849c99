import { type Domain, DomainError, type EventListItem, limits, type UserId } from '@event-platform/domain';
import { demoEvents } from './demo-events.ts';
import { demoCircles, demoInvitations, demoRsvps, demoSaves } from './demo-social.ts';

/** What is there to refer to, by the keys of the demo data. */
export interface DemoLoaded {
  readonly users: ReadonlyMap<string, UserId>;
  readonly events: ReadonlyMap<string, EventListItem>;
}

/** The largest page that lists have. */
export const pageSize = limits.pageSize;

/** Adds circles, invitations, answers and saves between the demo people; e-mails nobody. */
export const loadDemoSocial = async (domain: Domain, loaded: DemoLoaded): Promise<void> => {
  const circles = await addCircles(domain, loaded.users);
  await sendInvitations(domain, loaded, circles);
  await addRsvps(domain, loaded);
  await addSaves(domain, loaded);
};

/** What the demo data means by a key. */
export const found = <Value>(map: ReadonlyMap<string, Value>, key: string): Value => {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo data speaks of ${key}, which is not in it.`);
  return value;
};

const addCircles = async (
  domain: Domain,
  users: ReadonlyMap<string, UserId>,
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const { owner, name, members } of demoCircles) {
    const ownerId = found(users, owner);
    const { items } = await domain.listCircles({ ownerId, limit: pageSize });
    const circle = items.find((item) => item.name === name) ?? (await domain.createCircle({ ownerId, name }));
    const userIds = members.map((member) => found(users, member));
    await domain.addCircleMembers({ ownerId, circleId: circle.id, userIds });
    ids.set(`${owner} ${name}`, circle.id);
  }
  return ids;
};

const sendInvitations = async (
  domain: Domain,
  { users, events }: DemoLoaded,
  circles: ReadonlyMap<string, string>,
): Promise<void> => {
  for (const { event: eventKey, circles: names, people } of demoInvitations) {
    const event = events.get(eventKey);
    const organizer = demoEvents.find(({ key }) => key === eventKey)?.organizer;
    if (!event || !organizer) continue;
    await whereAllowed(
      domain.invite({
        eventId: event.id,
        callerId: found(users, organizer),
        circleIds: names.map((name) => found(circles, `${organizer} ${name}`)),
        userIds: people.map((person) => found(users, person)),
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
        domain.answerRsvp({ eventId: event.id, userId: found(users, person), state: status }),
      );
  }
};

const addSaves = async (domain: Domain, { users, events }: DemoLoaded): Promise<void> => {
  for (const { person, event: key } of demoSaves) {
    const event = events.get(key);
    if (event)
      await whereAllowed(domain.saveEvent({ eventId: event.id, userId: found(users, person), saved: true }));
  }
};

/** Data loaded long ago, or changed since, no longer allows everything: an event is over, cancelled or private. */
const whereAllowed = async (step: Promise<unknown>): Promise<void> => {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
};
