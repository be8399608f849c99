import { DomainError } from '@event-platform/domain';
import t from 'tap';
import { invitationToken, wellFormedUsername } from '../../src/input/tokens.ts';
import {
  mayHoldUnstorableText,
  refuseUnstorableText,
  unstorableText,
} from '../../src/input/unstorable-text.ts';
import { validationFaults } from '../../src/input/validation-faults.ts';
import { isProblem, openTestApp } from '../../test-support/test-app.ts';

const refusalOf = (run: () => unknown): unknown => {
  try {
    run();
    return null;
  } catch (error) {
    return error instanceof DomainError ? error.problem : error;
  }
};

const good = '{"phone":"+447700900123","code":"1234"}';

t.test('a body may hold null beside escaped text', async (t) => {
  const { call } = await openTestApp(t);
  const body = '{"phone":"+447700900123","code":"1234","x":[null,1,true],"y":"\\ud83c\\udfb5"}';
  const headers = { 'content-type': 'application/json' };
  isProblem(t, await call('POST /v1/auth/otp/check', { raw: body, headers }), 401, 'code_invalid');
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
  const broken = await check('{');
  t.strictSame(broken.body.errors, [{ path: '', message: 'has a body that is not valid JSON' }]);
});

t.test('text that no database keeps', async (t) => {
  t.equal(unstorableText('/a', 'fine \ud83c\udfb5'), null);
  t.strictSame(unstorableText('/a', 'a\u0000'), { path: '/a', message: 'must not contain NUL characters' });
  t.strictSame(unstorableText('/a', '\ud83c'), { path: '/a', message: 'must be well-formed Unicode' });
  for (const json of ['"\\u0000"', '"\\uD83C"', '"\\udfb5"', '"\\ud800"', '"\\uDfff"'])
    t.ok(mayHoldUnstorableText(json), json);
  for (const json of ['"\\u0001"', '"\\ud7ff"', '"\\ue000"', '"0000"'])
    t.notOk(mayHoldUnstorableText(json), json);
  t.match(
    refusalOf(() => refuseUnstorableText({ a: [null, { 'b/~': '\u0000' }] })),
    { code: 'invalid_request', errors: [{ path: '/a/1/b~1~0', message: /NUL/ }] },
  );
  refuseUnstorableText({ a: [null, 1, 'fine', { b: true }] });
});

t.test('tokens and usernames of a path', async (t) => {
  t.equal(invitationToken('a'.repeat(200)), 'a'.repeat(200));
  for (const text of ['', 'a'.repeat(201), 'a b', 'a\n', '.', 'é'])
    t.strictSame(
      refusalOf(() => invitationToken(text)),
      { code: 'invitation_not_found' },
      text.slice(0, 10),
    );
  t.equal(wellFormedUsername('a.b_c-9'.padEnd(30, 'z')), 'a.b_c-9'.padEnd(30, 'z'));
  for (const text of ['', 'a'.repeat(31), 'a b', 'a\n', '/'])
    t.strictSame(
      refusalOf(() => wellFormedUsername(text)),
      { code: 'not_found' },
      text.slice(0, 10),
    );
});

t.test('faults of the validator, one a field, in its order', async (t) => {
  const error = (keyword: string, instancePath: string, params: object = {}, message?: string) => ({
    keyword,
    instancePath,
    schemaPath: '',
    params: params as Record<string, string>,
    ...(message === undefined ? {} : { message }),
  });
  t.strictSame(
    validationFaults([
      error('required', '/place', { missingProperty: 'lat' }, 'must have it'),
      error('type', '/b', {}, 'must be a text'),
      error('minLength', '/b', {}, 'must be longer'),
      error('enum', '/c', { allowedValues: ['x', null] }, 'must be equal'),
      error('format', '/d', { format: 'date-time' }, 'must match'),
      error('format', '/e', { format: 'other' }, 'must match'),
      error('type', '/f'),
    ]),
    [
      { path: '/place/lat', message: 'is required' },
      { path: '/b', message: 'must be a text' },
      { path: '/c', message: 'must be one of x, null' },
      {
        path: '/d',
        message: 'must be a date and time with its offset (RFC 3339), such as 2026-05-01T18:00:00Z',
      },
      { path: '/e', message: 'is malformed' },
      { path: '/f', message: 'is malformed' },
    ],
  );
});
