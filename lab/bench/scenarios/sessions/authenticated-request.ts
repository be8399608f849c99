import { addEvents, soonestEvents, takeInterest } from '../../support/load/events.ts';
import { getFor } from '../../support/load/http-load.ts';
import { addPerson, addSession } from '../../support/load/people.ts';
import { roundRobin } from '../../support/load/reading.ts';
import { compare } from '../../support/report/compare.ts';
import type { Finding } from '../../support/report/finding.ts';
import type { Load } from '../../support/report/interleaved-rounds.ts';
import type { Scenario } from '../../support/report/scenario.ts';
import type { Bench } from '../../support/servers/bench.ts';

/** An authenticated request costs at most 1.25 times the anonymous one. */
const target = 0.8;
/** Number of callers, used in rotation, each signed in and with RSVPs and saves of their own. */
const people = 50;
const warmUpSeconds = 0.5;

interface Target {
  readonly what: string;
  readonly nextPath: () => string;
}

/** Request headers of a caller. */
type Headers = Readonly<Record<string, string>>;

const signIn = async (bench: Bench, refreshToken: string): Promise<Headers> => {
  const response = await fetch(`${bench.service.url}/v1/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  const { accessToken } = (await response.json()) as { readonly accessToken: string };
  return { authorization: `Bearer ${accessToken}` };
};

const compareCallers = async (
  bench: Bench,
  { what, nextPath }: Target,
  bearers: readonly Headers[],
): Promise<Finding> => {
  const { rounds, seconds, events } = bench.scale;
  const rows = `${events.toLocaleString('en')} events`;
  const load = (caller: string, headers: readonly Headers[]): Load & { warmUp(): Promise<unknown> } => {
    const next = roundRobin(headers);
    const run = (duration: number) =>
      getFor(bench.service.url, duration, () => ({ path: nextPath(), headers: next() }));
    return {
      what: `${what}, ${caller}`,
      run: () => run(seconds),
      warmUp: () => run(Math.min(seconds, warmUpSeconds)),
    };
  };
  const anonymous = load('anonymous', [{}]);
  const authenticated = load('with a bearer token', bearers);
  await anonymous.warmUp();
  await authenticated.warmUp();
  return compare({ rounds, target, rows }, anonymous, authenticated);
};

const measure: Scenario['measure'] = async (bench) => {
  const { scale } = bench;
  await addEvents(bench, scale.events);
  const events = await soonestEvents(bench, 2);
  const bearers: Headers[] = [];
  for (let count = 0; count < people; count += 1) {
    const person = await addPerson(bench);
    await takeInterest(bench, person.id, events);
    bearers.push(await signIn(bench, (await addSession(bench, person.id)).refreshToken));
  }
  await bench.bare.query('vacuum analyze');

  // Each URL is requested once: repeated anonymous requests would be served from the response cache.
  const began = bench.dependencies.clock.now().getTime();
  let requested = 0;
  const fresh = () => {
    requested += 1;
    return requested;
  };
  const from = () => new Date(began - fresh()).toISOString();
  const nextEvent = roundRobin(events);
  const targets: readonly Target[] = [
    {
      what: '`GET /v1/events?dateFrom=…&limit=20`',
      nextPath: () => `/v1/events?limit=20&dateFrom=${from()}`,
    },
    {
      what: '`GET /v1/events/:id`',
      nextPath: () => `/v1/events/${nextEvent()}?n=${fresh()}`,
    },
    // An empty page has no flags, so that a token adds authentication only.
    {
      what: '`GET /v1/events?dateFrom=…&page=9999` (past the end)',
      nextPath: () => `/v1/events?limit=20&page=9999&dateFrom=${from()}`,
    },
  ];
  const findings: Finding[] = [];
  for (const one of targets) findings.push(await compareCallers(bench, one, bearers));
  return findings;
};

export const authenticatedRequest: Scenario = {
  name: 'authenticated-request',
  about:
    'The cost of a bearer token: the same request without and with one, each URL only once so that no response is cached. The token is verified, its session is looked up, and the events carry the caller’s own flags. The page past the end has no events, so that it shows the cost of authentication alone.',
  measure,
};
