import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../packages/service/test/support/service-process.ts';
import { addPeople } from '../../local/crowd.ts';
import { type Attack, type Bound, finding } from '../attack.ts';
import type { RealService } from '../real-service.ts';
import { storeWorst, type WorstContent, worstEvent } from '../worst-content.ts';

/** What one request may hold the event loop for, in milliseconds. */
const bound = 50;

interface Request {
  readonly what: string;
  /** A method and a path. */
  readonly target: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** The status of a request that is refused. */
  readonly refusal?: number;
}

/** A circle of as many members as it may have. */
const addFullCircle = async ({ replica, query }: RealService, token: string): Promise<string> => {
  const { body } = await replica.call('POST /v1/me/circles', { token, body: { name: 'All' } });
  await query('insert into circle_member (circle_id, user_id) select $1, unnest($2::uuid[])', [
    body.id,
    await addPeople(query, 10_000, 'member'),
  ]);
  return body.id;
};

/** The requests that take a process longest; each is sent several times, with another `time`. */
const requestsOf = async (
  { organizer, guest, circle, feed, events }: WorstContent,
  users: readonly string[],
  fullCircle: string,
  time: number,
): Promise<readonly Request[]> => {
  const own = organizer.token;
  const [event = ''] = events;
  return [
    { what: 'the fullest calendar', target: `GET ${new URL(feed).pathname}` },
    { what: 'the longest list', target: `GET /v1/events?limit=50&dateFrom=${2020 + time}-01-01T00:00:00Z` },
    { what: 'a page of events in zones not shown before', target: `GET /?page=${time + 1}` },
    { what: 'a list of one’s own', target: 'GET /v1/me/events?role=going&limit=50', token: guest.token },
    { what: 'the longest event', target: `GET /v1/events/${event}`, token: guest.token },
    {
      what: 'the longest search',
      target: `GET /v1/events/search?limit=50&q=${encodeURIComponent('🎪 '.repeat(90 - time))}`,
    },
    { what: 'the fullest circle', target: `GET /v1/me/circles/${circle}/members?limit=50`, token: own },
    { what: 'the fullest invitations', target: 'GET /v1/me/event-invites', token: guest.token },
    { what: 'the attendees', target: `GET /v1/events/${event}/attendees?limit=50`, token: own },
    {
      what: 'making the longest event',
      target: 'POST /v1/events',
      token: own,
      body: worstEvent(Date.now() + 86_400_000),
    },
    {
      what: 'combining marks in a search',
      target: `GET /v1/events/search?q=${encodeURIComponent(`a${'\u0316\u0301'.repeat(15)}`.repeat(6))}`,
    },
    {
      what: 'adding a full circle',
      target: `POST /v1/me/circles/${circle}/members`,
      token: own,
      body: { userIds: users },
    },
    {
      what: 'inviting an address of blanks',
      target: `POST /v1/events/${event}/invites`,
      token: own,
      body: { emails: [`a${' '.repeat(250_000)}@mail.example`] },
      refusal: 400,
    },
    {
      what: 'inviting 1,000 people and a circle',
      target: `POST /v1/events/${events[40 + time]}/invites`,
      token: own,
      body: { userIds: users, circleIds: [circle] },
    },
    {
      what: 'inviting a full circle',
      target: `POST /v1/events/${events[45 + time]}/invites`,
      token: own,
      body: { circleIds: [fullCircle] },
    },
  ];
};

export const heldEventLoop: Attack = {
  name: 'held-event-loop',
  about: 'each of the longest requests alone: how long one holds the event loop',
  run: async ({ isShort, startService }) => {
    const metricsPort = await freePort();
    const service = await startService({ QUOTA_SCALE: '0', METRICS_PORT: String(metricsPort) }, 3);
    const content = await storeWorst(service, isShort ? 50 : 320);
    const users = await service.query<{ id: string }>(
      "select id from app_user where username like 'worst-%' limit 1000",
    );
    const ids = users.map(({ id }) => id);
    const fullCircle = await addFullCircle(service, content.organizer.token);
    const holds = await holdsOf(service, metricsPort, (time) => requestsOf(content, ids, fullCircle, time));
    const [[longest, most] = ['–', 0]] = [...holds].sort(([, one], [, other]) => other - one);
    return [
      finding(
        `the event loop, held by one of ${holds.size} kinds of requests`,
        'one request',
        `at most ${most.toFixed(0)} ms, by ${longest}`,
        [...holds].map(([what, ms]): Bound => {
          return [isShort || ms <= bound, `${what} holds it for ${ms.toFixed(0)} ms`];
        }),
      ),
    ];
  },
};

/** How often the service looks at its event loop, in milliseconds. */
const resolutionMs = 10;

/** The longest hold since this was asked last, in milliseconds; up to 10 too high. */
const longestHold = async (metricsPort: number): Promise<number> => {
  await delay(3 * resolutionMs);
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
};

/** The holds of each kind of request: the least of five, since the machine has other work, too. */
const holdsOf = async (
  { replica }: RealService,
  metricsPort: number,
  requestsAt: (time: number) => Promise<readonly Request[]>,
): Promise<ReadonlyMap<string, number>> => {
  const least = new Map<string, number>();
  for (let time = 0; time < 5; time += 1)
    for (const { what, target, token, body, refusal } of await requestsAt(time)) {
      await longestHold(metricsPort);
      const [method = '', path] = target.split(' ');
      const response = await fetch(`${replica.url}${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      if (!response.ok && response.status !== refusal)
        throw new Error(`${what} is answered with ${response.status}`);
      least.set(what, Math.min(least.get(what) ?? Number.POSITIVE_INFINITY, await longestHold(metricsPort)));
    }
  return least;
};
