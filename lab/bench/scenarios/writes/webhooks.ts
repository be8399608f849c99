import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { draftDefaults } from '@event-platform/domain';
import { addPerson, addSession } from '../../support/load/people.ts';
import { p95AtMost, serviceLine } from '../../support/report/finding.ts';
import { measuredFrom } from '../../support/report/measured.ts';
import type { Scenario } from '../../support/report/scenario.ts';
import type { Bench } from '../../support/servers/bench.ts';

const [owners, eachOwner, hanging] = [50, 20, 50];
const perSecond = 100;
/** Coprime to the number of webhooks: each answers each event once at most. */
const guests = 101;
/** The first tries of endpoints that hang end after 15 seconds. */
const [seconds, smokeSeconds] = [40, 1];
const arriveWithinMs = 20_000;

/** Endpoints of one server, by path; those under `/hang` never respond. */
const startEndpoints = async () => {
  const arrivals = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    if (request.url?.startsWith('/hang')) return;
    const { data } = JSON.parse(text) as { data: { eventId: string; userId: string } };
    const key = `${data.eventId} ${data.userId}`;
    if (!arrivals.has(key)) arrivals.set(key, performance.now());
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, arrivals, close };
};

/** An event and an endpoint of its own for each webhook; every twentieth hangs, among those of each owner. */
const addWebhooks = async (bench: Bench, url: string) => {
  const targets: { eventId: string; hangs: boolean }[] = [];
  const startAt = new Date(Date.now() + 86_400_000);
  const location = { address: 'Street 1', lat: 52, lng: 13 };
  const about = { ...draftDefaults, title: 'Concert', description: '', category: 'music', location };
  for (let owner = 0; owner < owners; owner += 1) {
    const { id: ownerId } = await addPerson(bench);
    const draft = { ...about, startAt, endAt: new Date(startAt.getTime() + 3_600_000) };
    const events = Array.from({ length: eachOwner }, (_, number) => ({
      sourceKey: `webhooks:${owner}:${number}`,
      draft,
    }));
    await bench.domain.importEvents({ organizerId: ownerId, events });
    const { rows } = await bench.bare.query<{ id: string }>('select id from event where organizer_id = $1', [
      ownerId,
    ]);
    for (const { id: eventId } of rows) {
      const index = targets.length;
      const hangs = index % ((owners * eachOwner) / hanging) === 0;
      await bench.bare.query(
        `insert into webhook (id, owner_id, url, types, event_id, is_enabled, generation, created_at)
        values ($1, $2, $3, '{rsvp.changed}', $4, true, 0, now())`,
        [randomUUID(), ownerId, `${url}/${hangs ? 'hang' : 'hook'}/${index}`, eventId],
      );
      targets.push({ eventId, hangs });
    }
  }
  return targets;
};

const measure: Scenario['measure'] = async (bench) => {
  const endpoints = await startEndpoints();
  try {
    const webhooks = await addWebhooks(bench, endpoints.url);
    const people: { readonly id: string; readonly bearer: string }[] = [];
    for (let count = 0; count < guests; count += 1) {
      const { id } = await addPerson(bench);
      const session = await addSession(bench, id);
      people.push({ id, bearer: `Bearer ${bench.issueToken({ userId: id, sessionId: session.id })}` });
    }
    const changes = Math.round(perSecond * (bench.scale.rounds > 1 ? seconds : smokeSeconds));
    const commits = new Map<string, number>();
    const requests: Promise<unknown>[] = [];
    const began = performance.now();
    for (let number = 0; number < changes; number += 1) {
      const { eventId, hangs } = webhooks[(number * 7) % webhooks.length] as (typeof webhooks)[number];
      const { id, bearer } = people[number % guests] as (typeof people)[number];
      const ask = async (): Promise<Response> => {
        const response = await fetch(`${bench.service.url}/v1/events/${eventId}/rsvp`, {
          method: 'POST',
          headers: { authorization: bearer, 'content-type': 'application/json' },
          body: '{"status":"going"}',
        });
        if (response.status !== 503) return response;
        await response.arrayBuffer();
        throw new Error('The service sheds load');
      };
      // A busy machine sheds load, and the service may end a connection that was idle; an RSVP may be sent again.
      const again = async (): Promise<Response> => {
        await delay(500);
        return ask().catch(again);
      };
      const request = ask()
        .catch(again)
        .then(async (response) => {
          await response.arrayBuffer();
          if (!response.ok) throw new Error(`An RSVP got ${response.status}`);
          if (!hangs) commits.set(`${eventId} ${id}`, performance.now());
        });
      request.catch(() => undefined);
      requests.push(request);
      await delay(Math.max(0, began + ((number + 1) * 1_000) / perSecond - performance.now()));
    }
    await Promise.all(requests);
    const elapsed = performance.now() - began;
    const end = performance.now() + arriveWithinMs;
    while (endpoints.arrivals.size < commits.size && performance.now() < end) await delay(50);
    const lost = commits.size - endpoints.arrivals.size;
    if (lost > 0) throw new Error(`${lost} of ${commits.size} messages did not arrive`);
    const durations = [...commits].map(([key, at]) =>
      Math.max(0, (endpoints.arrivals.get(key) ?? Number.NaN) - at),
    );
    const what = `from an RSVP’s response to its message at an endpoint, ${perSecond} changes a second, the others hang`;
    return [
      {
        rows: `${(owners * eachOwner).toLocaleString('en')} endpoints, ${hanging} hang`,
        lines: [serviceLine(what, [measuredFrom(durations, elapsed)], p95AtMost(2_000))],
      },
    ];
  } finally {
    endpoints.close();
  }
};

export const webhooks: Scenario = {
  name: 'webhooks',
  about:
    'How long a message takes to an endpoint that responds, while others never do. Each change concerns one endpoint; the rate is that of messages to those that respond.',
  measure,
};
