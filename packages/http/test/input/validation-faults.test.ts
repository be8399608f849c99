import t from 'tap';
import { validationFaults } from '../../src/input/validation-faults.ts';
import { openTestApp } from '../../test-support/test-app.ts';

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
      error('type', '/b', { type: 'string' }, 'must be string'),
      error('minLength', '/b', {}, 'must be longer'),
      error('enum', '/c', { allowedValues: ['x', null] }, 'must be equal'),
      error('format', '/d', { format: 'date-time' }, 'must match'),
      error('format', '/e', { format: 'other' }, 'must match'),
      error('pattern', '/f', {}, 'must match it'),
      error('if', '/g', {}, 'must match "then"'),
      error('pattern', '/h'),
    ]),
    [
      { path: '/place/lat', message: 'is required' },
      { path: '/b', message: 'must be a string' },
      { path: '/c', message: 'must be one of x, null' },
      {
        path: '/d',
        message: 'must be a date and time with its offset (RFC 3339), such as 2026-05-01T18:00:00Z',
      },
      { path: '/e', message: 'is malformed' },
      { path: '/f', message: 'must match it' },
      { path: '/h', message: 'is malformed' },
    ],
  );
});

t.test('types and bounds in plain words', async (t) => {
  const { call, person } = await openTestApp(t);
  const { body: started } = await call('POST /v1/auth/otp/start', { body: [] });
  t.strictSame(started.errors, [{ path: '', message: 'must be an object' }]);
  const { body: listed } = await call('GET /v1/events?limit=many&lat=x&lng=1');
  t.strictSame(listed.errors, [
    { path: '/lat', message: 'must be a number' },
    { path: '/limit', message: 'must be a whole number' },
  ]);
  const as = await person();
  for (const [request, message] of [
    [
      'GET /v1/events?attendance=offline,moon',
      'must be one or more of offline, online, mixed, separated by commas',
    ],
    ['GET /v1/events?category=music,,arts', 'must be 1 to 10 slugs, separated by commas'],
    ['GET /v1/events?tag=,', 'must be 1 to 5 tags, separated by commas'],
    [
      'GET /v1/me/events?role=host',
      'must be one or more of organizing, going, interested, saved, separated by commas',
    ],
  ] as const)
    t.equal((await call(request, { as })).body.errors[0].message, message);
  const words = (keyword: string, params: object) =>
    validationFaults([
      { keyword, instancePath: '/a', schemaPath: '', params: params as Record<string, string> },
    ])[0]?.message;
  t.equal(words('type', { type: ['integer', 'null'] }), 'must be a whole number or null');
  t.equal(words('minLength', { limit: 1 }), 'must have at least 1 character');
  t.equal(words('maxLength', { limit: 200 }), 'must have at most 200 characters');
  t.equal(words('minItems', { limit: 2 }), 'must have at least 2 items');
  t.equal(words('maxItems', { limit: 1 }), 'must have at most 1 item');
});
