import {
  createMemoryWorld,
  type MemoryOptions,
  type MemoryWorld,
  runningClock,
  steerableClock,
} from './memory-world.ts';

/** A domain in memory, its clock, and what it sent; mails leave once `deliverMails` was called. */
export type MemoryDomain = Pick<
  MemoryWorld,
  'domain' | 'runOnce' | 'clock' | 'smsSent' | 'mailsSent' | 'deliverMails'
>;

/**
 * Creates a domain that keeps everything in memory, with the categories `music`, `tech` and `food`. Its clock
 * runs, for services; tests give one that stands, `steerableClock(instant)`. {@link createMemoryWorld} takes the same,
 * shows its tables too, and its clock stands.
 */
export const createMemoryDomain = (options: MemoryOptions = {}): MemoryDomain => {
  const { domain, runOnce, clock, smsSent, mailsSent, deliverMails } = createMemoryWorld({
    clock: options.now ? steerableClock(options.now) : runningClock(),
    ...options,
  });
  return { domain, runOnce, clock, smsSent, mailsSent, deliverMails };
};
