import { setTimeout } from 'node:timers/promises';
import type { Clock, FormReceipts } from '@event-platform/domain';
import { type Outcome, outcomes } from '../views/outcome.ts';

/** How long a repeated form gets the first answer's page, in milliseconds: a phone's browser repeats it much later. */
const receiptLifetime = 24 * 3_600_000;

/** How long one answer may take, in milliseconds: somewhat longer than its request. */
const claimLifetime = 5_000;
/** Between two looks at an answer that another replica gives, in milliseconds. */
const pollInterval = 20;

/** Answers a form once: repeating it shows what the first one led to. */
export type AnswerOnce = (key: string, answer: () => Promise<Outcome>) => Promise<Outcome>;

const isOutcome = (text: string | null): text is Outcome => outcomes.some((outcome) => outcome === text);

/**
 * A reload and a second press send the same form again, whose code is used by then. Equal forms at one time share one
 * answer; those that reach another replica wait for its receipt.
 */
export const answerOnce = (receipts: FormReceipts, clock: Clock): AnswerOnce => {
  const inFlight = new Map<string, Promise<Outcome>>();
  const until = (lifetime: number): Date => new Date(clock.now().getTime() + lifetime);
  const first = async (key: string, answer: () => Promise<Outcome>): Promise<Outcome> => {
    while (!(await receipts.claim(key, clock.now(), until(claimLifetime)))) {
      const found = await receipts.find(key, clock.now());
      if (isOutcome(found)) return found;
      // An outcome that only a later version knows.
      if (found !== null) break;
      await setTimeout(pollInterval);
    }
    try {
      const outcome = await answer();
      await receipts.keep(key, outcome, until(receiptLifetime));
      return outcome;
    } catch (error) {
      // Without the release the claim ends by itself.
      await receipts.release(key).catch(() => undefined);
      throw error;
    }
  };
  return (key, answer) => {
    const known = inFlight.get(key);
    if (known) return known;
    const answering = first(key, answer).finally(() => inFlight.delete(key));
    inFlight.set(key, answering);
    return answering;
  };
};
