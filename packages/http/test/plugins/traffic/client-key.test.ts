import { createMemoryWorld } from '@event-platform/domain/memory';
import type { FastifyRequest } from 'fastify';
import t from 'tap';
import { clientKeyOf } from '../../../src/plugins/traffic/client-key.ts';
import { openTestApp } from '../../../test-support/test-app.ts';

t.test('where lists wait, networks take turns', async (t) => {
  const { stores } = createMemoryWorld().dependencies;
  const asked: (string | undefined)[] = [];
  const eventCatalog: typeof stores.eventCatalog = {
    ...stores.eventCatalog,
    list: (filter, order, caller, page, clientKey) => {
      asked.push(clientKey);
      return stores.eventCatalog.list(filter, order, caller, page);
    },
  };
  const { call } = await openTestApp(t, { overrides: { stores: { ...stores, eventCatalog } } });
  const paths = ['/v1/events', '/v1/events/search?q=jazz'];
  for (const path of paths)
    for (const ip of ['192.0.2.1', '2001:db8:1:2::3']) await call(`GET ${path}`, { ip });
  t.strictSame(
    asked,
    paths.flatMap(() => ['192.0.2.1/32', '2001:db8:1:2::/64']),
  );
});

t.test('an account is one client wherever it comes from', (t) => {
  const caller = {
    userId: '019e830e-1a00-7000-8000-0000000fffff',
    sessionId: 'a',
  } as FastifyRequest['caller'];
  t.equal(clientKeyOf({ caller, ip: '192.0.2.1' }), '019e830e-1a00-7000-8000-0000000fffff');
  t.equal(clientKeyOf({ caller: null, ip: '192.0.2.1' }), '192.0.2.1/32');
  t.end();
});
