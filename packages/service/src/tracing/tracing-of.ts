import type { Config } from '../config/config.ts';
import type { Tracing } from './tracing.ts';

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
