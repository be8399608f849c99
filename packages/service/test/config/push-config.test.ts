import { createECDH, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/faults/config-error.ts';

const faultsOf = (variables: Record<string, string>): readonly string[] => {
  try {
    readConfig(variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

const pem = { type: 'pkcs8', format: 'pem' } as const;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export(pem).toString();
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem).toString();
const account = {
  ...{ project_id: 'lantern', client_email: 'push@lantern.example', private_key: rsa },
  token_uri: 'https://oauth2.example.com/token',
};
const apns = { PUSH: 'apns', APNS_KEY: ec, APNS_KEY_ID: 'ABC1234567', APNS_TEAM_ID: 'ABCDE12345' };

t.test('what a provider of pushes lacks is named at the start', async (t) => {
  for (const [variables, fault] of [
    [{ PUSH: 'sms' }, /^PUSH: must be a comma-separated list of console, fcm, apns, expo, web\.$/],
    [{ PUSH: 'fcm' }, /^FCM_CREDENTIALS: must be set with PUSH=fcm\.$/],
    [{ PUSH: 'fcm', FCM_CREDENTIALS: '/no/such/file' }, /^FCM_CREDENTIALS: must be the JSON/],
    [{ PUSH: 'fcm', FCM_CREDENTIALS: '{}' }, /^FCM_CREDENTIALS: must be the JSON/],
    [
      { PUSH: 'fcm', FCM_CREDENTIALS: JSON.stringify({ ...account, private_key: ec }) },
      /^FCM_CREDENTIALS: must be the JSON/,
    ],
    [apns, /^APNS_TOPIC: must be set with PUSH=apns\.$/],
    [{ ...apns, APNS_TOPIC: 'com.example', APNS_KEY: rsa }, /^APNS_KEY: must be the PEM/],
    [
      { ...apns, APNS_TOPIC: 'com.example', APNS_URL: 'http://localhost' },
      /^APNS_URL: must be an https URL\.$/,
    ],
    [
      { PUSH: 'web', VAPID_KEYS: 'a:b', VAPID_SUBJECT: 'mailto:a@example.com' },
      /^VAPID_KEYS: must be public:private/,
    ],
  ] as const)
    t.match(faultsOf(variables), [fault], JSON.stringify(variables).slice(0, 80));
});

t.test('keys are texts or files', async (t) => {
  const folder = t.testdir();
  writeFileSync(join(folder, 'account.json'), JSON.stringify(account));
  writeFileSync(join(folder, 'key.p8'), ec);
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const publicKey = pair.getPublicKey('base64url');
  const config = readConfig({
    ...apns,
    PUSH: 'fcm, apns, expo, web',
    FCM_CREDENTIALS: join(folder, 'account.json'),
    FCM_URL: 'http://127.0.0.1:9/path',
    APNS_KEY: join(folder, 'key.p8'),
    APNS_TOPIC: 'com.example',
    VAPID_KEYS: `${publicKey}:${pair.getPrivateKey('base64url')}`,
    VAPID_SUBJECT: 'mailto:help@example.com',
  });
  t.match(config.push, {
    fcm: { credentials: account, origin: 'http://127.0.0.1:9' },
    apns: { key: ec.trim(), keyId: 'ABC1234567' },
    web: { publicKey, allowLoopback: true },
  });
  t.strictSame(config.domain.push, {
    platforms: ['fcm', 'apns', 'apns_sandbox', 'expo', 'web'],
    webPublicKey: publicKey,
  });
  const lines = readConfig({ ...apns, APNS_TOPIC: 'com.example', APNS_KEY: ec.replaceAll('\n', '\\n') });
  t.strictSame(lines.domain.push, { platforms: ['apns', 'apns_sandbox'], webPublicKey: null });
  t.equal(readConfig({}).push.isConsole, true, 'outside production the console by default');
});
