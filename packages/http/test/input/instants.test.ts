import t from 'tap';
import { dateBoundOf, instantOf, parseDateBound, parseInstant } from '../../src/input/instants.ts';

t.test('an instant is a date and time with its offset (RFC 3339)', async (t) => {
  const read: Record<string, string | null> = {
    '2026-05-01T18:00:00Z': '2026-05-01T18:00:00.000Z',
    '2026-05-01t18:00:00.5z': '2026-05-01T18:00:00.500Z',
    '2026-05-01T18:00:00.123999Z': '2026-05-01T18:00:00.123Z',
    '2026-05-01T00:30:00+05:45': '2026-04-30T18:45:00.000Z',
    '2026-05-01T18:00:00-00:00': '2026-05-01T18:00:00.000Z',
    '2026-05-01T09:05:07+14:30': '2026-04-30T18:35:07.000Z',
    '2026-05-01T19:59:59-20:00': '2026-05-02T15:59:59.000Z',
    '2026-05-01T23:10:10+23:59': '2026-04-30T23:11:10.000Z',
    '2026-05-01T18:00:00.123456789Z': '2026-05-01T18:00:00.123Z',
    '2028-02-29T00:00:00Z': '2028-02-29T00:00:00.000Z',
    '9999-12-31T23:59:59Z': '9999-12-31T23:59:59.000Z',
    '9999-12-31T23:59:59-01:00': null,
    '0001-01-01T00:00:00+01:00': null,
    '2026-02-29T00:00:00Z': null,
    '2026-04-31T00:00:00Z': null,
    '2026-00-01T00:00:00Z': null,
    '2026-05-01T24:00:00Z': null,
    '2026-05-01T18:60:00Z': null,
    '2026-05-01T18:00:60Z': null,
    '2026-05-01T18:00:00': null,
    '2026-05-01T18:00:00.Z': null,
    '2026-05-01T18:00:00.1234567890Z': null,
    '2026-05-01T18:00:00x02:00': null,
    '2026-05-01T18:00:00+02:60': null,
    '2026-05-01T18:00:00+30:00': null,
    '2026-05-01T30:00:00Z': null,
    '2026-05-01T18:00Z': null,
    '2026-05-01 18:00:00Z': null,
    '2026-05-01T18:00:00+24:00': null,
    '2026-05-01T18:00:00+0200': null,
    ' 2026-05-01T18:00:00Z': null,
    '2026-05-01T18:00:00Z\n': null,
    '+002026-05-01T18:00:00Z': null,
    '1780000000000': null,
    '': null,
  };
  for (const [text, instant] of Object.entries(read))
    t.equal(parseInstant(text)?.toISOString() ?? null, instant, text);
  t.match(parseDateBound('2026-05-01'), { wholeDay: true, at: new Date('2026-05-01T00:00:00.000Z') });
  t.match(parseDateBound('2026-05-01T20:00:00 02:00'), {
    wholeDay: false,
    at: new Date('2026-05-01T18:00:00.000Z'),
  });
  t.equal(parseDateBound('2026-02-30'), null);
  t.equal(parseDateBound('2026-5-1'), null);
  t.equal(parseDateBound('2026-05-01 '), null);
  t.equal(parseDateBound(' 2026-05-01'), null);
  t.equal(parseDateBound('2026-05-01T20:00:00 02:00 '), null, 'a blank is a plus before an offset alone');
});

t.test('a text that no schema should have let through is a fault that does not quote it', async (t) => {
  const fault = { name: 'TypeError', message: 'a text of 6 characters passed its schema unvalidated' };
  t.throws(() => instantOf('secret'), fault);
  t.throws(() => dateBoundOf('secret'), fault);
  t.equal(dateBoundOf(undefined), undefined);
});
