import type { FastifyRequest } from 'fastify';
import t from 'tap';
import { clientKeyOf } from '../../src/input/client-network.ts';

t.test('an account is one client wherever it comes from', (t) => {
  const caller = {
    userId: '019e830e-1a00-7000-8000-0000000fffff',
    sessionId: 'a',
  } as FastifyRequest['caller'];
  t.equal(clientKeyOf({ caller, ip: '192.0.2.1' }), '019e830e-1a00-7000-8000-0000000fffff');
  t.equal(clientKeyOf({ caller: null, ip: '192.0.2.1' }), '192.0.2.1/32');
  t.end();
});
