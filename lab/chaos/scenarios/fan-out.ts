import { setTimeout as delay } from 'node:timers/promises';
import { smsCatcher } from '../../../packages/service/test/support/catchers.ts';
import { newConcert, type ReplicaProcess } from '../../../packages/service/test/support/replica.ts';
import { countOf } from '../../local/count-of.ts';
import { addPeople, letGo, type Query } from '../../local/crowd.ts';
import { residentMb } from '../../local/processes.ts';
import { until } from '../../local/until.ts';
import {
  checklist,
  countCancelled,
  found,
  newOwner,
  responseWithinMs,
  type Scenario,
  stopWell,
} from '../scenario.ts';
import type { World } from '../world.ts';

/** Their reminders are not due while the scenario runs. */
const later = 3 * 86_400_000;
/** Promised for a cancellation, whatever the number of guests. */
const cancelWithinMs = 200;
/** Promised for jobs of a process that died. */
const goOnWithinMs = 30_000;
/** Far less than telling all takes. */
const heldUpMs = 5_000;
const growthMb = 30;

const newEvent = async (world: World, service: ReplicaProcess): Promise<string> => {
  const { startAt, endAt, ...rest } = newConcert();
  const body = { ...rest, startAt: moved(startAt), endAt: moved(endAt) };
  const { status, body: event } = await service.call('POST /v1/events', {
    token: world.people[0]?.token,
    body,
  });
  if (status !== 201) throw new Error(`The setup received status ${status}`);
  return event.id;
};

const moved = (at: string): string => new Date(Date.parse(at) + later).toISOString();

const range = (values: readonly number[]): string =>
  `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))} ms`;

export const fanOut: Scenario = {
  name: 'fan-out',
  about: 'many guests are told that their event is cancelled, and the process is killed with -9 meanwhile',
  run: async (world) => {
    const guests = world.isShort ? 3_000 : 100_000;
    const probes = world.isShort ? 2 : 12;
    const checks = checklist();
    const owner = newOwner();
    const sms = await smsCatcher(owner);
    const start = () => world.startService(sms.variables);
    const first = await start();
    const [organizer, guest] = world.people;
    if (!organizer || !guest) throw new Error('There are too few people');

    const crowded = await newEvent(world, first);
    const small: string[] = [];
    while (small.length < probes) {
      const event = await newEvent(world, first);
      await first.call(`POST /v1/events/${event}/rsvp`, { token: guest.token, body: { status: 'going' } });
      small.push(event);
    }
    const client = await world.connect();
    const query: Query = async (text, values) => (await client.query(text, values)).rows;
    await letGo(query, crowded, await addPeople(query, guests, 'crowd'));
    await client.query('analyze');
    const countNotices = () => countCancelled(client, crowded);

    const noticesMs: number[] = [];
    const smsMs: number[] = [];
    /** What another event's guest and a user who signs in wait for. */
    const probe = async (service: ReplicaProcess): Promise<void> => {
      const event = small.pop();
      const phone = `+4915112345${String(100 + small.length)}`;
      const began = performance.now();
      await service.call(`POST /v1/events/${event}/cancel`, { token: organizer.token });
      const noticedPromise = until('the notice', async () => {
        const { body } = await service.call('GET /v1/me/notices?limit=50', { token: guest.token });
        return body.data.some(({ kind, event: of }: { kind: string; event: { id: string } }) => {
          return kind === 'event_cancelled' && of.id === event;
        });
      }).then(() => noticesMs.push(performance.now() - began));
      const askedAt = performance.now();
      await service.call('POST /v1/auth/otp/start', { body: { phone } });
      await until('the SMS', () => sms.codeOf(phone) !== '');
      smsMs.push(performance.now() - askedAt);
      await noticedPromise;
    };

    const cancelled = performance.now();
    const { status } = await first.call(`POST /v1/events/${crowded}/cancel`, { token: organizer.token });
    const cancelMs = performance.now() - cancelled;
    checks.holds(status === 200, `cancelling received status ${status}`);
    checks.holds(
      cancelMs <= (world.isShort ? responseWithinMs : cancelWithinMs),
      `cancelling took ${Math.round(cancelMs)} ms`,
    );
    checks.note(`cancelled in ${Math.round(cancelMs)} ms`);
    await probe(first);
    await until('a third of the notices', async () => (await countNotices()) >= guests / 3);
    await until('a page in progress', async () => {
      return (await countOf(client, "outbox where queue = 'notices' and taken_until > now()")) > 0;
    });
    first.process.kill('SIGKILL');
    await first.process.ended;
    const killed = performance.now();
    const before = await countNotices();
    checks.holds(before < guests, 'all were told before the process was killed');

    const second = await start();
    const idleMb = residentMb(second.process.pid);
    /** At most in the first half of what is left, and in the second. */
    const mostMb: [number, number] = [idleMb, idleMb];
    await until('the next notice', async () => (await countNotices()) > before);
    const recoveryMs = performance.now() - killed;
    checks.holds(recoveryMs < goOnWithinMs, `went on after ${Math.round(recoveryMs / 1_000)} s`);
    const probing = (async () => {
      while (small.length > 0) await probe(second);
    })();
    const restMs = await until('all notices', async () => {
      const count = await countNotices();
      const half = count < (before + guests) / 2 ? 0 : 1;
      mostMb[half] = Math.max(mostMb[half], residentMb(second.process.pid));
      return count >= guests;
    });
    await probing;
    checks.note(
      `${before} of ${guests} told before, the others in ${(restMs / 1_000).toFixed(1)} s once it went on`,
    );
    const [early, late] = mostMb;
    checks.note(
      `resident ${Math.round(idleMb)} MB before, at most ${Math.round(early)} MB in the first half, ${Math.round(late)} MB in the second`,
    );
    checks.holds(late - early < growthMb, `grew by ${Math.round(late - early)} MB`);
    checks.note(`another event's notice after ${range(noticesMs)}, a sign-in SMS after ${range(smsMs)}`);
    checks.holds(Math.max(...noticesMs, ...smsMs) < heldUpMs, 'others were held up');
    // A page that is told again would tell a guest twice now.
    await delay(1_000);
    const { rows } = await client.query<{ notices: number; guests: number }>(
      `select count(n.id)::int as notices, count(distinct n.user_id)::int as guests
      from rsvp r join notice n on n.user_id = r.user_id
      where r.event_id = $1`,
      [crowded],
    );
    await client.end();
    const { notices = 0, guests: reached = 0 } = rows[0] ?? {};
    await stopWell(second, checks);
    await owner.end();
    const [lostWrites, wrongCounts] = [guests - reached, notices - guests];
    return [
      found(`kill -9 while ${guests} guests are told`, checks, { lostWrites, wrongCounts, recoveryMs }),
    ];
  },
};
