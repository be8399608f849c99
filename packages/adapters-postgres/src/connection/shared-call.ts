import DataLoader from 'dataloader';
import { type BatchGateLimits, batchGate } from './batch-gate.ts';

/** One at a time serves the most calls. Where one takes long the next does not wait. */
const usualLimits: BatchGateLimits = { maxConcurrent: 1, maxWaitMs: 5 };

/** Calls that wait while the work is done share the next turn of it, which begins after the last of them. */
export const sharedCall = <Result>(
  work: () => Promise<Result>,
  limits = usualLimits,
): (() => Promise<Result>) => {
  const gate = batchGate(limits);
  const loader = new DataLoader<true, Result>(
    (calls) => {
      loader.clearAll();
      return gate.run(async () => {
        const result = await work();
        return calls.map(() => result);
      });
    },
    { batchScheduleFn: gate.schedule },
  );
  return () => loader.load(true);
};
