import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { buildServer } from '../../../examples/embedded/server.ts';
import { freePort } from './support/service-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts a script of the project with npm, in a process group of its own that ends with the test. */
const startScript = async (t: Test, script: string) => {
  const child = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    detached: true,
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const stop = async () => {
    if (child.pid && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  t.teardown(stop);
  return { ...child, stdin: child.stdin, lines: createInterface({ input: child.stdout }), ended, stop };
};

for (const [script, path, answers] of [
  ['example:web', '/', /<title>/],
  ['example:embedded', '/v1/categories', /"slug":"music"/],
] as const)
  t.test(`npm run ${script} starts, answers and stops`, async (t) => {
    const { lines, ended, stop } = await startScript(t, script);
    let url = '';
    for await (const line of lines) {
      url = /https?:\/\/\S+/.exec(line)?.[0] ?? '';
      if (url) break;
    }
    t.match(await (await fetch(`${url}${path}`)).text(), answers);
    await stop();
    await t.rejects(fetch(url), 'nothing listens any more');
    await ended;
  });

t.test('a server with routes of its own embeds the API', async (t) => {
  const printed: string[] = [];
  const { server, world } = await buildServer('http://127.0.0.1', (line) => printed.push(line));
  t.teardown(() => server.close());
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const phone = '+4915100000001';
  t.equal((await post('/v1/auth/otp/start', { phone })).status, 200);
  const checkedResponse = await post('/v1/auth/otp/check', { phone, code: world.smsSent.at(-1)?.code });
  const { user } = (await checkedResponse.json()) as { readonly user: { readonly id: string } };
  const { username = '' } = [...world.tables.users.rows()].find(({ id }) => id === user.id) ?? {};
  const response = await fetch(`${url}/tickets/${username}`);
  t.strictSame(await response.json(), { holder: username, tickets: [] });
  t.equal((await fetch(`${url}/tickets/unknown`)).status, 404);
  t.match(await (await fetch(`${url}/v1/unknown`)).json(), { code: 'not_found' });
  t.match(await (await fetch(`${url}/problems/not_found`)).text(), /Not found/, 'what the problem means');
  t.match(printed, [`SMS to ${phone}: ${world.smsSent.at(-1)?.code}`]);
  for (const page of ['/', '/about']) {
    const text = await (await fetch(`${url}${page}`, { headers: { accept: 'text/html' } })).text();
    const links = [...text.matchAll(/(?:href|src)="(\/[^"]*)"/g)];
    t.ok(links.length > 3, page);
    for (const [, link = ''] of links)
      t.equal((await fetch(`${url}${link}`)).status, 200, `${page} links to ${link}`);
  }
  t.match(await (await fetch(`${url}/other`)).json(), { message: 'Route GET:/other not found' });
});

t.test('npm run example:worker has the domain behind a queue, in 30 lines, and ends', async (t) => {
  const folder = new URL('../../../examples/worker/', import.meta.url);
  const { stdin, lines, ended } = await startScript(t, 'example:worker');
  stdin.write(readFileSync(new URL('messages.jsonl', folder)));
  stdin.end('{"id":"one","phone":"+4915100000001","circle":"Band"}\n');
  const said: string[] = [];
  for await (const line of lines) said.push(line);
  t.strictSame(said, [
    'message-1 {"kind":"first","response":"done"}',
    'message-1 {"kind":"replayed","response":"done"}',
    'message-2 {"kind":"first","response":"invalid_request"}',
    'message-3 {"kind":"first","response":"done"}',
    'one {"kind":"first","response":"done"}',
  ]);
  t.strictSame(await ended, [0, null]);
  t.ok(readFileSync(new URL('worker.ts', folder), 'utf8').trim().split('\n').length <= 30);
});
