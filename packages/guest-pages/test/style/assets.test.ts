import t from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';

t.test('the icon is kept for a day', async (t) => {
  const { call } = await openTestSite(t);
  const icon = await call('GET /favicon.ico');
  t.match(icon.headers, { 'content-type': 'image/x-icon', 'cache-control': 'public, max-age=86400' });
});

t.test('the stylesheet may be kept for good under the name of its content', async (t) => {
  const { call } = await openTestSite(t);
  const about = await call('GET /about', { headers: { accept: 'text/html' } });
  const [, path = ''] = /href="(\/assets\/page\.css[^"]*)"/.exec(about.text) ?? [];
  const style = await call(`GET ${path}`);
  t.match(style.headers, { 'content-type': 'text/css; charset=utf-8', 'cache-control': /immutable/ });
  for (const other of ['/assets/page.css', '/assets/page.css?v=0', '/assets/page.css?v=a&v=b'])
    t.equal((await call(`GET ${other}`)).headers['cache-control'], 'no-cache', other);
  const brand = { name: 'Lantern', color: '#e10098', logoUrl: 'https://pics.example/logo.svg' };
  const brandedApp = await openTestSite(t, { site: { brand } });
  const page = await brandedApp.call('GET /about', { headers: { accept: 'text/html' } });
  t.notMatch(page.text, path, 'another style has another name');
  t.match(
    page.text,
    '<img src="https://pics.example/logo.svg" alt="" height="32" referrerpolicy="no-referrer">',
  );
});

t.test('the icons of the stylesheet are pictures with lines', async (t) => {
  const { call } = await openTestSite(t);
  const style = await call('GET /assets/page.css');
  const names = [...style.text.matchAll(/url\((icon-[a-z]+\.svg)\)/g)].map(([, name = '']) => name);
  t.equal(names.length, 5);
  for (const name of names) {
    const { headers, text } = await call(`GET /assets/${name}`);
    t.equal(headers['content-type'], 'image/svg+xml', name);
    t.match(text, /<path d="M[^"]+"\/>/, name);
  }
});

t.test('programs that show links get a picture for each event, drawn once', async (t) => {
  const { app } = await openTestSite(t);
  const { headers, rawPayload } = await app.inject('/assets/previews/music-7.png');
  t.match(headers, { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' });
  t.equal(rawPayload.subarray(1, 4).toString(), 'PNG');
  t.strictSame((await app.inject('/assets/previews/music-7.png')).rawPayload, rawPayload);
  for (const name of ['music-72.png', 'music-7.svg', 'music-7'])
    t.equal((await app.inject(`/assets/previews/${name}`)).statusCode, 404, name);
});

t.test('phones get an icon, and what it opens', async (t) => {
  const { app, call } = await openTestSite(t, { with: { publicUrl: 'https://example.com/events' } });
  const page = await call('GET /', { headers: { accept: 'text/html' } });
  t.match(page.text, '<link rel="manifest" href="/events/manifest.webmanifest">');
  t.match(page.text, '<link rel="apple-touch-icon" href="/events/assets/touch-icon.png">');
  t.match(page.headers['content-security-policy'], "manifest-src 'self'");
  const { body, headers } = await call('GET /manifest.webmanifest');
  t.match(headers['content-type'], 'application/manifest+json');
  t.match(body, { name: 'Lantern', start_url: '/events/', theme_color: '#4b47a3' });
  for (const { src, sizes } of body.icons) {
    const { rawPayload } = await app.inject(src.slice('/events'.length));
    t.equal(`${rawPayload.readUInt32BE(16)}x${rawPayload.readUInt32BE(20)}`, sizes);
  }
});
