/**
 * Runs the tour of the API with the packed client, and the domain's program, in a folder where both are installed, on
 * every runtime there is.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { uncalled } from '../../packages/client/test/support/tour.ts';
import { serveInMemory, testPhones } from '../../packages/http/test-support/serve-in-memory.ts';
import { chromiumMissing, chromiumPath, openBrowser } from '../../packages/service/test/support/browser.ts';
import { root } from './checkout.ts';

const program = `
import * as module from '@event-platform/client';
import { tour } from './tour.js';
console.log(JSON.stringify(await tour({ module, ...JSON.parse(process.env.TOUR) })));
`;

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Serves the installed client and the tour to a browser; returns their origin. */
const serveModules = async (consumer: string) => {
  const server = createServer(({ url = '' }, response) => {
    const [, path] = /^\/client\/([\w/.-]+\.js)$/.exec(url) ?? [];
    const file = path ? join('node_modules/@event-platform/client/dist', path) : 'tour.js';
    if (url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    return response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(readFileSync(join(consumer, file)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
};

/** Runs the tour against a service of its own, and holds that it called every operation. */
const visit = async (
  name: string,
  run: (settings: string) => Promise<readonly string[]>,
  corsOrigins: readonly string[] = [],
): Promise<void> => {
  const service = await serveInMemory(corsOrigins);
  try {
    const requests = await run(JSON.stringify({ baseUrl: service.url, phones: testPhones, code: '1234' }));
    const document = await fetch(`${service.url}/openapi.json`);
    const missed = uncalled((await document.json()) as Parameters<typeof uncalled>[0], requests);
    if (missed.length > 0) throw new Error(`the tour does not call ${missed.join(', ')}`);
    console.log(`The packed client calls every operation: ${name}.`);
  } finally {
    await service.close();
  }
};

/** Runs it with a program: Node, Deno or Bun. */
const visitWith = async (consumer: string, path: string, ...args: readonly string[]): Promise<void> => {
  const run = promisify(execFile);
  const { stdout: version } = await run(path, ['--version']);
  await run(path, [...args, 'domain.js'], { cwd: consumer });
  await visit(`${path} ${version.split('\n')[0]}`, async (settings) => {
    const env = { ...process.env, TOUR: settings };
    const { stdout } = await run(path, [...args, 'run-tour.js'], { cwd: consumer, env });
    return JSON.parse(stdout) as string[];
  });
};

const visitWithBrowser = async (consumer: string): Promise<void> => {
  if (chromiumPath() === null) return console.log(chromiumMissing);
  const undo: (() => unknown)[] = [];
  const modules = await serveModules(consumer);
  try {
    const browser = await openBrowser({ teardown: (step) => void undo.push(step) });
    const page = await browser.newPage();
    await page.goto(modules.origin);
    const tour = (settings: string) =>
      page.evaluate<string[]>(`(async () => {
        const [module, { tour }] = await Promise.all([import('/client/src/index.js'), import('/tour.js')]);
        return tour({ module, ...${settings} });
      })()`);
    await visit(`Chromium ${browser.version()}`, tour, [modules.origin]);
  } finally {
    for (const step of undo) await step();
    modules.close();
  }
};

/**
 * @param consumer the folder in which the packages are installed
 * @param domainProgram the program of the domain's README, in that folder
 */
export const runTours = async (
  consumer: string,
  domainProgram: string,
  oldestNode: string,
): Promise<void> => {
  const strip = (file: string, into: string) =>
    writeFileSync(join(consumer, into), stripTypeScriptTypes(readFileSync(file, 'utf8')));
  strip(join(root, 'packages/client/test/support/tour.ts'), 'tour.js');
  strip(join(consumer, domainProgram), 'domain.js');
  writeFileSync(join(consumer, 'run-tour.js'), program);
  await visitWith(consumer, process.execPath);
  if (existsSync(oldestNode)) await visitWith(consumer, oldestNode);
  const [deno, bun] = [onPath('deno'), onPath('bun')];
  if (deno) await visitWith(consumer, deno, 'run', '--allow-all');
  if (bun) await visitWith(consumer, bun);
  await visitWithBrowser(consumer);
};
