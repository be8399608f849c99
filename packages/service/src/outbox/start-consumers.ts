import type { Postgres } from '@event-platform/adapters-postgres';
import { errorInWords } from '@event-platform/adapters-postgres/connection-fault';
import { type Clock, type Domain, performJob } from '@event-platform/domain';

const remindEveryMs = 15_000;
/** What managers hear late costs less: it is counted together. */
const tellEveryMs = 2_000;
const extendEveryMs = 24 * 60 * 60_000;

/** Repeats work, never twice at once; a failure is reported and tried again. The result ends it. */
const repeat = (
  ms: number,
  work: () => Promise<unknown>,
  warn: (message: string) => void,
  { startsNow = false } = {},
) => {
  let start: Promise<unknown> | undefined;
  const begin = () => {
    start ??= work()
      .catch((error: unknown) => warn(`the outbox: ${errorInWords(error)}`))
      .finally(() => {
        start = undefined;
      });
  };
  const timer = setInterval(begin, ms).unref();
  if (startsNow) begin();
  return async (): Promise<void> => {
    clearInterval(timer);
    await start;
  };
};

/** Works on what the outbox holds, and on what becomes due by the time alone; returns a function that ends the latter. */
export const startConsumers = (
  postgres: Pick<Postgres, 'startWorker'>,
  { domain, clock }: { readonly domain: Domain; readonly clock: Clock },
  warn: (message: string) => void,
): (() => Promise<void>) => {
  postgres.startWorker(clock, (job) => performJob(domain, job));
  const ends = [
    repeat(extendEveryMs, domain.extendSeries, warn, { startsNow: true }),
    repeat(remindEveryMs, domain.queueReminders, warn),
    repeat(remindEveryMs, domain.queueDigests, warn),
    repeat(tellEveryMs, domain.tellActivity, warn),
  ];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
};
