import { EventPlatformError } from './event-platform-error.ts';

/** How often and for how long a call is repeated. */
export interface RetrySettings {
  /** How often a request is sent at the most; 4 by default. */
  readonly attempts: number;
  /** The longest wait between two attempts in seconds; who is told to wait longer learns so. 20 by default. */
  readonly longestWait: number;
}

export const defaultRetries: RetrySettings = { attempts: 4, longestWait: 20 };

/** Milliseconds before the second attempt after a network failure; doubled for each further one. */
const firstPause = 400;

/** Milliseconds before the next attempt, or null where there should be none; `random` is in [0, 1). */
export const pauseAfter = (
  error: unknown,
  attempt: number,
  { attempts, longestWait }: RetrySettings,
  random: number,
): number | null => {
  if (attempt >= attempts || !(error instanceof EventPlatformError)) return null;
  if (error.code === 'network_failed')
    return Math.min(firstPause * 2 ** (attempt - 1) * (0.5 + random), longestWait * 1000);
  const retryAfterSeconds = 'retryAfterSeconds' in error ? error.retryAfterSeconds : null;
  if (retryAfterSeconds === null || retryAfterSeconds > longestWait) return null;
  // Later than told, never earlier; those who were told the same do not come back at once.
  return retryAfterSeconds * 1000 + random * Math.max(firstPause, retryAfterSeconds * 250);
};

/** Waits, or rejects with the reason of the signal. */
const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });

/** What a repeated call has seen so far. */
export interface Attempts {
  /** Whether a response was lost, so that the call may have taken effect. */
  isResponseLost: boolean;
}

/** Repeats `work` while that may help; `isRepeatable` says whether it may after a lost response. */
export const withRetries = async <Result>(
  settings: RetrySettings,
  isRepeatable: boolean,
  attempts: Attempts,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      const code = error instanceof EventPlatformError ? error.code : null;
      if (code === 'network_failed') attempts.isResponseLost = true;
      const milliseconds = pauseAfter(error, attempt, settings, Math.random());
      if (milliseconds === null || (!isRepeatable && code !== 'rate_limited')) throw error;
      await pause(milliseconds, signal);
    }
};
