import { createMemoryWorld, type MemoryWorld } from './memory-world.ts';

/** A domain in memory, its clock, and what it sent; mails leave once `deliverMails` was called. */
export type MemoryDomain = Pick<
  MemoryWorld,
  'domain' | 'runOnce' | 'clock' | 'smsSent' | 'mailsSent' | 'deliverMails'
>;

/**
 * Creates a domain that keeps everything in memory, with the categories `music`, `tech` and `food`. Its clock stands
 * at noon UTC of 1 June 2026 until it is set or advanced. {@link createMemoryWorld} shows its tables too and
 * takes other adapters and settings.
 */
export const createMemoryDomain = (): MemoryDomain => {
  const { domain, runOnce, clock, smsSent, mailsSent, deliverMails } = createMemoryWorld();
  return { domain, runOnce, clock, smsSent, mailsSent, deliverMails };
};
