import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, type Finding, finding } from '../attack.ts';
import { latencyOf, median, openSocket, type RealService } from '../real-service.ts';

const sockets = 600;
/** What one address may hold without a complete request. */
const allowed = 64;
const trimmedWithinMs = 5_000;

interface Trick {
  readonly what: string;
  readonly bytes: string;
  /** Sends whole requests and stops reading, so that responses pile up. */
  readonly isDeaf?: boolean;
}

const head = 'Host: events.example.com\r\n';
const json = 'Content-Type: application/json\r\n';

const tricks: readonly Trick[] = [
  {
    what: 'with headers only, never a body',
    bytes: `POST /v1/auth/otp/start HTTP/1.1\r\n${head}${json}Content-Length: 60000\r\n\r\n`,
  },
  { what: 'with half a header', bytes: `GET /v1/events HTTP/1.1\r\n${head}X-Slow: ` },
  {
    what: 'with a body that trickles in chunks',
    bytes: `POST /v1/auth/otp/start HTTP/1.1\r\n${head}${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"pho`,
  },
  {
    what: 'with a compressed body that never ends',
    bytes: `POST /v1/auth/otp/start HTTP/1.1\r\n${head}${json}Content-Encoding: gzip\r\nContent-Length: 60000\r\n\r\n\u001f`,
  },
  {
    what: 'that never read',
    bytes: `GET /v1/events?limit=50 HTTP/1.1\r\n${head}\r\n`.repeat(20),
    isDeaf: true,
  },
];

const latencies = async (service: RealService, times: number): Promise<number> => {
  const figures: number[] = [];
  for (let time = 0; time < times; time += 1)
    figures.push(await latencyOf(`${service.replica.url}/health/ready`));
  return median(figures);
};

const play = async (service: RealService, { what, bytes, isDeaf = false }: Trick): Promise<Finding> => {
  const open: Socket[] = [];
  for (let count = 0; count < sockets; count += 1) {
    const socket = await openSocket(service.port, bytes);
    if (isDeaf) socket.pause();
    else socket.resume();
    open.push(socket);
  }
  const countOpen = () => open.filter((socket) => !socket.destroyed && socket.readable).length;
  const end = performance.now() + trimmedWithinMs;
  while (!isDeaf && countOpen() > allowed && performance.now() < end) await delay(50);
  const during = await latencies(service, 20);
  const list = await latencyOf(`${service.replica.url}/v1/events`);
  const openAfter = countOpen();
  for (const socket of open) socket.destroy();
  return finding(
    `${sockets} connections ${what}`,
    `${sockets} sockets of one address`,
    `${isDeaf ? 'served as far as they read' : `${openAfter} stay open`}; health ${during.toFixed(0)} ms, a list ${list.toFixed(0)} ms`,
    [
      [during < 500, `health took ${during.toFixed(0)} ms`],
      [Number.isFinite(list), 'another caller got no list'],
      [isDeaf || openAfter <= allowed, `${openAfter} connections stay open`],
    ],
  );
};

export const heldConnections: Attack = {
  name: 'held-connections',
  about: 'idle sockets, slow bodies, slow readers, compressed and chunked bodies',
  run: async ({ isShort, startService }) => {
    const service = await startService({ TRUST_PROXY: '192.0.2.1', MAX_REQUESTS: '500' });
    const findings: Finding[] = [];
    for (const trick of isShort ? tricks.slice(0, 2) : tricks) findings.push(await play(service, trick));
    return findings;
  },
};
