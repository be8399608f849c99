import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../packages/service/test/support/service-process.ts';
import { onExit } from './program.ts';

const program = fileURLToPath(new URL('../../packages/service/src/server.ts', import.meta.url));
const secret = () => randomBytes(32).toString('base64url');

/** The secrets that all processes of one service share. */
export const sharedSecrets = () => ({ JWT_KEYS: `local:${secret()}`, OTP_PEPPER: secret() });

export interface Called {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of many routes
  readonly body: any;
  readonly headers: Headers;
  readonly tookMs: number;
}

/** One process of the service. */
export interface ServiceProcess {
  call(target: string, options?: { token?: string; body?: unknown; from?: string }): Promise<Called>;
  /** Resolves to the first match in its output after `from` characters. */
  printed(pattern: RegExp, from?: number): Promise<RegExpExecArray>;
  readonly printedSoFar: () => number;
  /** Resolves to its exit code. */
  stop(): Promise<number | null>;
}

const giveUpMs = 40_000;
let callers = 0;

export const startService = async (variables: Readonly<Record<string, string>>): Promise<ServiceProcess> => {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'event-platform-service-'));
  const child = spawn(process.execPath, ['--conditions=@event-platform/source', program], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: folder,
      PORT: String(port),
      TRUST_PROXY: '127.0.0.1/32',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onExit(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const ended = once(child, 'exit');
  let text = '';
  const listeners = new Set<() => void>();
  child.stdout?.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    for (const listener of listeners) listener();
  });
  const printed = (pattern: RegExp, from = 0) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(text.slice(from));
        if (!match) return;
        listeners.delete(look);
        resolve(match);
      };
      listeners.add(look);
      look();
      void ended.then(([code]) => reject(new Error(`The service ended (${code}) before ${pattern}.`)));
    });
  await printed(/is ready/);
  return {
    printed,
    printedSoFar: () => text.length,
    call: async (target, { token, body, from } = {}) => {
      const [method = '', path = ''] = target.split(' ');
      callers += 1;
      const began = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          // Each call has its own address by default, so that no limit is reached by accident.
          'x-forwarded-for': from ?? `198.18.${(callers >> 8) & 255}.${callers & 255}`,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(giveUpMs),
      });
      const text = await response.text();
      const tookMs = performance.now() - began;
      return {
        status: response.status,
        body: text ? JSON.parse(text) : null,
        headers: response.headers,
        tookMs,
      };
    },
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await ended;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
};
