import { addPeople, letGo } from '../local/crowd.ts';
import type { Person, RealService } from './real-service.ts';

const hourMs = 3_600_000;

/** The worst of everything that limits allow, stored, and who may read it. */
export interface WorstContent {
  readonly organizer: Person;
  readonly guest: Person;
  /** A caller who stores nothing. */
  readonly other: Person;
  readonly circle: string;
  /** The URL of the fullest calendar feed. */
  readonly feed: string;
  /** The events of the organizer, which the guest attends. */
  readonly events: readonly string[];
}

/** Of characters that take four bytes each, in a text two units of memory. */
export const longestDescription = '🎪🎺\n'.repeat(3_333);

const longestName = '🎪'.repeat(100);
const zones = Intl.supportedValuesOf('timeZone');

/** `number`: of one event after another; each is in another time zone, whose formats a page has to make. */
export const worstEvent = (startAt: number, number = 0) => ({
  title: '🎪'.repeat(200),
  description: longestDescription,
  startAt: new Date(startAt).toISOString(),
  endAt: new Date(startAt + hourMs).toISOString(),
  location: { address: '🏟'.repeat(300), lat: 52.5, lng: 13.4 },
  category: 'music',
  tags: Array.from({ length: 10 }, (_, index) => `${index}`.padEnd(40, 't')),
  // JSON escapes each of these characters.
  metadata: Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, '"'.repeat(450)])),
  timeZone: zones[number % zones.length],
});

const addEvents = async (service: RealService, organizer: Person, guest: Person, count: number) => {
  const { call } = service.replica;
  const events: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const body = worstEvent(Date.now() + (number + 2) * hourMs, number);
    const { body: event } = await call('POST /v1/events', { token: organizer.token, body });
    await call(`POST /v1/events/${event.id}/rsvp`, { token: guest.token, body: { status: 'going' } });
    if (number < 30)
      await call(`POST /v1/events/${event.id}/invites`, {
        token: organizer.token,
        body: { userIds: [guest.id] },
      });
    events.push(event.id);
  }
  return events;
};

const addCircle = async (service: RealService, owner: Person): Promise<string> => {
  const { token } = owner;
  const { body } = await service.replica.call('POST /v1/me/circles', { token, body: { name: longestName } });
  const person = { name: longestName, bio: '🎪'.repeat(1_000) };
  const userIds = await addPeople(service.query, 1_000, 'worst', person);
  await service.replica.call(`POST /v1/me/circles/${body.id}/members`, { token, body: { userIds } });
  return body.id;
};

/** Stores the worst that limits allow, as three people. `events`: a calendar is full with 300. */
export const storeWorst = async (service: RealService, events: number): Promise<WorstContent> => {
  const [organizer, guest, other] = service.people as [Person, Person, Person];
  const ids = await addEvents(service, organizer, guest, events);
  const circle = await addCircle(service, organizer);
  const { body } = await service.replica.call('GET /v1/me/calendar', { token: guest.token });
  const feed = String(body.url).replace(/^https?:\/\/[^/]+/, service.replica.url);
  return { organizer, guest, other, circle, feed, events: ids };
};

/** Stores guests of an event, with the longest names. */
export const addGuests = async (
  { query }: Pick<RealService, 'query'>,
  event: string,
  count: number,
): Promise<void> => letGo(query, event, await addPeople(query, count, 'guest', { name: longestName }));

/**
 * Copies one event, so many times for each organizer, with all columns that are not worked out, as the schema of any
 * version has them.
 * @param changes SQL by column
 */
export const copyEvent = async (
  { query }: Pick<RealService, 'query'>,
  organizers: readonly string[],
  count: number,
  changes: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const columns = await query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_name = 'event' and is_generated = 'NEVER' and column_name not in ('id', 'organizer_id')`,
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => changes[name] ?? `e.${name}`);
  await query('set session_replication_role = replica');
  await query(
    `insert into event (id, organizer_id, ${names.join(', ')}) select gen_random_uuid(), o.id, ${values.join(', ')}
      from (select * from event limit 1) e, unnest($1::uuid[]) o (id), generate_series(1, ${count})`,
    [organizers],
  );
  await query(
    'insert into event_stats (event_id, going, interested) select id, 0, 0 from event on conflict do nothing',
  );
  await query('set session_replication_role = origin');
  await query('analyze event');
};
