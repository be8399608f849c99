import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import t from 'tap';
import { isProblem, openTestApp } from '../../test-support/test-app.ts';

t.test('a token names neither its algorithm nor its key', async (t) => {
  const secret = Buffer.alloc(32, 7);
  const { call, person } = await openTestApp(t, { with: { jwtKeys: [{ kid: 'new', secret }] } });
  const one = await person();
  const [head = '', payload = '', signature = ''] = one.accessToken.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString());
  const encode = (text: string | Buffer) => Buffer.from(text).toString('base64url');
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const jwk = publicKey.export({ format: 'jwk' });

  const withMac = (changes: object, key: string | Buffer = '', body = payload) => {
    const input = `${encode(JSON.stringify({ ...header, ...changes }))}.${body}`;
    return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
  };
  const withKeyOf = (changes: object) => {
    const input = `${encode(JSON.stringify({ ...header, alg: 'RS256', ...changes }))}.${payload}`;
    return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`;
  };
  const me = (accessToken: string) => call('GET /v1/auth/me', { as: { accessToken } });
  t.equal((await me(withMac({}, secret))).status, 200, 'the forge itself is sound');
  const twoAlgorithms = encode(JSON.stringify(header).replace('{', '{"alg":"none",'));
  const bad: Record<string, string> = {
    'an empty key': withMac({}),
    'a public key as the secret': withMac({}, pem),
    'a public key as the secret, and its name': withMac({ alg: 'RS256' }, pem),
    'a key in the token': withKeyOf({ jwk }),
    'a key at an address': withKeyOf({ jku: 'https://evil.example/keys', x5u: 'https://evil.example/x' }),
    'a certificate in the token': withKeyOf({ x5c: [pem] }),
    'no algorithm at all': withMac({ alg: undefined }, secret),
    'two algorithms, signed': `${twoAlgorithms}.${payload}.${signature}`,
    'two algorithms, unsigned': `${twoAlgorithms}.${payload}.`,
    ...Object.fromEntries(
      ['None', 'NONE', 'nOnE', 'hs256', 'HS256 ', '', 0, null, ['HS256'], { alg: 'HS256' }].map((alg) => [
        `alg ${JSON.stringify(alg)}`,
        `${encode(JSON.stringify({ ...header, alg }))}.${payload}.`,
      ]),
    ),
    ...Object.fromEntries(
      [
        ...[
          '../../../../dev/null',
          '/dev/null',
          'file:///dev/null',
          "new' or '1'='1",
          'new\0',
          ' new',
          'NEW',
        ],
        ...['__proto__', 'constructor', 'toString', 'key new', '', 'k'.repeat(8_000)],
        ...[0, true, null, {}, ['new'], [['new']], { toString: 'new' }],
      ].map((kid) => [`kid ${JSON.stringify(kid)}`.slice(0, 60), withMac({ kid })]),
    ),
    'a kid that is a list, signed': withMac({ kid: ['new'] }, secret),
    'more behind it': `${one.accessToken}.x`,
    padding: `${one.accessToken}=`,
    'another alphabet of base64': one.accessToken.replaceAll('-', '+').replaceAll('_', '/').concat('=='),
    'no signature': `${head}.${payload}`,
    'two tokens': `${one.accessToken},${one.accessToken}`,
    'claims that are a list': withMac({}, secret, encode('[1]')),
    'claims that are null': withMac({}, secret, encode('null')),
    'claims that are no JSON': withMac({}, secret, encode(Buffer.from([0xff, 0xfe]))),
    'claims without end': withMac({}, '', encode('['.repeat(10_000))),
    'a long token': `${head}.${'a'.repeat(14_000)}.${signature}`,
    'a refresh token': one.refreshToken,
  };
  for (const [about, accessToken] of Object.entries(bad))
    isProblem(t, await me(accessToken), 401, 'unauthenticated', about);
  const refreshed = await call('POST /v1/auth/refresh', { body: { refreshToken: one.accessToken } });
  isProblem(t, refreshed, 401, 'refresh_token_invalid', 'an access token is no refresh token');
});
