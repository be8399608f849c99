import t from 'tap';
import { openTestApp } from '../test-support/test-app.ts';

t.test('the default pictures are kept for a day, also by other origins', async (t) => {
  const { call } = await openTestApp(t);
  for (const picture of ['avatar', 'cover']) {
    const response = await call(`GET /assets/${picture}.svg`);
    t.equal(response.status, 200);
    t.equal(response.headers['content-type'], 'image/svg+xml');
    t.equal(response.headers['cache-control'], 'public, max-age=86400');
    t.equal(
      response.headers['cross-origin-resource-policy'],
      'cross-origin',
      'apps of other origins show them',
    );
    t.match(response.text, /^<svg[\s\S]*<\/svg>\n$/);
  }
});
