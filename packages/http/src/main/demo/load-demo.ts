import {
  type Domain,
  DomainError,
  type EventListItem,
  type ImportedEvent,
  type Needs,
  type UserId,
} from '@event-platform/domain';
import { signUp } from '../sign-up.ts';
import type { DemoEvent } from './demo-event.ts';
import { demoEvents } from './demo-events.ts';
import { demoPeople } from './demo-people.ts';
import { demoCircles, demoInvitations, demoRsvps, demoSaves } from './demo-social.ts';

/** Whose phones the banner names: one who organizes, and one whom others have invited. */
export const demoSignIns = demoPeople.filter(({ key }) => key === 'lena' || key === 'mateo');

type DemoNeeds = Pick<Needs, 'stores' | 'ids' | 'tokens' | 'clock'>;

/** What is there to refer to, by the keys of the demo data. */
interface Loaded {
  readonly users: ReadonlyMap<string, UserId>;
  readonly events: ReadonlyMap<string, EventListItem>;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The largest page that lists have. */
const pageSize = 50;

/** Puts the demo people, events, answers and invitations in place; what is there stays. Sends nothing. */
export const loadDemo = (domain: Domain, needs: DemoNeeds) => async (): Promise<void> => {
  const users = await addPeople(needs);
  await Promise.all(
    demoPeople.map(({ key }) => addEventsOf(domain, key, found(users, key), needs.clock.now())),
  );
  const loaded = { users, events: await eventsByKey(domain, users) };
  const circles = await addCircles(domain, users);
  await sendInvitations(domain, loaded, circles);
  await Promise.all([addRsvps(domain, loaded), addSaves(domain, loaded)]);
};

const found = <Value>(map: ReadonlyMap<string, Value>, key: string): Value => {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo data speaks of ${key}, which is not in it.`);
  return value;
};

const addPeople = async (needs: DemoNeeds): Promise<ReadonlyMap<string, UserId>> => {
  const users = await Promise.all(demoPeople.map(signUp(needs)));
  return new Map(demoPeople.map(({ key }, index) => [key, (users[index] as { id: UserId }).id]));
};

const imported = (event: DemoEvent, now: Date): ImportedEvent => {
  const {
    key,
    organizer,
    startsInDays,
    startHourUtc,
    startMinute = 0,
    durationMinutes,
    address,
    lat,
    lng,
    ...rest
  } = event;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const start = today + startsInDays * dayMs + (startHourUtc * 60 + startMinute) * minuteMs;
  return {
    sourceKey: `demo:${key}`,
    draft: {
      ...rest,
      startAt: new Date(start),
      endAt: new Date(start + durationMinutes * minuteMs),
      location: { address, lat, lng },
      coverUrl: null,
    },
  };
};

const addEventsOf = async (domain: Domain, person: string, organizerId: UserId, now: Date): Promise<void> => {
  const events = demoEvents
    .filter(({ organizer }) => organizer === person)
    .map((event) => imported(event, now));
  const { faulty } = await domain.importEvents({ organizerId, events });
  for (const { index, errors } of faulty)
    throw new Error(`The demo data is faulty: ${events[index]?.sourceKey} ${JSON.stringify(errors)}`);
};

/** Titles are the demo organizers' own, so they find the events again that an earlier start added. */
const eventsByKey = async (
  domain: Domain,
  users: ReadonlyMap<string, UserId>,
): Promise<ReadonlyMap<string, EventListItem>> => {
  const byTitle = new Map<string, EventListItem>();
  for (const { key } of demoPeople)
    for (let page = 1, more = true; more; page += 1) {
      const callerId = found(users, key);
      const { items } = await domain.listMyEvents({ callerId, role: 'organizing', page, limit: pageSize });
      for (const item of items) byTitle.set(`${key} ${item.title}`, item);
      more = items.length === pageSize;
    }
  return new Map(
    demoEvents.flatMap(({ key, organizer, title }) => {
      const event = byTitle.get(`${organizer} ${title.trim()}`);
      return event ? [[key, event]] : [];
    }),
  );
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
  { users, events }: Loaded,
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

const addRsvps = async (domain: Domain, { users, events }: Loaded): Promise<void> => {
  for (const { person, event: key, status } of demoRsvps) {
    const event = events.get(key);
    if (event)
      await whereAllowed(
        domain.answerRsvp({ eventId: event.id, userId: found(users, person), state: status }),
      );
  }
};

const addSaves = async (domain: Domain, { users, events }: Loaded): Promise<void> => {
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
