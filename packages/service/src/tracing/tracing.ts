import type { App } from '@event-platform/http';
import type { Config } from '../config/config.ts';

/** Follows requests into the database. */
export interface Tracing {
  /** Watches the requests of an application that nothing was added to yet. */
  readonly instrument: ((app: App) => Promise<void>) | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}

const none: Tracing = { instrument: undefined, close: async () => {} };

/**
 * The tracing that the configuration asks for; without any nothing is loaded and nothing is patched.
 * @param warn told in one line when spans cannot be delivered
 */
export const tracingOf = async (
  { tracing }: Pick<Config, 'tracing'>,
  warn: (message: string) => void,
): Promise<Tracing> => {
  if (!tracing) return none;
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing(tracing, warn);
};
