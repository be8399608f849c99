import t from 'tap';
import { validationFaults } from '../../src/input/validation-faults.ts';

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
