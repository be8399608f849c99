import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { draftDefaults } from '@event-platform/domain';
import { getFor } from '../../support/load/http-load.ts';
import { addPerson, addSession } from '../../support/load/people.ts';
import { baselineLine, serviceLine } from '../../support/report/finding.ts';
import { type Measured, measuredFrom } from '../../support/report/measured.ts';
import type { Scenario } from '../../support/report/scenario.ts';
import { type Bench, openBench } from '../../support/servers/bench.ts';

const [devices, smokeDevices] = [10_000, 50];
const takesMs = 100;
const withinMs = 60_000;
const roundSeconds = 4;
const readers = 4;

/** Google's two services on one socket: each message takes its time. */
const startProvider = async () => {
  const arrivals = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const reply = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/token') return reply({ access_token: 'bench', expires_in: 3_599 });
    const { token } = (JSON.parse(text) as { message: { token: string } }).message;
    await delay(takesMs);
    arrivals.set(token, performance.now());
    return reply({ name: 'projects/bench/messages/1' });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const credentials = {
    ...{ type: 'service_account', project_id: 'bench', client_email: 'push@bench.example' },
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: `${url}/token`,
  };
  const settings = { PUSH: 'fcm', FCM_URL: url, FCM_CREDENTIALS: JSON.stringify(credentials) };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { arrivals, settings, close };
};

/** Copies of the newest row of a table, changed by an expression for each number. */
const copyRow = (table: string, changes: string): string => `
  with first as (select row from ${table} row order by created_at desc limit 1)
  insert into ${table} select (jsonb_populate_record(first.row, ${changes})).* from first, generate_series(1, $1::int) n`;

const idOf = (kind: string, number: string) => `md5('${kind}' || ${number})::uuid`;

/** An event, and so many people with a device who come to it. */
const addGuests = async (bench: Bench, count: number) => {
  const organizer = await addPerson(bench);
  const session = await addSession(bench, organizer.id);
  const startAt = new Date(Date.now() + 10 * 86_400_000);
  const location = { address: 'Street 1', lat: 52, lng: 13 };
  const event = await bench.domain.createEvent({
    organizerId: organizer.id,
    draft: {
      ...{ ...draftDefaults, title: 'Concert', description: '', category: 'music', location },
      ...{ startAt, endAt: new Date(startAt.getTime() + 3_600_000) },
    },
  });
  const { bare } = bench;
  await bare.query(
    copyRow(
      'app_user',
      `jsonb_build_object('id', ${idOf('user', 'n')}, 'phone', '+4917' || 10000000 + n, 'username', 'guest-' || n)`,
    ),
    [count],
  );
  await bare.query(
    copyRow('session', `jsonb_build_object('id', ${idOf('session', 'n')}, 'user_id', ${idOf('user', 'n')})`),
    [count],
  );
  await bare.query(
    `insert into device (user_id, id, session_id, platform, address, locale, created_at, last_seen_at)
     select ${idOf('user', 'n')}, ${idOf('device', 'n')}, ${idOf('session', 'n')}, 'fcm', 'token-' || n, 'en', now(), now()
     from generate_series(1, $1::int) n`,
    [count],
  );
  await bare.query(
    `insert into rsvp (event_id, user_id, state, responded_at)
     select $2, ${idOf('user', 'n')}, 'going', now() from generate_series(1, $1::int) n`,
    [count, event.id],
  );
  await bare.query('update event_stats set going = $1 where event_id = $2', [count, event.id]);
  const bearer = `Bearer ${bench.issueToken({ userId: organizer.id, sessionId: session.id })}`;
  return { event, bearer };
};

const measure: Scenario['measure'] = async ({ scale }) => {
  const isSmoke = scale.rounds === 1;
  const count = isSmoke ? smokeDevices : devices;
  const seconds = isSmoke ? 1 : roundSeconds;
  const provider = await startProvider();
  const bench = await openBench(scale, [], provider.settings);
  try {
    const { event, bearer } = await addGuests(bench, count);
    const { url } = bench.service;
    const read = (): Promise<Measured> =>
      getFor(url, seconds, () => ({ path: '/v1/events', headers: { authorization: bearer } }), readers);
    await read();
    const before = await read();
    const beside: Measured[] = [];
    const response = await fetch(`${url}/v1/events/${event.id}/cancel`, {
      method: 'POST',
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body: '{}',
    });
    if (!response.ok) throw new Error(`The cancellation got ${response.status}: ${await response.text()}`);
    const cancelledAt = performance.now();
    while (provider.arrivals.size < count && performance.now() < cancelledAt + 2 * withinMs) {
      beside.push(await read());
    }
    if (provider.arrivals.size < count)
      throw new Error(`${provider.arrivals.size} of ${count} pushes arrived`);
    const durations = [...provider.arrivals.values()].map((at) => at - cancelledAt);
    const last = Math.max(...durations);
    const bound = {
      target: `all ≤ ${withinMs / 1_000} s`,
      isMet: () => last <= withinMs,
    };
    const what = `from a cancellation to its push, a provider that takes ${takesMs} ms`;
    return [
      {
        rows: `${count.toLocaleString('en')} devices`,
        lines: [
          serviceLine(
            `${what}; the last after ${(last / 1_000).toFixed(1)} s`,
            [measuredFrom(durations, last)],
            bound,
          ),
          serviceLine(`\`GET /v1/events\`, signed in, ${readers} clients, beside it`, beside),
          baselineLine(
            'the same without',
            beside,
            beside.map(() => before),
          ),
        ],
      },
    ];
  } finally {
    await bench.close();
    provider.close();
  }
};

export const pushes: Scenario = {
  name: 'pushes',
  about: 'How long it takes to tell the phones of all guests of an event, and what others notice meanwhile.',
  measure,
};
