import { randomUUID } from 'node:crypto';
import { addEvents, soonestEvents } from '../../support/load/events.ts';
import { loadHttp } from '../../support/load/http-load.ts';
import { inFlight } from '../../support/load/in-flight.ts';
import { addPerson, addSession } from '../../support/load/people.ts';
import { roundRobin } from '../../support/load/reading.ts';
import { compare } from '../../support/report/compare.ts';
import type { Finding } from '../../support/report/finding.ts';
import type { Load } from '../../support/report/interleaved-rounds.ts';
import type { Scenario } from '../../support/report/scenario.ts';
import type { Bench } from '../../support/servers/bench.ts';

/**
 * An RSVP with a key, in a transaction of its own, costs at most three without one, which share their
 * statements.
 */
const target = 0.35;
const people = 200;
const warmUpSeconds = 0.5;
const states = ['going', 'interested'];

/** Requests of many people to many events: each request is another one, and no rows are contended. */
const rsvps = (bench: Bench, nextEvent: () => string, bearers: readonly string[]) => {
  const nextBearer = roundRobin(bearers);
  const nextState = roundRobin(states);
  return (connections: number, isKeyed: boolean): Load & { warmUp(): Promise<unknown> } => {
    const run = (seconds: number) =>
      loadHttp({
        url: bench.service.url,
        until: { seconds },
        connections,
        requests: [
          {
            method: 'POST',
            setupRequest: (request) => ({
              ...request,
              path: `/v1/events/${nextEvent()}/rsvp`,
              headers: {
                authorization: nextBearer(),
                'content-type': 'application/json',
                ...(isKeyed ? { 'idempotency-key': `"${randomUUID()}"` } : {}),
              },
              body: JSON.stringify({ status: nextState() }),
            }),
          },
        ],
      });
    const about = `${connections} ${connections === 1 ? 'connection' : 'connections'}`;
    return {
      what: `\`POST /v1/events/:id/rsvp\` ${isKeyed ? 'with' : 'without'} a key, ${about}`,
      run: () => run(bench.scale.seconds),
      warmUp: () => run(Math.min(bench.scale.seconds, warmUpSeconds)),
    };
  };
};

const measure: Scenario['measure'] = async (bench) => {
  const { rounds, events } = bench.scale;
  await addEvents(bench, events);
  const bearers: string[] = [];
  for (let count = 0; count < people; count += 1) {
    const { id: userId } = await addPerson(bench);
    const { id } = await addSession(bench, userId);
    bearers.push(`Bearer ${bench.issueToken({ userId, sessionId: id })}`);
  }
  const load = rsvps(bench, roundRobin(await soonestEvents(bench, 2)), bearers);
  const rows = `${events.toLocaleString('en')} events, ${people} people`;
  const findings: Finding[] = [];
  for (const connections of [1, inFlight]) {
    const [without, keyed] = [load(connections, false), load(connections, true)];
    await without.warmUp();
    await keyed.warmUp();
    // With rows in all tables, as in a service in use: plans made for an empty table read all of it until it is
    // analyzed again, which PostgreSQL does after a minute, when the measurement is over.
    await bench.bare.query('vacuum analyze');
    findings.push(await compare({ rounds, target, rows }, without, keyed));
  }
  return findings;
};

export const rsvpKeyed: Scenario = {
  name: 'rsvp-keyed',
  about:
    'The cost of an `Idempotency-Key`: the same RSVPs without and with one, new for each. With a key an RSVP is a transaction of its own; without one it shares a statement with others.',
  measure,
};
