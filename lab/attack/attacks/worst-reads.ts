import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, type Finding, finding, wordsOf } from '../attack.ts';
import { type ReadCounts, startReaders } from '../parallel-readers.ts';
import { latencyOf, median, type RealService } from '../real-service.ts';
import { storeWorst, type WorstContent } from '../worst-content.ts';

interface Read {
  readonly what: string;
  readonly path: string;
  readonly token?: string;
}

const readsOf = ({ organizer, guest, circle, feed }: WorstContent): readonly Read[] => [
  { what: 'the fullest calendar', path: new URL(feed).pathname },
  { what: 'the most used tags', path: '/v1/tags' },
  { what: 'the longest list', path: '/v1/events?limit=50' },
  { what: 'a list of one’s own', path: '/v1/me/events?role=going&limit=50', token: guest.token },
  { what: 'the longest search', path: `/v1/events/search?q=${encodeURIComponent('🎪 '.repeat(90))}` },
  {
    what: 'the fullest circle',
    path: `/v1/me/circles/${circle}/members?limit=50`,
    token: organizer.token,
  },
  { what: 'the fullest invitations', path: '/v1/me/event-invites', token: guest.token },
];

const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** Behind an address of its own, not that of the readers. */
const elsewhere = { 'x-forwarded-for': '198.51.100.200' };

/** Another caller’s request, some milliseconds after its last one. */
const anotherCaller = async (service: RealService, token: string, samples: number): Promise<number> => {
  const durations: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    durations.push(await latencyOf(`${service.replica.url}/v1/auth/me`, { ...bearer(token), ...elsewhere }));
    await delay(5);
  }
  return median(durations);
};

/** Latencies of another caller before and beside the readers, and of the health check beside them. */
interface Round {
  readonly idle: number;
  readonly during: number;
  readonly health: readonly number[];
  readonly counts: ReadCounts;
}

const playRound = async (
  service: RealService,
  other: string,
  { path, token }: Read,
  samples: number,
): Promise<Round> => {
  await anotherCaller(service, other, samples / 5);
  const idle = await anotherCaller(service, other, samples);
  const stop = await startReaders(`${service.replica.url}${path}`, bearer(token));
  const health: number[] = [];
  let isOver = false;
  const watched = (async () => {
    while (!isOver) {
      health.push(await latencyOf(`${service.replica.url}/health/live`));
      await delay(50);
    }
  })();
  const during = await anotherCaller(service, other, samples);
  isOver = true;
  await watched;
  return { idle, during, health, counts: await stop() };
};

/**
 * What 20 parallel readers of one URL do to another caller. That caller's latency without and with them is measured by
 * turns and compared within a turn: what else the machine does in the meantime slows down both.
 */
const play = async (service: RealService, other: string, read: Read, isShort: boolean): Promise<Finding> => {
  const rounds: Round[] = [];
  for (let number = 0; number < (isShort ? 1 : 5); number += 1)
    rounds.push(await playRound(service, other, read, isShort ? 15 : 150));
  const [idle, during] = [
    median(rounds.map((round) => round.idle)),
    median(rounds.map((round) => round.during)),
  ];
  const times = median(rounds.map((round) => round.during / round.idle));
  const health = rounds.flatMap((round) => round.health);
  // The short form runs where other checks do, so that it judges only what no load of a machine explains.
  const isBearable = isShort ? during <= 1_000 : times <= 2;
  const bytes = rounds.reduce((sum, { counts }) => sum + counts.bytes, 0);
  const slowest = isShort ? median(health) : Math.max(...health);
  return finding(
    `20 parallel reads of ${read.what}`,
    `${wordsOf(rounds.flatMap(({ counts }) => counts.statuses))}, ${(bytes / 1e6).toFixed(1)} MB`,
    `another caller ${idle.toFixed(1)} → ${during.toFixed(1)} ms (${times.toFixed(1)} times), health at most ${Math.max(...health).toFixed(0)} ms`,
    [
      [isBearable, `another caller waits ${times.toFixed(1)} times as long`],
      [slowest < 500, `health took ${slowest.toFixed(0)} ms`],
    ],
  );
};

const memoryAfter = async (service: RealService): Promise<Finding> => {
  let mb = service.residentMb();
  for (let waited = 0; waited < 60 && mb > 300; waited += 1) {
    await delay(1_000);
    await latencyOf(`${service.replica.url}/v1/categories`);
    mb = service.residentMb();
  }
  return finding('memory after all of it', '–', `${mb.toFixed(0)} MB`, mb <= 300);
};

export const worstReads: Attack = {
  name: 'worst-reads',
  about: 'the fullest calendar, the longest texts and the fullest lists are read 20 in parallel',
  run: async ({ isShort, startService }) => {
    const service = await startService({ QUOTA_SCALE: '0' }, 3);
    const content = await storeWorst(service, isShort ? 15 : 320);
    const findings: Finding[] = [];
    for (const read of readsOf(content))
      findings.push(await play(service, content.other.token, read, isShort));
    return [...findings, await memoryAfter(service)];
  },
};
