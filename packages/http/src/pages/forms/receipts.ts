import { type Clock, DomainError, type FormReceipts } from '@event-platform/domain';
import { type Outcome, outcomes } from '../views/outcome.ts';

/** How long a repeated form gets the first answer's page, in milliseconds: a phone's browser repeats it much later. */
const receiptLifetime = 24 * 3_600_000;

/** Answers a form once: repeating it shows what the first one led to. */
export type AnswerOnce = (key: string, answer: () => Promise<Outcome>) => Promise<Outcome>;

const isOutcome = (text: string | null): text is Outcome => outcomes.some((outcome) => outcome === text);

/**
 * A reload and a second press send the same form again, whose code is used by then. Equal forms at one time share one
 * answer; later ones, and those that reach another replica, find its receipt.
 */
export const answerOnce = (receipts: FormReceipts, clock: Clock): AnswerOnce => {
  const inFlight = new Map<string, Promise<Outcome>>();
  const kept = async (key: string): Promise<Outcome | null> => {
    const found = await receipts.find(key, clock.now());
    return isOutcome(found) ? found : null;
  };
  const first = async (key: string, answer: () => Promise<Outcome>): Promise<Outcome> => {
    const before = await kept(key);
    if (before) return before;
    try {
      const outcome = await answer();
      await receipts.keep(key, outcome, new Date(clock.now().getTime() + receiptLifetime));
      return outcome;
    } catch (error) {
      // The same form may have been answered by another replica meanwhile, which used the code.
      const isUsed = error instanceof DomainError && error.problem.code === 'code_invalid';
      const meanwhile = isUsed ? await kept(key) : null;
      if (meanwhile) return meanwhile;
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
