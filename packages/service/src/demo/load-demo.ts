import {
  type Dependencies,
  type Domain,
  type EventSummary,
  limits,
  signUp,
  type UserId,
} from '@event-platform/domain';
import type { Item } from '../import/file/read-items.ts';
import { importLines } from '../import/import-lines.ts';
import { sentenceOf } from '../import/report/fault-file.ts';
import { type DemoEvent, demoEventBody, demoEvents, demoPeople } from './demo-data.ts';
import { loadDemoSeries, runOrganizer } from './demo-series.ts';
import { entryOf, loadDemoSteps } from './load-demo-steps.ts';

type DemoDependencies = Pick<Dependencies, 'stores' | 'ids' | 'tokens' | 'clock' | 'timeZones'>;

/** Adds the demo people, events, responses and invitations that are missing. Sends no message. */
export const loadDemo = (domain: Domain, dependencies: DemoDependencies) => async (): Promise<void> => {
  const users = await addPeople(dependencies);
  for (const { key } of demoPeople) {
    const lines = demoItems(
      demoEvents.filter(({ organizer }) => organizer === key),
      dependencies.clock.now(),
    );
    await addEvents(domain, dependencies, entryOf(users, key), lines);
  }
  await loadDemoSeries(domain, entryOf(users, runOrganizer), dependencies.clock.now());
  const events = await eventsByKey(domain, users);
  await loadDemoSteps(domain, { users, events });
};

const addPeople = async (dependencies: DemoDependencies): Promise<ReadonlyMap<string, UserId>> => {
  const users = new Map<string, UserId>();
  for (const person of demoPeople) users.set(person.key, (await signUp(dependencies)(person)).user.id);
  return users;
};

async function* demoItems(events: readonly DemoEvent[], now: Date): AsyncGenerator<Item> {
  for (const [index, event] of events.entries())
    yield { number: index + 1, value: demoEventBody(event, now), bytesRead: 0 };
}

const addEvents = async (
  domain: Domain,
  { timeZones, clock }: DemoDependencies,
  organizerId: UserId,
  items: AsyncIterable<Item>,
): Promise<void> => {
  await importLines(domain.importEvents)({
    items,
    organizerId,
    // A body of POST /v1/events names no currency.
    currency: '',
    timeZones,
    now: clock.now(),
    withPast: true,
    // Their dates are those of the first loading.
    keepsKnown: true,
    sourceKeyOf: (line) => `demo:${line['@id']}`,
    onFault: (number, faults) => {
      const reason = faults.map(sentenceOf).join('; ');
      throw new Error(`The demo data is faulty: event ${number} of its organizer: ${reason}`);
    },
  });
};

/** Finds the demo events, those of an earlier start included, by their titles, which are unique per organizer. */
const eventsByKey = async (
  domain: Domain,
  users: ReadonlyMap<string, UserId>,
): Promise<ReadonlyMap<string, EventSummary>> => {
  const byTitle = new Map<string, EventSummary>();
  for (const { key } of demoPeople)
    for (let page = 1, more = true; more; page += 1) {
      const callerId = entryOf(users, key);
      const { items } = await domain.listMyEvents({
        callerId,
        role: 'organizing',
        page,
        limit: limits.pageSize,
      });
      for (const { event } of items) byTitle.set(`${key} ${event.title}`, event);
      more = items.length === limits.pageSize;
    }
  return new Map(
    demoEvents.flatMap(({ '@id': key, organizer, title }) => {
      const event = byTitle.get(`${organizer} ${title.trim()}`);
      return event ? [[key, event]] : [];
    }),
  );
};
