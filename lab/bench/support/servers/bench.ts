import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  openPostgres,
  startEmbeddedPostgres,
} from '@event-platform/adapters-postgres';
import { createDomain, type Dependencies, type Domain } from '@event-platform/domain';
import { pepperKey } from '@event-platform/node';
import pg from 'pg';
import { type RefreshTokens, refreshTokens } from '../../../../packages/http/src/security/refresh-tokens.ts';
import { type IssueToken, tokenIssuer } from '../load/access-token.ts';
import type { Scale } from '../report/scale.ts';
import { benchDependencies, hugeBudget } from './bench-dependencies.ts';
import { type Service, startService } from './service.ts';

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
const pollMs = 20;

/** The default of `openPostgres`. */
const connections = 8;

const secret = (): string => randomBytes(32).toString('base64url');

/** Starts a crash-safe database in a folder that is removed afterwards, and the service on it. */
export const openBench = async (scale: Scale, nodeOptions: readonly string[] = []): Promise<Bench> => {
  const folder = mkdtempSync(join(tmpdir(), 'event-platform-bench-'));
  const forget = () => rmSync(folder, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
    const bench = await benchOn(server, scale, nodeOptions);
    return { ...bench, close: () => bench.close().then(forget) };
  } catch (error) {
    forget();
    throw error;
  }
};

/** Starts the service on that server; closing stops both. */
export const benchOn = async (
  server: EmbeddedPostgres,
  scale: Scale,
  nodeOptions: readonly string[],
): Promise<Bench> => {
  const folder = mkdtempSync(join(tmpdir(), 'event-platform-bench-'));
  const undo: (() => unknown)[] = [
    () => server.stop(),
    () => rmSync(folder, { recursive: true, force: true }),
  ];
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
    };
    const service = await startService(settings, [...nodeOptions, '--import', loopDelay]);
    undo.push(() => service.stop());
    const { against } = scale;
    // The schema is that of this commit: migrations leave services of the version before working.
    const other = against && (await startService(settings, nodeOptions, against.folder));
    if (other) undo.push(() => other.stop());

    const dependencies = benchDependencies(postgres, pepper);
    return {
      service,
      other,
      startBeside: (more) => startService({ ...settings, ...more }, nodeOptions),
      eventLoopDelay: async () => {
        rmSync(settings.EVENT_LOOP_DELAY_FILE, { force: true });
        process.kill(service.pid, 'SIGWINCH');
        while (!existsSync(settings.EVENT_LOOP_DELAY_FILE)) await delay(pollMs);
        return JSON.parse(readFileSync(settings.EVENT_LOOP_DELAY_FILE, 'utf8')) as EventLoopDelay;
      },
      domain: createDomain(dependencies),
      dependencies,
      refreshTokens: refreshTokens([pepperKey(pepper, 'refresh token')]),
      issueToken: tokenIssuer('bench', jwtSecret),
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
