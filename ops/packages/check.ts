/**
 * Packs the packages as `npm pack` does, checks the files with publint and attw, installs them into an empty folder,
 * compiles a consumer of every entry point, runs the first program of each README, a contract under vitest, and the
 * client on the oldest Node, this one and Chromium; on Deno and Bun as well if the `PATH` has them. `checkout.ts` packs,
 * unless an argument names a folder of what was packed.
 */
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveInMemory } from '../../packages/http/test-support/serve-in-memory.ts';
import { installTools } from '../install-tools.ts';
import { copyCheckout, manifestIn, packAll, publishable, root, run, tarballsIn } from './checkout.ts';
import { runTours } from './client-runtimes.ts';
import { checkOldNode } from './old-node.ts';

const tools = fileURLToPath(new URL('tools', import.meta.url));
const oldestNode = join(tools, 'node_modules/.bin/node');
const work = mkdtempSync(join(tmpdir(), 'packages-check-'));
const [checkout, packed, consumer] = ['checkout', 'packed', 'consumer'].map((name) => join(work, name)) as [
  string,
  string,
  string,
];

const lint = (tarball: string): void => {
  run(tools, join(tools, 'node_modules/.bin/publint'), 'run', '--strict', tarball);
  run(tools, join(tools, 'node_modules/.bin/attw'), tarball, '--profile', 'esm-only', '--format', 'ascii');
};

/** The first program of a README. */
const firstProgram = (folder: string): string => {
  const [, program] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, folder, 'README.md'), 'utf8')) ?? [];
  if (program === undefined) throw new Error(`${folder}/README.md has no program`);
  return program;
};

const compile = (module: string, moduleResolution: string): void =>
  run(
    consumer,
    join(root, 'node_modules/.bin/tsc'),
    ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024', '--types', 'node'],
    ...['--module', module, '--moduleResolution', moduleResolution],
    ...readdirSync(consumer).filter((name) => name.endsWith('.ts')),
  );

const vitestProgram = `
import { contracts, vitestScope } from '@event-platform/domain/contracts';
import { createMemoryWorld } from '@event-platform/domain/memory';
import { describe, expect, test } from 'vitest';

const open = async () => {
  const { stores, unitOfWork } = createMemoryWorld().dependencies;
  return { stores, unitOfWork, close: async () => {} };
};
describe('blocks', () => contracts.blocks(vitestScope({ test, expect }), open));
`;

// For the program of the client.
const service = await serveInMemory();
try {
  const [, , given] = process.argv;
  if (!given) copyCheckout(checkout);
  const tarballs = given ? tarballsIn(resolve(given)) : packAll(checkout, packed);
  installTools(tools);
  for (const tarball of tarballs) lint(tarball);

  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const nodeTypes = `@types/node@${devDependencies['@types/node']}`;
  run(consumer, 'npm', 'install', '--silent', '--prefer-offline', ...tarballs, nodeTypes);
  const entries = publishable.flatMap((folder) => {
    const { name, exports } = manifestIn(join(root, folder));
    return Object.keys(exports).map((path) => `${name}${path.slice(1)}`);
  });
  const everything = entries.map((entry, index) => `export * as entry${index} from '${entry}';\n`).join('');
  writeFileSync(join(consumer, 'everything.ts'), everything);
  const programs = publishable.map((folder) => ({ folder, file: `${folder.replace('/', '-')}.ts` }));
  for (const { folder, file } of programs) writeFileSync(join(consumer, file), firstProgram(folder));
  symlinkSync(join(tools, 'node_modules/vitest'), join(consumer, 'node_modules/vitest'));
  writeFileSync(join(consumer, 'contract.test.ts'), vitestProgram);
  compile('nodenext', 'nodenext');
  compile('esnext', 'bundler');
  const env = { ...process.env, BASE_URL: service.url };
  for (const file of ['everything.ts', ...programs.map(({ file }) => file)])
    await promisify(execFile)(process.execPath, [file], { cwd: consumer, env });
  run(consumer, join(tools, 'node_modules/.bin/vitest'), 'run');
  console.log(`${tarballs.length} packages install alone, and the programs of their READMEs run.`);
  await checkOldNode(consumer, entries, oldestNode);
  await runTours(consumer, 'packages-domain.ts', oldestNode);
} finally {
  await service.close();
  rmSync(work, { recursive: true, force: true });
}
