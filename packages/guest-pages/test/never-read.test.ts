import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limits } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import t from 'tap';
import { openTestSite } from '../test-support/test-site.ts';

/** What clients that read nothing may take, in megabytes. */
const mostMb = 50;
const addresses = ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4', '198.51.100.5'];
const socketsOfEach = 8;
/** With the one that jams half of the connections, as many as take turns. */
const requestsOfEach = 7;
const routesAtOnce = 6;

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What has a finalizer goes with the second collection. */
const heldMb = async (collections: 1 | 2): Promise<number> => {
  for (let time = 0; time < collections; time += 1) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

interface RouteOfTable {
  readonly method: string;
  readonly url: string;
}

/** Adds to the table of routes. */
const collect = (table: RouteOfTable[]) => async (app: App) => {
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') table.push({ method: each, url });
  });
};

/**
 * Two more routes: one fills what the network holds for a connection that is not read, beside all that counts
 * it; the other makes a long body for each request, as any route to come may.
 */
const moreRoutes = async (app: App) => {
  const jam = Buffer.alloc(16_000_000);
  app.get('/jam', async (request, reply) => {
    request.endWork?.(null);
    reply.hijack();
    reply.raw.end(jam);
  });
  app.get('/long', async () => Buffer.alloc(1_000_000, 'x'));
};

const zeros = '00000000-0000-7000-8000-000000000000';

t.test('no route makes clients that read nothing take much memory', async (t) => {
  const table: RouteOfTable[] = [];
  const { app, call, person, event } = await openTestSite(t, {
    with: { trustProxy: ['127.0.0.1'] },
    domain: { quotaScale: 0 },
    app: { instrument: collect(table) },
    moreRoutes,
  });
  const [reader, writer] = [await person(), await person()];
  const long = { description: '🎪\n'.repeat(limits.descriptionLength / 2) };
  const events: string[] = [];
  for (let count = 0; count < limits.pageSize; count += 1) {
    const { id } = await event(reader, long);
    await call(`POST /v1/events/${id}/rsvp`, { as: reader, body: { status: 'going' } });
    events.push(id);
  }
  const circle = await call('POST /v1/me/circles', { as: reader, body: { name: 'Friends' } });
  const feed = await call('GET /v1/me/calendar', { as: reader });
  const inviteResponse = await call(`POST /v1/events/${events[0]}/invites`, {
    as: reader,
    body: { userIds: [writer.id] },
  });
  const link = String(inviteResponse.body.inviteLink).split('/').at(-1) ?? '';
  const pathOf = (url: string): string =>
    url
      .replace('/me/circles/:id', `/me/circles/${circle.body.id}`)
      .replace('/calendars/:token', new URL(feed.body.url).pathname.replace(/^\/v1|\/events\.ics$/g, ''))
      .replace(/\/(events|e)\/:id/, `/$1/${events[0]}`)
      .replace(':token', link)
      .replace(':username', reader.username)
      .replace(/:\w+/, zeros)
      .concat(/^\/v1\/(?:me\/)?events$/.test(url) ? '?limit=50' : url.endsWith('/search') ? '?q=songs' : '');

  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;

  const openSocket = async (bytes: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).pause();
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };
  const requestOf = ({ method, url }: RouteOfTable, headers: string): string => {
    const isRead = method === 'GET';
    const { accessToken } = isRead ? reader : writer;
    const body = isRead ? '\r\n' : 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
    return `${method} ${pathOf(url)} HTTP/1.1\r\n${headers}Authorization: Bearer ${accessToken}\r\n${body}`;
  };
  const openAll = (routes: readonly RouteOfTable[]): Promise<Socket[]> =>
    Promise.all(
      addresses.flatMap((address) =>
        Array.from({ length: socketsOfEach }, (_, index) => {
          const common = `Host: x\r\nX-Forwarded-For: ${address}\r\n`;
          const headers = `${common}Accept-Encoding: ${index % 2 ? 'gzip' : 'identity'}\r\n`;
          const requests = Array.from({ length: requestsOfEach }, (__, nth) => {
            const route = routes[(index + nth) % routes.length];
            return route ? requestOf(route, headers) : '';
          });
          const first = index % 4 < 2 ? `GET /jam HTTP/1.1\r\n${common}\r\n` : '';
          return openSocket(`${first}${requests.join('')}`);
        }),
      ),
    );
  /** Resolves once nothing is made any more: what is left waits for its client. */
  const settled = async () => {
    for (let last = -1; last !== app.requestsInFlight() || last === 0; await delay(25))
      last = app.requestsInFlight();
  };

  for (const path of ['/jam', ...table.map(({ url }) => pathOf(url))])
    await (await fetch(`${base}${path}`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).arrayBuffer();
  const startMb = await heldMb(2);
  let mostSeenMb = 0;
  for (let first = 0; first < table.length; first += routesAtOnce) {
    const routes = table.slice(first, first + routesAtOnce);
    const names = routes.map(({ method, url }) => `${method} ${url}`).join(', ');
    const sockets = await openAll(routes);
    await settled();
    let grownMb = (await heldMb(1)) - startMb;
    if (grownMb > mostMb) grownMb = (await heldMb(2)) - startMb;
    mostSeenMb = Math.max(mostSeenMb, grownMb);
    t.ok(grownMb <= mostMb, `${names}: ${grownMb.toFixed(0)} MB`);
    const other = await fetch(`${base}/v1/categories`, { headers: { 'x-forwarded-for': '192.0.2.2' } });
    t.equal(other.status, 200, `${names}: another client is served`);
    for (const socket of sockets) socket.destroy();
    while (app.requestsInFlight() > 0) await delay(5);
  }
  t.ok(table.length > 70, 'every route of the API and of the pages');
  t.ok(mostSeenMb > 5, 'responses are in memory at all');
});
