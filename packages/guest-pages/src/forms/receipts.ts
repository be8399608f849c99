import { setTimeout } from 'node:timers/promises';
import type { Clock, FormReceipts } from '@event-platform/domain';
import { type Outcome, outcomes } from './outcome.ts';

/** How long a repeated form gets the first answer's page, in milliseconds: a phone's browser repeats it much later. */
const receiptLifetime = 24 * 3_600_000;

/** How long one answer may take, in milliseconds: somewhat longer than its request. */
const claimLifetime = 5_000;
/** Between two looks at an answer that another replica gives, in milliseconds. */
const pollInterval = 20;

/** Answers a form once: repeating it shows what the first one led to. */
export type AnswerOnce = <Result extends Answer>(
  key: string,
  answer: () => Promise<Result>,
) => Promise<Result | Answer>;

/** Finds what an answered form led to; null for a form that was not answered. */
export type FindAnswer = (key: string) => Promise<Answer | null>;

/** What a repeated form leads to again. */
interface Answer {
  readonly outcome: Outcome;
}

const isOutcome = (text: string | null): text is Outcome => outcomes.some((outcome) => outcome === text);

export const findAnswer =
  (receipts: FormReceipts, clock: Clock): FindAnswer =>
  async (key) => {
    const receipt = await receipts.find(key, clock.now());
    return isOutcome(receipt) ? { outcome: receipt } : null;
  };

/**
 * A reload and a second press send the same form again, whose code is used by then. Equal forms at one time share one
 * answer; those that reach another replica wait for its receipt.
 */
export const answerOnce = (receipts: FormReceipts, clock: Clock): AnswerOnce => {
  const inFlight = new Map<string, Promise<Answer>>();
  const until = (lifetime: number): Date => new Date(clock.now().getTime() + lifetime);
  const first = async <Result extends Answer>(
    key: string,
    answer: () => Promise<Result>,
  ): Promise<Result | Answer> => {
    while (!(await receipts.claim(key, clock.now(), until(claimLifetime)))) {
      const receipt = await receipts.find(key, clock.now());
      if (isOutcome(receipt)) return { outcome: receipt };
      // An outcome that only a later version knows.
      if (receipt !== null) break;
      await setTimeout(pollInterval);
    }
    try {
      const result = await answer();
      await receipts.keep(key, result.outcome, until(receiptLifetime));
      return result;
    } catch (error) {
      // Without the release the claim ends by itself.
      await receipts.release(key).catch(() => undefined);
      throw error;
    }
  };
  return <Result extends Answer>(key: string, answer: () => Promise<Result>) => {
    // Equal keys are of equal forms, whose results are of one type.
    const sharedAnswer = inFlight.get(key) as Promise<Result | Answer> | undefined;
    if (sharedAnswer) return sharedAnswer;
    const firstAnswer = first(key, answer).finally(() => inFlight.delete(key));
    inFlight.set(key, firstAnswer);
    return firstAnswer;
  };
};
