import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  openPostgres,
  startEmbeddedPostgres,
} from '@event-platform/adapters-postgres';
import { createDomain, type Dependencies, type Domain } from '@event-platform/domain';
import { pepperKey } from '@event-platform/node';
import pg from 'pg';
import { signedValues } from '../../../../packages/guest-pages/src/forms/signed-values.ts';
import { type RefreshTokens, refreshTokens } from '../../../../packages/http/src/security/refresh-tokens.ts';
import { newFolder } from '../../../../packages/service/test/support/service-process.ts';
import { until } from '../../../local/until.ts';
import { type Bearer, type IssueToken, tokenIssuer } from '../load/access-token.ts';
import type { Scale } from '../report/scale.ts';
import { benchDependencies, hugeBudget } from './bench-dependencies.ts';
import { type Service, serviceOf, startService } from './service.ts';

/** The service under test, and the tools to seed and measure it. */
export interface Bench {
  /** The running service. */
  readonly service: Service;
  /** The service of another commit on the same database, which accepts the same tokens; null without `--against`. */
  readonly other: Service | null;
  /** The domain on the database and secrets of the service, in this process, for seeding. */
  readonly domain: Domain;
  readonly dependencies: Dependencies;
  /** Issues refresh tokens that the service accepts. */
  readonly refreshTokens: RefreshTokens;
  /** Issues access tokens that the service accepts. */
  readonly issueToken: IssueToken;
  /** The cookie of pages, as the header has it. */
  pageCookie(bearer: Bearer): string;
  /** The key of access tokens, base64url. */
  readonly jwtSecret: string;
  /** The driver alone, with as many connections as the service. */
  readonly bare: pg.Pool;
  readonly scale: Scale;
  readonly server: EmbeddedPostgres;
  /** Starts the service again beside the first one, with the same secrets and these settings; the caller stops it. */
  startBeside(settings: Readonly<Record<string, string>>): Promise<Service>;
  /** How long the service's event loop was held since this was last called. */
  eventLoopDelay(): Promise<EventLoopDelay>;
  close(): Promise<void>;
}

/** In milliseconds. */
export interface EventLoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

const loopDelay = new URL('../load/event-loop-delay.ts', import.meta.url).href;

/** The default of `openPostgres`. */
const connections = 8;

const secret = (): string => randomBytes(32).toString('base64url');

/** Starts a crash-safe database in a folder of its own, and the service on it. @param more settings */
export const openBench = async (
  scale: Scale,
  nodeOptions: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<Bench> => {
  const server = await startEmbeddedPostgres({ dataDir: join(newFolder(), 'postgres') });
  return benchOn(server, scale, nodeOptions, more);
};

/** Starts the service on that server; closing stops both. */
export const benchOn = async (
  server: EmbeddedPostgres,
  scale: Scale,
  nodeOptions: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Bench> => {
  const folder = newFolder();
  const undo: (() => unknown)[] = [() => server.stop()];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const postgres = await openPostgres({ url: server.url });
    undo.push(() => postgres.close());
    await postgres.migrate();
    const bare = new pg.Pool({ connectionString: server.url, max: connections });
    // The server may end idle connections while everything is closed.
    bare.on('error', () => undefined);
    undo.push(() => bare.end());

    const pepper = randomBytes(32);
    const jwtSecret = secret();
    const settings = {
      DATABASE_URL: server.url,
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
      OTP_PEPPER: pepper.toString('base64url'),
      JWT_KEYS: `bench:${jwtSecret}`,
      SMS_DAILY_BUDGET: String(hugeBudget),
      SMS_DAILY_CAP: String(hugeBudget),
      EVENT_LOOP_DELAY_FILE: join(folder, 'event-loop-delay.json'),
      ...more,
    };
    const service = await startService(settings, [...nodeOptions, '--import', loopDelay]);
    undo.push(() => service.stop());
    const { against } = scale;
    // The schema is that of this commit: migrations leave services of the version before working.
    const other = against && (await startService(settings, nodeOptions, serviceOf(against.folder)));
    if (other) undo.push(() => other.stop());

    const dependencies = benchDependencies(postgres, pepper);
    const cookies = signedValues([pepperKey(pepper, 'form token')], 'guest session');
    return {
      service,
      other,
      startBeside: (more) => startService({ ...settings, ...more }, nodeOptions),
      eventLoopDelay: async () => {
        rmSync(settings.EVENT_LOOP_DELAY_FILE, { force: true });
        process.kill(service.pid, 'SIGWINCH');
        await until('the delay of the event loop', () => existsSync(settings.EVENT_LOOP_DELAY_FILE));
        return JSON.parse(readFileSync(settings.EVENT_LOOP_DELAY_FILE, 'utf8')) as EventLoopDelay;
      },
      domain: createDomain(dependencies),
      dependencies,
      refreshTokens: refreshTokens([pepperKey(pepper, 'refresh token')]),
      issueToken: tokenIssuer('bench', jwtSecret),
      pageCookie: ({ sessionId }) => `session=${cookies.sign(`${sessionId} 1`)}`,
      jwtSecret,
      bare,
      scale,
      server,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
