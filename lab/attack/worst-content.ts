import { type RealService, signInTo } from './real-service.ts';

const hourMs = 3_600_000;

interface Person {
  readonly id: string;
  readonly token: string;
}

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

export const phones = ['+4915100000001', '+4915100010008', '+4915100020015'] as const;
const [organizerPhone, guestPhone, otherPhone] = phones;

/** Of characters that take four bytes each, in a text two units of memory. */
export const longestDescription = '🎪🎺\n'.repeat(3_333);

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
  const { body } = await service.replica.call('POST /v1/me/circles', {
    token,
    body: { name: '🎪'.repeat(100) },
  });
  const users = await service.query<{ id: string }>(
    `insert into app_user (id, phone, username, name, bio, city, avatar, role, peaces_balance, created_at)
      select gen_random_uuid(), '+99' || n, 'worst-' || n, repeat('🎪', 100), repeat('🎪', 1000), '', null, 'user', 0, now()
      from generate_series(1, 1000) n returning id`,
  );
  await service.replica.call(`POST /v1/me/circles/${body.id}/members`, {
    token,
    body: { userIds: users.map(({ id }) => id) },
  });
  return body.id;
};

/** Stores the worst that limits allow. `events`: a calendar is full with 300. */
export const storeWorst = async (service: RealService, events: number): Promise<WorstContent> => {
  const organizer = await signInTo(service, organizerPhone);
  const guest = await signInTo(service, guestPhone);
  const other = await signInTo(service, otherPhone);
  const ids = await addEvents(service, organizer, guest, events);
  const circle = await addCircle(service, organizer);
  const { body } = await service.replica.call('GET /v1/me/calendar', { token: guest.token });
  const feed = String(body.url).replace(/^https?:\/\/[^/]+/, service.replica.url);
  return { organizer, guest, other, circle, feed, events: ids };
};

/** Stores guests of an event, with the longest names; their usernames begin with a word. */
export const addGuests = async (
  { query }: Pick<RealService, 'query'>,
  event: string,
  count: number,
  word: string,
): Promise<void> => {
  await query(
    `with guests as (
      insert into app_user (id, phone, username, name, bio, city, avatar, role, peaces_balance, created_at)
      select gen_random_uuid(), '+98' || n, $3 || '-' || n, repeat('🎪', 100), '', '', null, 'user', 0, now()
      from generate_series(1, $2::int) n returning id
    )
    insert into rsvp (event_id, user_id, state, responded_at) select $1, id, 'going', now() from guests`,
    [event, count, word],
  );
  await query('update event_stats set going = $2 where event_id = $1', [event, count]);
};
