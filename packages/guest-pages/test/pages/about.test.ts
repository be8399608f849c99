import { memoryCallCounter } from '@event-platform/http';
import t from 'tap';
import { publicUrl } from '../../../http/test-support/test-app.ts';
import { openTestSite } from '../../test-support/test-site.ts';

t.test('the overview is JSON, or a page of links for browsers', async (t) => {
  const { call } = await openTestSite(t);
  for (const accept of [
    '',
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'text/html;q=0.5, application/json',
  ]) {
    const { body, headers: responseHeaders } = await call('GET /about', { headers: { accept } });
    t.match(body, { name: 'Lantern', documentation: `${publicUrl}/docs/`, currency: 'EUR' }, accept);
    t.match(responseHeaders.vary, /accept/);
  }
  for (const accept of ['text/html', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8']) {
    const { text, headers } = await call('GET /about', { headers: { accept } });
    t.equal(headers['content-type'], 'text/html; charset=utf-8', accept);
    const paths = [...text.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path);
    t.ok(paths.includes('/problems') && paths.includes('/openapi.json'));
    // The reference takes its time; `openapi.test.ts` asks for it.
    for (const path of paths.filter((each) => each !== '/docs/'))
      t.equal((await call(`GET ${path}`)).status, path === '/my/events' ? 303 : 200, path);
    t.ok(paths.includes('/docs/'));
  }
});

t.test('the brand’s logo is shown on every page', async (t) => {
  const brand = { name: 'Lantern', color: '#4b47a3', logoUrl: 'https://static.example.com/logo.svg' };
  const { call } = await openTestSite(t, { site: { brand } });
  for (const path of ['/', '/about', '/problems', '/problems/forbidden', '/e/unknown']) {
    const { headers, text } = await call(`GET ${path}`, { headers: { accept: 'text/html' } });
    t.match(text, `src="${brand.logoUrl}"`, path);
    t.match(headers['content-security-policy'], "img-src 'self'", path);
  }
});

t.test('the overview has no limit', async (t) => {
  const generalLimit = { limit: 1, counter: memoryCallCounter() };
  const { call } = await openTestSite(t, { app: { generalLimit } });
  for (const time of ['once', 'again']) {
    const { status, headers } = await call('GET /about');
    t.equal(status, 200, time);
    t.notOk('ratelimit-limit' in headers, time);
  }
});
