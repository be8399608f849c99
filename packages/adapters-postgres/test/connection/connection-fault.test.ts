import { DomainError } from '@event-platform/domain';
import t from 'tap';
import { connectionFault, errorInWords } from '../../src/connection/connection-fault.ts';
import { validateServer } from '../../src/connection/unsuitable-database.ts';

t.test('an error is told in words whatever it is made of', async (t) => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
  const listens = 'nothing listens on that host and port';
  t.equal(errorInWords(refused), listens);
  t.equal(errorInWords(new AggregateError([new Error('x'), refused])), listens);
  t.equal(errorInWords(new Error('lost', { cause: refused })), listens);
  t.equal(errorInWords({ ...refused, message: refused.message }), listens, 'a copy without a name');
  t.equal(errorInWords({ message: 'the phone +491713920037' }), 'an error without a name');
  t.equal(errorInWords(new DOMException('x', 'TimeoutError')), 'TimeoutError');
  t.equal(errorInWords(Object.assign(new Error('value 42'), { code: '23505' })), 'Error (23505)');
  t.equal(
    errorInWords(new Error('timeout exceeded when trying to connect')),
    'no connection to the database became free in time',
  );
  t.equal(
    errorInWords(Object.assign(new Error('row 42'), { code: '55P03' })),
    'a row stayed locked by another transaction for too long',
  );
  const refusal = new DomainError(
    { code: 'unavailable', retryAfterSeconds: 5 },
    { cause: 'the database is out of reach' },
  );
  t.equal(errorInWords(refusal), 'the database is out of reach');
  for (const odd of [undefined, null, 'text', 42, {}, new Error('')])
    t.notMatch(errorInWords(odd), /undefined|^$/, String(odd));
  const round: { cause?: unknown } = {};
  round.cause = round;
  t.equal(connectionFault(round), undefined, 'causes that go round end');
});

t.test('servers before 15 and databases that are not UTF-8 are refused', async (t) => {
  const sound = { number: 150_000, version: '15.0 (Debian 15.0-1)', encoding: 'UTF8' };
  validateServer(sound);
  t.throws(() => validateServer({ ...sound, number: 140_009, version: '14.9 (Debian 14.9-1)' }), {
    name: 'UnsuitableDatabase',
    message: 'PostgreSQL 14.9 is too old; 15 or later is needed',
  });
  for (const encoding of ['SQL_ASCII', 'LATIN1'])
    t.throws(() => validateServer({ ...sound, encoding }), {
      message: new RegExp(`^the encoding of the database is ${encoding} and must be UTF8; make `),
    });
});
