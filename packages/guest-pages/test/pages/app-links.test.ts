import t from 'tap';
import { isProblem } from '../../../http/test-support/test-app.ts';
import { openTestSite } from '../../test-support/test-site.ts';

const security = '/.well-known/security.txt';
const [apple, android] = ['/.well-known/apple-app-site-association', '/.well-known/assetlinks.json'];

t.test('phones learn which app opens the links', async (t) => {
  const appLinks = {
    apple: ['ABCDE12345.com.example.events'],
    android: [{ packageName: 'com.example.events', fingerprints: ['AA:BB', 'CC:DD'] }],
  };
  const { call } = await openTestSite(t, {
    site: { appLinks },
    with: { publicUrl: 'https://example.com/events' },
  });
  const site = await call(`GET ${apple}`);
  t.equal(site.status, 200);
  t.match(site.headers['content-type'], /^application\/json/);
  const [detail] = site.body.applinks.details;
  t.strictSame(detail.appIDs, appLinks.apple);
  t.strictSame(detail.components, [
    { '/': '/events/*/calendar.ics', exclude: true },
    { '/': '/events/e/*' },
    { '/': '/events/i/*' },
  ]);
  t.strictSame((await call(`GET ${android}`)).body, [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'com.example.events',
        sha256_cert_fingerprints: ['AA:BB', 'CC:DD'],
      },
    },
  ]);
});

t.test('without an app there is nothing', async (t) => {
  const { call } = await openTestSite(t);
  for (const path of [apple, android]) isProblem(t, await call(`GET ${path}`), 404, 'not_found', path);
});

t.test('whoever finds a weakness learns where to write to', async (t) => {
  const contact = { email: 'help@example.com', imprintUrl: null, privacyUrl: null, termsUrl: null };
  const { call, world } = await openTestSite(t, { site: { contact } });
  const { status, text } = await call(`GET ${security}`);
  t.equal(status, 200);
  const [, expires = ''] = /^Contact: mailto:help@example\.com\nExpires: (\S+)\n$/.exec(text) ?? [];
  t.ok(Date.parse(expires) > world.clock.now().getTime());
  isProblem(t, await (await openTestSite(t)).call(`GET ${security}`), 404, 'not_found', 'without an address');
});
