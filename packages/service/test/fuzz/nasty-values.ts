import fc from 'fast-check';

/** Written into JSON as it stands, where `JSON.stringify` has no word for it. */
export const rawJson = (text: string): string => `raw<<${text}>>`;

const numbers = [
  ...['1e999', '-1e999', '1e400', '-0', '1e-400', '9'.repeat(400), '0.1e1', '12.345', '2147483648'].map(
    rawJson,
  ),
  ...[Number.MAX_SAFE_INTEGER + 2, -1, 0, 2 ** 31, 2 ** 63, 1e308, -1e308, 5e-324, 90.000_000_1, -180.5],
];

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\uffff\ufeff',
  '\u202eabc\u2066',
  '👩‍👩‍👧‍👦'.repeat(40),
  'e\u0301'.repeat(300),
  '\u0130\u0131ßﬁŉ',
  '\r\nSet-Cookie: a=b',
  "' OR 1=1; DROP TABLE event; --",
  '"; select pg_sleep(10); --',
  '$1 $2 ?',
  "\\'; E'\\x00'",
  '%_\\%',
  "a & b | !c <-> 'd':* :A",
  '<script>alert(1)</script><img src=x onerror=y>',
  '&lt;"\'`',
  '%s%n%x%d',
  '$' + '{7*7}{{7*7}}#{7*7}',
  '../../../../etc/passwd',
  '..%2f..%2f',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://[::1',
  'https://user:pass@example.com:99999/',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  'Infinity',
  '-1',
  '1e400',
  '0x10',
  '1,2',
  '0000-00-00',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '0001-01-01T00:00:00+23:59',
  '+275760-09-13T00:00:00.000Z',
  '2026-06-30T23:59:60Z',
  '+4900000000',
  '+0000000000000000000',
  '٠١٢٣',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'x'.repeat(255),
  'ж'.repeat(5_001),
  'y'.repeat(70_000),
];

/** Texts that are known to break programs, or any other. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0xd700, max: 0xe000 }), { maxLength: 8 })
      .map((codes) => String.fromCharCode(...codes)),
  },
);

/** A JSON value of any type, most of them the wrong one. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, {}, [], [[]], [null], { $ne: null }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.array(nastyText, { maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1_001, 101, 30).map((length) => Array.from({ length }, (_, n) => `z${n}`)),
  },
  { weight: 1, arbitrary: fc.dictionary(nastyText, nastyText, { maxKeys: 4 }) },
);

/** Names of fields that no schema has. */
export const nastyKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'id',
    'role',
    'phone',
    'organizerId',
    '',
  ),
  nastyText,
);

/** Bodies that are not a JSON object. */
export const nastyBody: fc.Arbitrary<string> = fc.constantFrom(
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '1e999',
  'NaN',
  "{'a':1}",
  '{"a":1}{"a":1}',
  '{"a":1,}',
  '\ufeff{}',
  '{"__proto__":{"status":"going"}}',
  '{"a":'.repeat(10_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  `{"a":"${'z'.repeat(70_000)}"}`,
);

export const nastyMediaType: fc.Arbitrary<string> = fc.constantFrom(
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonx',
  'application/merge-patch+json',
  ';;;',
  'a/b'.repeat(500),
);

export const nastyBearer: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'Bearer',
    'Bearer ',
    'bearer x',
    'Basic dXNlcjpwYXNz',
    'Bearer a.b.c',
    'Bearer ..',
    `Bearer ${'x'.repeat(8_000)}`,
    // {"alg":"none","typ":"at+jwt"} and the claims of no session
    'Bearer eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0.eyJzdWIiOiJ4Iiwic2lkIjoieSIsImdlbiI6MX0.',
    'Bearer eyJhbGciOiJIUzI1NiIsImtpZCI6Il9fcHJvdG9fXyIsInR5cCI6ImF0K2p3dCJ9.e30.AAAA',
    'Bearer bnVsbA.bnVsbA.bnVsbA',
  ),
  fc.base64String({ maxLength: 60 }).map((text) => `Bearer ${text}.${text}.${text}`),
);
