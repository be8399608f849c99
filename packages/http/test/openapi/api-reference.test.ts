import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { openTestApp } from '../../test-support/test-app.ts';

t.test('the reference runs its own scripts alone, and loads from its own origin', async (t) => {
  const { call } = await openTestApp(t);
  const { headers, text } = await call('GET /docs/');
  const inline = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !attributes.includes('src='))
    .map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  t.ok(inline.length > 0);
  t.equal(
    headers['content-security-policy'],
    [
      "default-src 'none'",
      `script-src 'self' ${inline.join(' ')}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "worker-src 'self' blob:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  );
});

t.test('the reference requests nothing from other hosts', async (t) => {
  const { app, call } = await openTestApp(t);
  const moveResponse = await call('GET /docs');
  t.equal(moveResponse.status, 301);
  t.equal(moveResponse.headers.location, '/docs/');
  const page = await call('GET /docs/');
  t.equal(page.status, 200);
  t.match(page.headers['content-type'], 'text/html');
  t.notMatch(page.text, /https?:\/\//, 'nothing from elsewhere');
  for (const option of ['withDefaultFonts', 'telemetry'])
    t.match(page.text, new RegExp(`"${option}": false`), `${option}: from the vendor of the library`);
  const [, source = ''] = /<script src="([^"]+)"/.exec(page.text) ?? [];
  const script = await call(`GET ${new URL(source, 'http://x/docs/').pathname}`);
  t.equal(script.status, 200);
  t.match(script.headers['content-type'], 'javascript');
  t.ok(script.text.length > 100_000);
  const compressedResponse = await app.inject({
    url: new URL(source, 'http://x/docs/').pathname,
    headers: { 'accept-encoding': 'gzip' },
  });
  t.equal(compressedResponse.headers['content-encoding'], 'gzip');
  t.equal(
    Number(compressedResponse.headers['content-length']),
    compressedResponse.rawPayload.length,
    'as it is kept',
  );
  t.equal(gunzipSync(compressedResponse.rawPayload).toString(), script.text);
  const [, document = ''] = /"url": "([^"]+)"/.exec(page.text) ?? [];
  t.equal(new URL(document, 'http://x/docs/').pathname, '/openapi.json');
});

t.test('a streamed response has no more listeners than Node takes for no leak', async (t) => {
  const { call } = await openTestApp(t);
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  t.teardown(() => process.off('warning', note));
  const script = await call('GET /docs/js/scalar.js');
  t.equal(script.status, 200);
  t.strictSame(warnings, []);
});
