import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { buildServer } from '../../../examples/embedded/server.ts';

t.test('a server with routes of its own embeds the API', async (t) => {
  const { server, world } = await buildServer('http://127.0.0.1');
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
  const checked = await post('/v1/auth/otp/check', { phone, code: world.smsSent.at(-1)?.code });
  const { user } = (await checked.json()) as { readonly user: { readonly id: string } };
  const { username = '' } = [...world.tables.users.rows()].find(({ id }) => id === user.id) ?? {};
  const found = await fetch(`${url}/tickets/${username}`);
  t.strictSame(await found.json(), { holder: username, tickets: [] });
  t.equal((await fetch(`${url}/tickets/unknown`)).status, 404);
  t.match(await (await fetch(`${url}/v1/unknown`)).json(), { code: 'not_found' });
  t.match(await (await fetch(`${url}/other`)).json(), { message: 'Route GET:/other not found' });
});

t.test('a worker has the domain behind a queue, in 30 lines', async (t) => {
  const program = fileURLToPath(new URL('../../../examples/worker/worker.ts', import.meta.url));
  const messages = readFileSync(new URL('../../../examples/worker/messages.jsonl', import.meta.url));
  const args = ['--conditions=@event-platform/source', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: messages, encoding: 'utf8' });
  t.equal(status, 0, stderr);
  t.strictSame(stdout.trim().split('\n'), [
    'message-1 {"kind":"first","answer":"done"}',
    'message-1 {"kind":"replayed","answer":"done"}',
    'message-2 {"kind":"first","answer":"invalid_request"}',
    'message-3 {"kind":"first","answer":"done"}',
  ]);
  t.ok(readFileSync(program, 'utf8').trim().split('\n').length <= 30);
});
