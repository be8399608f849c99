import type { App } from '@event-platform/http';
import type { Config } from '../config/config.ts';

/** Traces requests and their statements. */
export interface Tracing {
  /** Instruments an application that has no plugin and no route yet. */
  readonly instrument: ((app: App) => Promise<void>) | undefined;
  /** Exports the remaining spans. */
  close(): Promise<void>;
}

const none: Tracing = { instrument: undefined, close: async () => {} };

/**
 * The configured tracing; without it no library is loaded and nothing is patched.
 * @param warn receives one line when spans cannot be delivered
 */
export const tracingOf = async (
  { tracing }: Pick<Config, 'tracing'>,
  warn: (message: string) => void,
): Promise<Tracing> => {
  if (!tracing) return none;
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing(tracing, warn);
};
