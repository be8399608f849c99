import { setTimeout as delay } from 'node:timers/promises';
import { median } from './real-service.ts';

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
export const bearable = { times: 5, ms: 1_000 };

/** Whether others wait a bearable time and are never refused, and how long in words. */
export const noticed = (idle: readonly number[], during: readonly number[], isShort: boolean) => {
  const [before, now] = [median(idle), median(during)];
  const refused = during.filter((wait) => !Number.isFinite(wait)).length;
  return {
    isBearable: isShort ? now <= bearable.ms : now < bearable.times * before,
    refused,
    words: `${before.toFixed(1)} → ${now.toFixed(1)} ms (${(now / before).toFixed(1)} times), at most ${Math.max(...during).toFixed(0)} ms`,
  };
};
