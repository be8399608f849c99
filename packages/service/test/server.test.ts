import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { testTour } from './server/readme-tour.ts';
import { cleanUp, freePort, type MainProcess, newFolder, startMain } from './support/service-process.ts';

t.teardown(cleanUp);

const ready = /is ready/;
const folder = newFolder();
const DATA_DIR = join(folder, '.data');
const lena = '+491713920037';
const mateo = '+12125550143';
const newcomer = '+447700900123';

const client = (port: number) => {
  const call = async (method: string, path: string, token?: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  };
  const signIn = async (service: MainProcess, phone: string) => {
    await call('POST', '/v1/auth/otp/start', undefined, { phone });
    const [, code] = await service.waitFor(new RegExp(`SMS to \\${phone}: (\\d{4}) is your`));
    const { body } = await call('POST', '/v1/auth/otp/check', undefined, { phone, code });
    return body as { accessToken: string; refreshToken: string; isNewUser: boolean; user: { id: string } };
  };
  return { call, signIn };
};

t.test('starts, serves, imports, survives a kill and restarts on its embedded database', async (t) => {
  const port = await freePort();
  const metricsPort = await freePort();
  const variables = { DATA_DIR, PORT: String(port), METRICS_PORT: String(metricsPort) };
  const { call, signIn } = client(port);

  const service = startMain('server.ts', variables);
  await service.waitFor(ready);
  t.match(service.stdout(), `http://127.0.0.1:${port}/v1/events`);
  t.match(service.stdout(), lena, 'a demo phone to sign in with');
  for (const secret of ['secrets.json', 'connection'])
    t.equal(statSync(join(DATA_DIR, secret)).mode & 0o777, 0o600, secret);

  const organizer = await signIn(service, lena);
  t.equal(organizer.isNewUser, false);
  const guest = await signIn(service, newcomer);
  t.equal(guest.isNewUser, true);

  const list = await call('GET', '/v1/events?limit=50');
  t.equal(list.status, 200);
  t.ok(list.body.meta.total > 40);
  const [event] = list.body.data;
  const rsvp = await call('POST', `/v1/events/${event.id}/rsvp`, guest.accessToken, {
    status: 'interested',
  });
  t.same(rsvp.body, { myRsvp: 'interested', rsvpCount: event.rsvpCount + 1 });

  const mine = await call('GET', '/v1/me/events?role=organizing&limit=50', organizer.accessToken);
  const secret = mine.body.data.find((item: { visibility: string }) => item.visibility === 'private');
  t.equal((await call('GET', `/v1/events/${secret.id}`, guest.accessToken)).status, 404);
  const inviteResponse = await call('POST', `/v1/events/${secret.id}/invites`, organizer.accessToken, {
    userIds: [guest.user.id],
    emails: ['Friend@Example.com'],
  });
  t.match(inviteResponse, { status: 201, body: { sent: 2, skipped: 0 } });
  const [, mailed] = await service.waitFor(/Mail to friend@example\.com[\s\S]*?\/i\/([A-Za-z0-9_-]+)/);
  const invitations = await call('GET', '/v1/me/event-invites', guest.accessToken);
  const [{ token }] = invitations.body.data;
  t.match(await call('POST', `/v1/event-invites/${token}/accept`, guest.accessToken), {
    status: 200,
    body: { eventId: secret.id, myRsvp: 'going' },
  });
  const other = await signIn(service, mateo);
  t.equal((await call('POST', `/v1/event-invites/${mailed}/accept`, other.accessToken)).status, 200);

  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  for (const line of [
    'http_request_duration_seconds_count{method="POST",route="/v1/events/:id/rsvp",status="2xx"} 1',
    'event_platform_problems_total{route="/v1/events/:id",code="event_not_found"} 1',
    'event_platform_sms_sent_total 3',
    'event_platform_sms_converted_total 3',
    'event_platform_mails_total{outcome="sent"} 1',
    'event_platform_database_up 1',
    'event_platform_pg_pool_size{pool="writer"} 8',
  ])
    t.match(metrics, `${line}\n`);
  t.equal((await call('GET', '/metrics')).status, 404, 'metrics are not on the public port');

  const second = await startMain('server.ts', { ...variables, PORT: String(await freePort()) }).ended;
  t.match(second, {
    code: 1,
    stderr: /^The data folder .* is in use by another event-platform process.*\n$/,
  });

  const file = join(DATA_DIR, 'import.jsonl');
  const imported = {
    ...event,
    title: 'Imported meanwhile',
    category: 'imports',
    coverUrl: null,
    description: '',
  };
  writeFileSync(file, `${JSON.stringify(imported)}\n{}\n`);
  const importing = await startMain('import.ts', variables, [file, '--organizer', newcomer]).ended;
  t.match(importing, {
    code: 1,
    stdout: '2 lines: 1 events added, 0 changed, 0 unchanged, 0 cancelled, 1 failed.\n',
    stderr: /^line 2: .*All of them are in .*faults\.txt\.\n$/s,
  });
  t.match(await startMain('migrate.ts', variables).ended, { code: 0, stderr: '' });

  service.kill('SIGKILL');
  await service.ended;

  const again = startMain('server.ts', variables);
  await again.waitFor(ready);
  t.match((await call('GET', '/v1/auth/me', guest.accessToken)).body, {
    id: guest.user.id,
    phone: newcomer,
  });
  t.match((await call('GET', `/v1/events/${event.id}`, guest.accessToken)).body, {
    myRsvp: 'interested',
    rsvpCount: event.rsvpCount + 1,
  });
  t.match((await call('GET', `/v1/events/${secret.id}`, other.accessToken)).body, { myRsvp: 'going' });
  t.equal((await call('GET', '/v1/events')).body.meta.total, list.body.meta.total + 1);
  t.match((await call('GET', '/v1/events/search?q=imported')).body.meta, { total: 1 });
  t.equal(
    (await call('POST', '/v1/auth/refresh', undefined, { refreshToken: guest.refreshToken })).status,
    200,
  );
  again.kill('SIGINT');
  again.kill('SIGINT');
  t.match(await again.ended, { code: 0, stderr: '' }, 'Ctrl-C under npm arrives twice');

  const third = startMain('server.ts', variables);
  await third.waitFor(ready);
  await t.test('the tour of the README', (t) => testTour(t, port, folder));
  third.kill('SIGTERM');
  t.match(await third.ended, { code: 0, stderr: '' });
  t.throws(() => statSync(join(DATA_DIR, 'connection')), { code: 'ENOENT' });
});

t.test('reports a port that is taken in one sentence', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  const PORT = String((other.address() as AddressInfo).port);
  const { code, stdout, stderr } = await startMain('server.ts', { DATA_DIR, PORT }).ended;
  t.equal(code, 1);
  t.equal(stdout, '');
  t.match(stderr, /^Port \d+ on 127\.0\.0\.1 is taken by another program.*\n$/, 'no stack');
});
