import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, finding } from '../attack.ts';
import { newEvent } from '../new-event.ts';
import { latencyOf, median, type Person, type RealService } from '../real-service.ts';
import { waitsWhile } from '../waits.ts';
import { addGuests, worstEvent } from '../worst-content.ts';

const day = 86_400_000;
/** With the host as many as sign in from one network of IPv4 in ten minutes. */
const joiners = 39;
/** Downloads at once. */
const downloads = 20;
/** Announcements of an event a day. */
const most = 5;
/** Another caller is served within this time meanwhile, in milliseconds. */
const bearable = 1_000;

const newCrowd = ({ replica }: RealService, host: Person): Promise<string> =>
  newEvent(replica, host, { ...worstEvent(Date.now() + 5 * day), title: 'Concert', description: '' });

/** The latencies of another caller's list while something goes on. */
const listWaitsWhile = ({ replica }: RealService, work: Promise<unknown>): Promise<readonly number[]> =>
  waitsWhile(() => latencyOf(`${replica.url}/v1/events?limit=10`), work);

const findingOf = (attack: string, cost: number, now: string, waits: readonly number[], holds: boolean) => {
  const others = `another caller ${median(waits).toFixed(0)} ms, at most ${Math.max(...waits).toFixed(0)} ms`;
  return finding(attack, `${cost} requests`, `${now}; ${others}`, [
    [holds, now],
    [median(waits) <= bearable && waits.every(Number.isFinite), others],
  ]);
};

const announcing = async (service: RealService, host: Person, event: string, guests: number) => {
  const statuses: number[] = [];
  const work = async (): Promise<number> => {
    for (let count = 0; count < most + 3; count += 1) {
      const body = {
        text: '🎪'.repeat(1_000),
        to: ['going', 'interested', 'booked', 'waitlisted', 'invited'],
      };
      const target = `POST /v1/events/${event}/announcements`;
      statuses.push((await service.replica.call(target, { token: host.token, body })).status);
    }
    for (let waited = 0; ; waited += 1) {
      const count = await service.count(
        "notice n join notice_content c on c.id = n.content_id where c.kind = 'announcement'",
      );
      if (count >= most * guests || waited === 240) return count;
      await delay(250);
    }
  };
  const began = performance.now();
  const telling = work();
  const waits = await listWaitsWhile(service, telling);
  const told = await telling;
  const made = statuses.filter((status) => status === 201).length;
  return findingOf(
    `an organizer announces again and again to ${guests} guests`,
    statuses.length,
    `${made}, then ${statuses.at(-1)}; ${told} notices of one row each in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
    waits,
    made === most && statuses.at(-1) === 429 && told === most * guests,
  );
};

const joining = async (service: RealService, host: Person, people: readonly Person[]) => {
  const { call } = service.replica;
  const event = await newCrowd(service, host);
  const invite = { token: host.token, body: { userIds: [people[0]?.id] } };
  const { body } = await call(`POST /v1/events/${event}/invites`, invite);
  const token = String(body.inviteLink).split('/').at(-1);
  const statuses: number[] = [];
  const join = async (person: Person): Promise<void> => {
    for (let time = 0; time < 3; time += 1)
      statuses.push((await call(`POST /v1/event-invites/${token}/accept`, { token: person.token })).status);
  };
  const waits = await listWaitsWhile(service, Promise.all(people.map(join)));
  const [counts] = await service.query<{ going: number; rows: number }>(
    `select going::int, (select count(*) from rsvp where event_id = $1 and state = 'going')::int as rows
      from event_stats where event_id = $1`,
    [event],
  );
  return findingOf(
    `${people.length} accounts join by one link at once, three times each`,
    statuses.length,
    `${counts?.going} are going, as many as rows`,
    waits,
    counts?.going === people.length &&
      counts.rows === people.length &&
      statuses.every((status) => status < 500),
  );
};

const downloading = async (service: RealService, host: Person, event: string, guests: number) => {
  const statuses: number[] = [];
  const lines: number[] = [];
  const download = async (): Promise<void> => {
    const [response] = (await once(
      get(`${service.replica.url}/v1/events/${event}/attendees.csv`, {
        headers: { authorization: `Bearer ${host.token}` },
        localAddress: '127.0.0.2',
      }),
      'response',
    )) as [IncomingMessage];
    const body = await text(response);
    statuses.push(response.statusCode ?? 0);
    if (response.statusCode === 200) lines.push(body.split('\r\n').length - 2);
  };
  const waits = await listWaitsWhile(service, Promise.all(Array.from({ length: downloads }, download)));
  return findingOf(
    `${downloads} downloads of ${guests} attendees at once`,
    statuses.length,
    `${lines.length} whole, ${statuses.length - lines.length} × 429`,
    waits,
    lines.every((count) => count === guests) && statuses.every((status) => status === 200 || status === 429),
  );
};

export const crowds: Attack = {
  name: 'crowds',
  about: 'an event of many guests: told again and again, joined and downloaded at once',
  run: async ({ isShort, startService }) => {
    const service = await startService({ QUOTA_SCALE: '1' }, joiners + 1);
    const [host, ...others] = service.people as [Person, ...Person[]];
    const guests = isShort ? 1_000 : 10_000;
    const event = await newCrowd(service, host);
    await addGuests(service, event, guests);
    return [
      await joining(service, host, others),
      await announcing(service, host, event, guests),
      await downloading(service, host, event, guests),
    ];
  },
};
