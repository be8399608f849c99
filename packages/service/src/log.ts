import { loggedError } from '@event-platform/http';
import { type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';

/** The log of this process: JSON lines, with the process ID when there are workers. */
export const openLog = ({ logLevel, webConcurrency }: Pick<Config, 'logLevel' | 'webConcurrency'>): Logger =>
  pino({
    level: logLevel,
    base: webConcurrency > 1 ? { pid: process.pid } : null,
    serializers: { err: (error) => loggedError(error) },
  });
