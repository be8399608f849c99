/**
 * Lints the OpenAPI document that the service serves, generates clients from it with two generators, and compiles what
 * they generate with the project's TypeScript. The generators bring a TypeScript of their own, whose tail of packages
 * no one else needs: they are locked in this folder and installed here on the first run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemoryWorld } from '@event-platform/domain/memory';
import { pino } from 'pino';
import { buildApp } from '../../packages/http/src/index.ts';

const tools = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'openapi-check-'));
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const run = (cwd: string, command: string, ...args: readonly string[]): void => {
  const { status, error } = spawnSync(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}`);
};

const isInstalled = (): boolean => {
  const installed = join(tools, 'node_modules/.package-lock.json');
  const locked = join(tools, 'package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs;
};

const servedDocument = async (): Promise<string> => {
  const world = createMemoryWorld();
  const app = await buildApp({
    domain: world.domain,
    runOnce: world.runOnce,
    callWindows: world.callWindows,
    formReceipts: world.formReceipts,
    snapshotVersions: world.snapshotVersions,
    clock: world.clock,
    settings: {
      appName: 'Event Platform',
      brand: { name: 'Event Platform', color: '#4b47a3', logoUrl: null },
      appLinks: { apple: [], android: [] },
      publicUrl: 'https://events.example.org',
      jwtKeys: [{ kid: 'check', secret: Buffer.alloc(32, 1) }],
      refreshSecrets: [Buffer.alloc(32, 2)],
      formSecrets: [Buffer.alloc(32, 3)],
      trustProxy: [],
      corsOrigins: [],
      currency: 'EUR',
      maxConcurrentRequests: 10,
    },
    ready: async () => undefined,
    isDraining: () => false,
    logger: pino({ level: 'silent' }),
  });
  try {
    return (await app.inject('/openapi.json')).body;
  } finally {
    await app.close();
  }
};

const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    types: [],
  },
  include: ['**/*.ts'],
};

try {
  const document = join(work, 'openapi.json');
  writeFileSync(document, await servedDocument());
  if (!isInstalled()) run(tools, 'npm', 'ci', '--ignore-scripts');
  const tool = (name: string) => join(tools, 'node_modules/.bin', name);
  run(tools, tool('redocly'), 'lint', document, '--config', 'redocly.yaml', '--max-problems', '1000');
  run(tools, tool('openapi-typescript'), document, '-o', join(work, 'types.ts'));
  run(tools, tool('openapi-ts'), '-i', document, '-o', join(work, 'client'), '--no-log-file');
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(tsconfig));
  writeFileSync(join(work, 'package.json'), JSON.stringify({ type: 'module' }));
  run(root, join(root, 'node_modules/.bin/tsc'), '-p', work);
  console.log('The OpenAPI document is sound, and what two generators make of it compiles.');
} finally {
  rmSync(work, { recursive: true, force: true });
}
