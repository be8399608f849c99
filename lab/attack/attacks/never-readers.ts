import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, type Finding, finding } from '../attack.ts';
import { latencyOf, median, type RealService } from '../real-service.ts';
import { copyEvent, storeWorst, type WorstContent } from '../worst-content.ts';

const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5', '127.0.0.6'];
const socketsOfEach = 60;
/** As many requests of one connection as the service works on. */
const pipelined = 8;
const encodings = ['identity', 'gzip'];
const watchedMs = { short: 2_000, whole: 5_000 };
const mostMb = 50;
/** What the kernel may hold of what was sent, on the sides of the service and of the sockets. */
const mostKernelMb = 150;
/** Of another caller's request on a new connection. */
const mostWaitMs = 300;
/** Upcoming events: a whole sitemap of them is 7 MB. */
const upcoming = 45_000;

interface Target {
  readonly path: string;
  /** What fills the connection before. */
  readonly after?: string;
  readonly token?: string;
}

const targetsOf = ({ organizer, guest, circle, feed, events }: WorstContent): readonly Target[] => [
  { path: '/sitemap.xml' },
  { path: '/openapi.json' },
  { path: '/docs/js/scalar.js' },
  { path: '/' },
  { path: '/v1/categories', after: '/sitemap.xml' },
  { path: `/e/${events[0]}` },
  { path: '/v1/events?limit=50' },
  { path: '/v1/events?limit=50', token: guest.token },
  { path: '/v1/me/events?role=going&limit=50', token: guest.token },
  { path: '/v1/me/events?role=organizer&limit=50', token: organizer.token },
  { path: '/v1/me/event-invites', token: guest.token },
  { path: `/v1/me/circles/${circle}/members?limit=50`, token: organizer.token },
  { path: new URL(feed).pathname },
  { path: `/v1/events/${events[0]}/attendees.csv`, token: organizer.token },
  { path: '/v1/me/export', token: organizer.token },
  { path: '/v1/me/notices?limit=50', token: guest.token },
];

const openSockets = (port: number, bytes: string): readonly Socket[] =>
  addresses.flatMap((localAddress) =>
    Array.from({ length: socketsOfEach }, () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined).pause();
      socket.write(bytes);
      return socket;
    }),
  );

/** What the kernel holds of all TCP connections of this machine, in megabytes (proc(5)). */
const kernelMb = (): number => {
  const pages = /^TCP: .* mem (\d+)/m.exec(readFileSync('/proc/net/sockstat', 'utf8'))?.[1];
  return (Number(pages) * 4_096) / 1e6;
};

/** From the opening of a connection to the first bytes of its response, in milliseconds. */
const newConnectionMs = async (port: number): Promise<number> => {
  const began = performance.now();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /v1/categories HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const isAnswered = await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })
    .then(([bytes]) => String(bytes).startsWith('HTTP/1.1 200'))
    .catch(() => false);
  socket.destroy();
  return isAnswered ? performance.now() - began : Number.POSITIVE_INFINITY;
};

interface Watch {
  readonly grownMb: number;
  readonly kernelMb: number;
  readonly connectionWaits: readonly number[];
  readonly waits: readonly number[];
}

/** Another caller's requests, and the memory of the service, while the sockets are open. */
const watch = async (service: RealService, token: string, startMb: number, forMs: number): Promise<Watch> => {
  const end = performance.now() + forMs;
  const waits: number[] = [];
  const connectionWaits: number[] = [];
  const kernelStartMb = kernelMb();
  let mostSeenMb = startMb;
  let mostKernelSeenMb = kernelStartMb;
  while (performance.now() < end) {
    for (const path of ['/v1/auth/me', '/v1/events'])
      waits.push(
        await latencyOf(`${service.replica.url}${path}`, {
          ...(path === '/v1/auth/me' ? { authorization: `Bearer ${token}` } : {}),
        }),
      );
    connectionWaits.push(await newConnectionMs(service.port));
    mostSeenMb = Math.max(mostSeenMb, service.residentMb());
    mostKernelSeenMb = Math.max(mostKernelSeenMb, kernelMb());
    await delay(20);
  }
  return {
    ...{ grownMb: mostSeenMb - startMb, kernelMb: mostKernelSeenMb - kernelStartMb },
    ...{ waits, connectionWaits },
  };
};

const play = async (service: RealService, other: string, target: Target, forMs: number): Promise<Finding> => {
  const { path, after, token } = target;
  const bearer: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const url = `${service.replica.url}${path}`;
  for (const encoding of encodings) await latencyOf(url, { ...bearer, 'accept-encoding': encoding });
  await delay(1_000);
  const startMb = service.residentMb();
  let [grownMb, grownKernelMb] = [0, 0];
  const connectionWaits: number[] = [];
  const waits: number[] = [];
  for (const times of [1, pipelined])
    for (const encoding of encodings) {
      const headers = Object.entries({ host: 'x', ...bearer, 'accept-encoding': encoding });
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const request = (of: string) => `GET ${of} HTTP/1.1\r\n${lines}\r\n`;
      const requests = Array.from({ length: times }, (_, nth) => request((nth === 0 && after) || path));
      const sockets = openSockets(service.port, requests.join(''));
      const result = await watch(service, other, startMb, forMs);
      for (const socket of sockets) socket.destroy();
      grownMb = Math.max(grownMb, result.grownMb);
      grownKernelMb = Math.max(grownKernelMb, result.kernelMb);
      waits.push(...result.waits);
      connectionWaits.push(...result.connectionWaits);
    }
  const refused = waits.filter((wait) => !Number.isFinite(wait)).length;
  const slowest = Math.max(...connectionWaits);
  return finding(
    `300 sockets of five addresses never read ${path.replace(/[\w-]{30,}/g, '…')}${token ? ', signed in' : ''}${after ? ` after ${after}` : ''}`,
    `300 sockets, 1 and ${pipelined} requests each, with and without gzip`,
    `${grownMb.toFixed(0)} MB more, the kernel ${grownKernelMb.toFixed(0)} MB, a new connection at most ${slowest.toFixed(0)} ms, another caller ${median(waits).toFixed(0)} ms, at most ${Math.max(...waits).toFixed(0)} ms`,
    [
      [grownMb <= mostMb, `memory grows by ${grownMb.toFixed(0)} MB`],
      [grownKernelMb <= mostKernelMb, `the kernel holds ${grownKernelMb.toFixed(0)} MB more`],
      [slowest <= mostWaitMs, `a new connection of another caller waits ${slowest.toFixed(0)} ms`],
      [refused === 0, `${refused} of ${waits.length} requests of another caller get no response`],
    ],
  );
};

export const neverReaders: Attack = {
  name: 'never-readers',
  about: '300 sockets of five addresses ask for the longest responses and read nothing',
  run: async ({ isShort, startService }) => {
    const service = await startService({ QUOTA_SCALE: '0', TRUST_PROXY: '192.0.2.1' }, 3);
    const content = await storeWorst(service, isShort ? 15 : 60);
    await copyEvent(service, [content.organizer.id], upcoming, { description: "''" });
    const findings: Finding[] = [];
    const targets = targetsOf(content);
    for (const each of isShort ? targets.slice(0, 2) : targets)
      findings.push(
        await play(service, content.other.token, each, isShort ? watchedMs.short : watchedMs.whole),
      );
    return findings;
  },
};
