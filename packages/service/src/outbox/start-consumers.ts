import type { Postgres } from '@event-platform/adapters-postgres';
import { errorInWords } from '@event-platform/adapters-postgres/connection-fault';
import { type Domain, performJob } from '@event-platform/domain';

const relayEveryMs = 500;
const remindEveryMs = 15_000;
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

/** Moves what is due from the outbox to its consumers and works for them; resolves with a function that ends it. */
export const startConsumers = async (
  postgres: Pick<Postgres, 'startJobWorkers'>,
  domain: Domain,
  warn: (message: string) => void,
): Promise<() => Promise<void>> => {
  await postgres.startJobWorkers((job) => performJob(domain, job));
  const ends = [
    repeat(extendEveryMs, domain.extendSeries, warn, { startsNow: true }),
    repeat(relayEveryMs, domain.relayOutbox, warn),
    repeat(remindEveryMs, domain.queueReminders, warn),
  ];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
};
