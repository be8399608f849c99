import { createMemoryWorld } from '@event-platform/domain/memory';
import t from 'tap';
import { isProblem, openTestApp } from '../../test-support/test-app.ts';

t.test('responds 503 at once while the request limit is reached, health apart', async (t) => {
  let open = (): void => undefined;
  let isClosed = true;
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  const world = createMemoryWorld();
  const entered: unknown[] = [];
  const { call } = await openTestApp(t, {
    with: { maxConcurrentRequests: 2 },
    app: {
      domain: {
        ...world.domain,
        listCategories: async () => {
          entered.push(0);
          if (isClosed) await closed;
          return [];
        },
      },
    },
  });
  const inside = [call('GET /v1/categories'), call('GET /v1/categories')];
  while (entered.length < 2) await new Promise(setImmediate);
  const away = await call('GET /v1/categories');
  isProblem(t, away, 503, 'unavailable');
  t.equal(away.headers['retry-after'], '10');
  isProblem(t, await call('GET /nowhere'), 503, 'unavailable');
  t.equal((await call('GET /health/live')).status, 200);
  t.equal((await call('GET /health/ready')).status, 200);
  isClosed = false;
  open();
  for (const { status } of await Promise.all(inside)) t.equal(status, 200);
  for (let again = 0; again < 5; again += 1) t.equal((await call('GET /v1/categories')).status, 200);
});
