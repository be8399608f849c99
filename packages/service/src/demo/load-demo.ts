import type { Dependencies, Domain, EventListItem, ImportedEvent, UserId } from '@event-platform/domain';
import { signUp } from '../sign-up.ts';
import type { DemoEvent } from './demo-event.ts';
import { demoEvents } from './demo-events.ts';
import { demoPeople } from './demo-people.ts';
import { found, loadDemoSocial, pageSize } from './load-demo-social.ts';

/** Whose phones the banner names: one who organizes, and one whom others have invited. */
export const demoSignIns = demoPeople.filter(({ key }) => key === 'lena' || key === 'mateo');

/** Whether they are there to sign in as. */
export const hasDemo = async ({ stores }: Pick<Dependencies, 'stores'>): Promise<boolean> => {
  const people = await Promise.all(demoSignIns.map(({ phone }) => stores.users.findByPhone(phone)));
  return people.every((person) => person !== null);
};

type DemoNeeds = Pick<Dependencies, 'stores' | 'ids' | 'tokens' | 'clock'>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Puts the demo people, events, answers and invitations in place; what is there stays. Sends nothing. */
export const loadDemo = (domain: Domain, dependencies: DemoNeeds) => async (): Promise<void> => {
  const users = await addPeople(dependencies);
  for (const { key } of demoPeople)
    await addEventsOf(domain, key, found(users, key), dependencies.clock.now());
  await loadDemoSocial(domain, { users, events: await eventsByKey(domain, users) });
};

const addPeople = async (dependencies: DemoNeeds): Promise<ReadonlyMap<string, UserId>> => {
  const users = new Map<string, UserId>();
  for (const person of demoPeople) users.set(person.key, (await signUp(dependencies)(person)).id);
  return users;
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
