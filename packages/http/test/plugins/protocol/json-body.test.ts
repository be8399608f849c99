import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const good = '{"phone":"+447700900123","code":"1234"}';

t.test('a body may hold null beside escaped text', async (t) => {
  const { call } = await openTestApp(t);
  const body = '{"phone":"+447700900123","code":"1234","x":[null,1,true],"y":"\\ud83c\\udfb5"}';
  const headers = { 'content-type': 'application/json' };
  isProblem(t, await call('POST /v1/auth/otp/check', { raw: body, headers }), 401, 'code_invalid');
});

t.test('a body that is no JSON object of storable text is refused', async (t) => {
  const { call } = await openTestApp(t);
  const check = (raw: string | Buffer, type = 'application/json') =>
    call('POST /v1/auth/otp/check', { raw, headers: { 'content-type': type } });
  isProblem(t, await check(good), 401, 'code_invalid', 'the sound one');
  const broken: Record<string, string | Buffer> = {
    'half of it': good.slice(0, -3),
    'something behind it': `${good}x`,
    'single quotes': "{'phone':'x'}",
    'a lone value': 'true',
    null: 'null',
    'a list': '[]',
    'a text': '"x"',
    'a number': '1',
    'NUL in a field': '{"phone":"+447700900123\\u0000","code":"1234"}',
    'NUL in an unknown field': '{"phone":"+447700900123","code":"1234","x":{"y":["\\u0000"]}}',
    'half a surrogate pair': '{"phone":"+447700900123","code":"1234","x":"\\uD83C"}',
    'the other half': '{"phone":"\\udfb5","code":"1234"}',
    'a raw NUL': '{"phone":"\u0000","code":"1234"}',
    'invalid UTF-8': Buffer.from([...Buffer.from('{"phone":"'), 0xff, ...Buffer.from('","code":"1234"}')]),
    'half a character': Buffer.from([...Buffer.from('{"phone":"'), 0xc3, ...Buffer.from('","code":"1234"}')]),
    'UTF-16': Buffer.from(good, 'utf16le'),
    'very deep': '['.repeat(30_000),
    'very deep and whole': `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    nothing: '',
  };
  for (const [about, raw] of Object.entries(broken))
    isProblem(t, await check(raw), 400, 'invalid_request', about);
  const odd = await check(`{"a/b~c\\ud800":{"${'k'.repeat(500)}":"\\u0000"}}`);
  t.equal(
    odd.body.errors[0].path,
    `/a~1b~0c\ufffd/${'k'.repeat(100)}`,
    'a pointer (RFC 6901) of bounded length',
  );
  isProblem(
    t,
    await check('{"phone":"+447700900123","code":"1234","x":"\\\\u0000"}'),
    401,
    'code_invalid',
    'an escaped backslash is no NUL',
  );
  isProblem(
    t,
    await check(`{"phone":"+447700900123","code":"1234","deep":${'['.repeat(25_000)}${']'.repeat(25_000)}}`),
    401,
    'code_invalid',
    'depth in an unknown field',
  );
  isProblem(
    t,
    await check('{"phone":"+447700900123","code":"1234","x":"\\ud83c\\udfb5"}'),
    401,
    'code_invalid',
    'a whole pair is a character',
  );
  for (const key of ['__proto__', 'constructor'])
    isProblem(
      t,
      await check(`{"${key}":{"phone":"+447700900123","code":"1234"}}`),
      400,
      'invalid_request',
      key,
    );
  t.equal(({} as { code?: string }).code, undefined, 'no prototype was touched');
});

t.test('only JSON is taken', async (t) => {
  const { call } = await openTestApp(t);
  const check = (raw: string | Buffer, type = 'application/json') =>
    call('POST /v1/auth/otp/check', { raw, headers: { 'content-type': type } });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'nonsense',
  ])
    isProblem(t, await check(good, type), 415, 'unsupported_media_type', type);
  const untypedResponse = await call('POST /v1/auth/otp/check', {
    raw: Buffer.from(good),
    headers: { 'content-type': '' },
  });
  isProblem(t, untypedResponse, 415, 'unsupported_media_type', 'no type');
  isProblem(
    t,
    await check(good, 'Application/JSON; Charset=UTF-8'),
    401,
    'code_invalid',
    'types have no case',
  );
});

t.test('a body over 64 KiB is too large, whatever its type', async (t) => {
  const { call } = await openTestApp(t);
  const check = (raw: string | Buffer, type = 'application/json') =>
    call('POST /v1/auth/otp/check', { raw, headers: { 'content-type': type } });
  const heavy = JSON.stringify({ phone: '+447700900123', code: '1234', ballast: 'x'.repeat(65_536) });
  isProblem(t, await check(heavy), 413, 'payload_too_large');
  isProblem(t, await check('x'.repeat(70_000), 'text/plain'), 413, 'payload_too_large');
});

t.test('bodies are up to 64 KiB, and not packed', async (t) => {
  const { call } = await openTestApp(t);
  const check = (raw: string, more = {}) =>
    call('POST /v1/auth/otp/check', { raw, headers: { 'content-type': 'application/json', ...more } });
  isProblem(t, await check(good.padEnd(65_536)), 401, 'code_invalid', 'at the limit');
  isProblem(t, await check(good.padEnd(65_537)), 413, 'payload_too_large', 'one byte more');
  for (const encoding of ['identity', 'Identity'])
    isProblem(t, await check(good, { 'content-encoding': encoding }), 401, 'code_invalid', encoding);
  for (const encoding of ['gzip', 'br', 'identity, gzip', ''])
    isProblem(
      t,
      await check(good, { 'content-encoding': encoding }),
      415,
      'unsupported_media_type',
      encoding,
    );
  const brokenResponse = await check('{');
  t.strictSame(brokenResponse.body.errors, [{ path: '', message: 'has a body that is not valid JSON' }]);
});
