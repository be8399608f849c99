import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { RegisterDevice } from '../../src/devices/manage-devices.ts';
import type { UserId } from '../../src/ids.ts';
import { openSession } from '../../src/sessions/session.ts';
import { faultsOf, person, refusal } from '../support.ts';

const deviceId = '0197A5C2-7f3e-4c1a-9b1e-2f4d6a8c0e12';
const keys = { p256dh: `BA${'x'.repeat(85)}`, auth: 'y'.repeat(22) };
const pushToken = { endpoint: 'https://push.example.com/abc', keys };

const openScene = async (settings: object = {}) => {
  const world = createMemoryWorld({ settings });
  const userId = (await person(world)) as UserId;
  const sessionId = world.dependencies.ids.next() as RegisterDevice['sessionId'];
  await world.dependencies.stores.sessions.open(openSession(sessionId, userId, world.clock.now()));
  const command = { userId, sessionId, deviceId, platform: 'fcm', pushToken: 'abc' } as const;
  const register = (changes: Partial<RegisterDevice> = {}) =>
    world.domain.registerDevice({ ...command, ...changes });
  return { world, userId, sessionId, register };
};

t.test('a device is registered, listed without others, and removed', async (t) => {
  const { world, userId, register } = await openScene();
  const device = await register();
  t.match(device, { id: deviceId.toLowerCase(), locale: 'en', appVersion: null, platform: 'fcm' });
  t.strictSame(await world.domain.listDevices({ userId }), [device]);
  const padded = { ...keys, p256dh: `${keys.p256dh}=`, auth: `${keys.auth}==` };
  const web = await register({
    ...{ platform: 'web', locale: 'de-CH', appVersion: '1.0', pushToken: { ...pushToken, keys: padded } },
  });
  t.match(web, { address: pushToken.endpoint, keys, locale: 'de-CH', appVersion: '1.0' });
  t.strictSame(await world.domain.listDevices({ userId }), [web], 'in place of what it was');
  await world.domain.removeDevice({ userId, deviceId: 'none' });
  await world.domain.removeDevice({ userId, deviceId });
  await world.domain.removeDevice({ userId, deviceId });
  t.strictSame(await world.domain.listDevices({ userId }), []);
});

t.test('what no provider would take is refused', async (t) => {
  const { register } = await openScene();
  const paths = async (changes: Partial<RegisterDevice>) =>
    (await faultsOf(register(changes))).map(({ path }) => path);
  for (const wrong of ['', 'a b', 'ä', 'a'.repeat(4_097), pushToken])
    t.strictSame(await paths({ pushToken: wrong }), ['/token']);
  t.strictSame(await paths({ platform: 'web' }), ['/token']);
  const web = (endpoint: string, changes: object = {}) =>
    paths({ platform: 'web', pushToken: { endpoint, keys: { ...keys, ...changes } } });
  t.strictSame(await web('http://push.example.com/'), ['/token/endpoint']);
  t.strictSame(await web(pushToken.endpoint, { p256dh: 'x', auth: 'y' }), [
    '/token/keys/p256dh',
    '/token/keys/auth',
  ]);
  for (const locale of ['', 'no language', `en-${'a'.repeat(40)}`])
    t.strictSame(await paths({ locale }), ['/locale']);
  t.strictSame(await paths({ deviceId: 'one', appVersion: 'a\nb' }), ['/id', '/appVersion']);
});

t.test('platforms that are not configured are refused, with those that are', async (t) => {
  const push = { platforms: ['apns', 'apns_sandbox'], webPublicKey: null } as const;
  const { world, register } = await openScene({ push });
  await t.rejects(register(), refusal('push_unavailable', { platforms: [...push.platforms] }));
  t.ok(await register({ platform: 'apns_sandbox' }));
  t.strictSame(world.domain.getPushProviders(), push);
});

t.test('a session that ended meanwhile registers none', async (t) => {
  const { world, sessionId, register } = await openScene();
  await world.dependencies.stores.sessions.end(sessionId, world.clock.now());
  await t.rejects(register(), refusal('unauthenticated'));
});

t.test('an account registers devices a thousand times an hour', async (t) => {
  const { register } = await openScene({ quotaScale: 1 });
  for (let nr = 0; nr < 1_000; nr += 1) await register();
  await t.rejects(register(), refusal('rate_limited'));
});
