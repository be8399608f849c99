import { setTimeout as delay } from 'node:timers/promises';
import type { Bound } from './attack.ts';
import { latencyOf, median, type RealService } from './real-service.ts';

const pauseMs = 20;

/** The latencies of a call, one after another while the work goes on; in milliseconds. */
export const waitsWhile = async (
  call: () => Promise<number>,
  work: Promise<unknown>,
): Promise<readonly number[]> => {
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  do {
    waits.push(await call());
    await delay(pauseMs);
  } while (!isOver);
  await done;
  return waits;
};

/** What others may notice: as many times as long, or a second where other work of the machine decides. */
const bearable = { times: 5, ms: 1_000 };

/** How long others wait, in words; and that it is bearable, and none is refused. */
export const noticed = (
  who: string,
  idle: readonly number[],
  during: readonly number[],
  isShort: boolean,
): { readonly words: string; readonly bound: Bound } => {
  const [before, now] = [median(idle), median(during)];
  const refused = during.filter((wait) => !Number.isFinite(wait)).length;
  const words = `${who} ${before.toFixed(1)} → ${now.toFixed(1)} ms (${(now / before).toFixed(1)} times), at most ${Math.max(...during).toFixed(0)} ms`;
  const isBearable = isShort ? now <= bearable.ms : now < bearable.times * before;
  return { words, bound: [isBearable && refused === 0, `${words}, ${refused} refused`] };
};

/** A process that has done little takes up to a hundred megabytes for whatever it does next. */
const usual = { requests: 1_000, ms: 10_000 };

/** Reads lists as one account until the process has taken what it takes for usual work. */
export const warmUp = async ({ replica }: RealService, token: string): Promise<void> => {
  const end = performance.now() + usual.ms;
  for (let count = 0; count < usual.requests && performance.now() < end; count += 1)
    await latencyOf(`${replica.url}/v1/events?limit=50`, { authorization: `Bearer ${token}` });
};

/**
 * Watches the memory of the process; returns what ends it and tells by how many megabytes it grew at most.
 * @param mostMb what an attack may add
 */
export const watchMemory = (service: RealService, mostMb = 50) => {
  const startMb = service.residentMb();
  let mostSeenMb = startMb;
  const timer = setInterval(() => {
    mostSeenMb = Math.max(mostSeenMb, service.residentMb());
  }, 20);
  return (): { readonly words: string; readonly bound: Bound } => {
    clearInterval(timer);
    const mb = (mostSeenMb - startMb).toFixed(0);
    return { words: `${mb} MB more`, bound: [mostSeenMb - startMb <= mostMb, `memory grows by ${mb} MB`] };
  };
};
