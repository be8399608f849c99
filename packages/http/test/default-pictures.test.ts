import t from 'tap';
import { openTestApp } from '../test-support/test-app.ts';

t.test('the default pictures are kept for a day, also by other origins', async (t) => {
  const { call } = await openTestApp(t);
  for (const picture of ['avatar', 'cover']) {
    const answer = await call(`GET /assets/${picture}.svg`);
    t.equal(answer.status, 200);
    t.equal(answer.headers['content-type'], 'image/svg+xml');
    t.equal(answer.headers['cache-control'], 'public, max-age=86400');
    t.equal(
      answer.headers['cross-origin-resource-policy'],
      'cross-origin',
      'apps of other origins show them',
    );
    t.match(answer.text, /^<svg[\s\S]*<\/svg>\n$/);
  }
});
