import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { httpWebhookSender } from '@event-platform/adapters-notify';
import t from 'tap';
import { freePort, newFolder } from '../support/service-process.ts';
import { until } from './telling-service.ts';

const guide = readFileSync(
  fileURLToPath(new URL('../../../../docs/guides/webhooks.md', import.meta.url)),
  'utf8',
);
const secret = `whsec_${Buffer.from('a secret of the builder').toString('base64')}`;
const sender = httpWebhookSender({ appName: 'Gather', allowLoopback: true });
const body = JSON.stringify({
  type: 'rsvp.changed',
  timestamp: new Date().toISOString(),
  data: { status: 'going' },
});

t.test('the receiver of the guide takes what is signed', async (t) => {
  const [, text = ''] = /```ts\n(.*?)```/s.exec(guide) ?? [];
  t.ok(text.split('\n').filter((line) => line.trim() !== '').length <= 20, 'in 20 lines');
  const path = join(newFolder(), 'receiver.mts');
  writeFileSync(path, text);
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    WEBHOOK_SECRET: secret,
  };
  const child = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  t.teardown(() => child.kill('SIGKILL'));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
  });
  const post = (changes: object = {}) =>
    sender.post({
      ...{ url: `http://127.0.0.1:${port}/hook`, id: 'one', at: new Date(), body, isTrusted: false },
      secrets: [secret],
      ...changes,
    });
  t.equal(await until(() => post()), 204);
  await until(() => printed.includes('rsvp.changed'));
  t.equal(await post({ secrets: ['whsec_b3RoZXI=', secret] }), 204, 'one of two, after a rotation');
  t.equal(await post({ secrets: ['whsec_b3RoZXI='] }), 401);
  t.equal(await post({ at: new Date(Date.now() - 3_600_000) }), 401, 'an old one, sent again');
});
