import t from 'tap';
import { openTestApp } from '../../../test-support/test-app.ts';

t.test('categories are public and may be kept', async (t) => {
  const { call } = await openTestApp(t);
  const { status, body, headers } = await call('GET /v1/categories');
  t.equal(status, 200);
  t.strictSame(Object.keys(body), ['data']);
  t.strictSame(body.data[0], { slug: 'food', name: 'Food & drink', emoji: '🍲' });
  t.equal(headers['cache-control'], 'public, max-age=60');
});
