import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the generators, which bring a TypeScript of their own and are locked outside the workspace. */
export const tools = fileURLToPath(new URL('.', import.meta.url));

const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** Runs a command to its end; throws unless it succeeds. */
export const run = (cwd: string, command: string, ...args: readonly string[]): void => {
  const { status, error } = spawnSync(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}`);
};

export const tool = (name: string): string => join(tools, 'node_modules/.bin', name);
