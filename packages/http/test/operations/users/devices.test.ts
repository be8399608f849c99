import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const id = '0197a5c2-7f3e-4c1a-9b1e-2f4d6a8c0e12';
const at = `/v1/me/devices/${id}`;
const keys = { p256dh: `BA${'x'.repeat(85)}`, auth: 'y'.repeat(22) };

t.test('devices', async (t) => {
  const { call, person, logged } = await openTestApp(t);
  const [ada, bob] = [await person(), await person()];
  for (const target of [`PUT ${at}`, `DELETE ${at}`, 'GET /v1/me/devices'])
    isProblem(t, await call(target), 401, 'unauthenticated');
  const body = { platform: 'fcm', token: 'ada-token', locale: 'de', appVersion: '1.2.0' };
  const device = await call(`PUT ${at}`, { as: ada, body });
  t.equal(device.status, 200);
  t.match(device.body, { id, platform: 'fcm', locale: 'de', appVersion: '1.2.0' });
  t.strictSame(Object.keys(device.body), [
    ...['id', 'platform', 'locale', 'appVersion', 'createdAt', 'lastSeenAt'],
  ]);
  t.strictSame((await call(`PUT ${at}`, { as: ada, body })).body, device.body);
  t.strictSame((await call('GET /v1/me/devices', { as: ada })).body, { data: [device.body] });

  const token = { endpoint: 'https://push.example.com/1', expirationTime: null, keys };
  const web = await call(`PUT ${at}`, { as: bob, body: { platform: 'web', token } });
  t.match(web.body, { platform: 'web', locale: 'en', appVersion: null });
  t.equal((await call('GET /v1/me/devices', { as: ada })).body.data.length, 1, 'ids are of one person');

  for (const wrong of [
    {},
    { platform: 'sms', token: 'x' },
    { platform: 'fcm' },
    { platform: 'fcm', token },
    { platform: 'fcm', token: 'a b' },
    { platform: 'web', token: 'x' },
    { platform: 'web', token: { ...token, keys: {} } },
    { platform: 'web', token: { ...token, endpoint: 'http://push.example.com/1' } },
    { ...body, locale: 'not a tag' },
    { ...body, appVersion: 7 },
  ])
    isProblem(t, await call(`PUT ${at}`, { as: ada, body: wrong }), 400, 'invalid_request');
  isProblem(t, await call('PUT /v1/me/devices/x', { as: ada, body }), 400, 'invalid_request');

  for (const path of [at, at, '/v1/me/devices/x'])
    t.equal((await call(`DELETE ${path}`, { as: ada })).status, 204);
  t.strictSame((await call('GET /v1/me/devices', { as: ada })).body, { data: [] });
  t.equal((await call('GET /v1/me/devices', { as: bob })).body.data.length, 1);
  t.notMatch(logged.join(), /ada-token|push\.example/);
});

t.test('platforms that are configured', async (t) => {
  const push = { platforms: ['web'], webPublicKey: 'BAbc' } as const;
  const { call, person } = await openTestApp(t, { domain: { push } });
  t.strictSame((await call('GET /v1/push')).body, push);
  const response = await call(`PUT ${at}`, { as: await person(), body: { platform: 'fcm', token: 'x' } });
  isProblem(t, response, 409, 'push_unavailable');
  t.strictSame(response.body.platforms, ['web']);
});
