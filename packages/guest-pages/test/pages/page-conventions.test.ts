import { DomainError } from '@event-platform/domain';
import t, { type Test } from 'tap';
import { memoryCallCounter } from '../../../http/src/index.ts';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const phone = '+491711234567';

const openScene = async (t: Test, options: Parameters<typeof openTestSite>[1] = {}) => {
  const scene = await openTestSite(t, options);
  const organizer = await scene.person();
  // The longest texts that an event may have, in letters that HTML escapes.
  const title = '"'.repeat(200);
  const description = '&𝄞'.repeat(5_000);
  const address = "'".repeat(300);
  const coverUrl = `https://pictures.example/${'a'.repeat(2_000)}`;
  const location = { address, lat: 1, lng: 1 };
  const sourceUrl = `https://source.example/?${'&'.repeat(154)}`;
  const long = await scene.event(organizer, { title, description, location, coverUrl, sourceUrl });
  const { body } = await scene.call(`POST /v1/events/${long.id}/invites`, {
    as: organizer,
    body: { emails: ['friend@example.org'] },
  });
  const invitation = new URL(body.inviteLink).pathname;
  return { ...scene, organizer, event: `/e/${long.id}`, invitation, guest: visitor(scene) };
};

t.test('every page, by GET and HEAD', async (t) => {
  const { call, event, invitation } = await openScene(t);
  const pages = ['/', '/?q=x', event, invitation, '/e/unknown', '/i/unknown', '/u/unknown', '/unknown'];
  const files = [`${event}/calendar.ics`, `${invitation}/calendar.ics`, '/sitemap.xml', '/robots.txt'];
  for (const path of [...pages, ...files, '/about', '/problems', '/.well-known/assetlinks.json']) {
    const headers = { accept: 'text/html' };
    // The first answer of a list has no validators yet.
    await call(`GET ${path}`, { headers });
    const gotResponse = await call(`GET ${path}`, { headers });
    const head = await call(`HEAD ${path}`, { headers });
    const { 'x-request-id': _one, date: _date, ...expected } = gotResponse.headers;
    const { 'x-request-id': _other, date: _later, ...actual } = head.headers;
    t.equal(head.status, gotResponse.status, path);
    t.strictSame(actual, expected, `${path}: the headers of GET`);
    t.equal(head.text, '', `${path}: no body`);
    t.notOk('set-cookie' in gotResponse.headers, `${path}: no cookie`);
    t.notMatch(gotResponse.headers['content-security-policy'], 'unsafe', path);
    t.match(
      gotResponse.headers['content-security-policy'],
      /default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
      path,
    );
    t.equal(gotResponse.headers['referrer-policy'], 'no-referrer', path);
    t.equal(gotResponse.headers['x-content-type-options'], 'nosniff', path);
    t.ok(
      Buffer.byteLength(gotResponse.text) < 30_000,
      `${path}: ${Buffer.byteLength(gotResponse.text)} bytes`,
    );
    t.notMatch(gotResponse.text, /\son\w+=|\sstyle=|<style|javascript:/, `${path}: nothing inline`);
    const [, inHead = ''] = /<head>([\s\S]*)<\/head>/.exec(gotResponse.text) ?? [];
    const loose = inHead.replace(/<(title|script)[^>]*>[\s\S]*?<\/\1>|<[^>]*>/g, '').trim();
    t.equal(loose, '', `${path}: the head holds elements alone`);
  }
});

t.test('pages that are no events are for no search engine', async (t) => {
  const { guest, invitation } = await openScene(t);
  const headers = { accept: 'text/html' };
  for (const path of ['/about', '/problems', '/problems/forbidden', invitation, '/e/unknown'])
    t.match(
      (await guest.open(path, { headers })).text,
      '<meta name="robots" content="noindex, nofollow">',
      path,
    );
});

t.test('pages of a public event are for caches and search engines', async (t) => {
  const { guest, event } = await openScene(t);
  const { headers, document, text } = await guest.open(event);
  const same = await guest.open(event, { headers: { 'if-none-match': String(headers.etag) } });
  t.equal(same.status, 304);
  t.match(headers['cache-control'], 'public');
  t.notMatch(text, 'noindex');
  const contentOf = (selector: string, name = 'content') =>
    document.querySelector(selector)?.getAttribute(name);
  const url = `https://events.example.com${event}`;
  t.equal(contentOf('link[rel=canonical]', 'href'), url);
  t.equal(contentOf('meta[property="og:url"]'), url);
  for (const property of ['og:title', 'og:description', 'og:image', 'og:type'])
    t.ok(contentOf(`meta[property="${property}"]`), property);
  t.equal(contentOf('meta[name="twitter:card"]'), 'summary_large_image');
});

t.test('a page that waits for the database says how long, and keeps what was typed', async (t) => {
  const { guest, event, world } = await openScene(t);
  const code = () => world.smsSent.at(-1)?.code ?? '';
  const german = { headers: { 'accept-language': 'de-AT,de;q=0.9' } };
  const codePage = await (await guest.open(event, german)).press('Code schicken', { phone }, german);
  const { eventCatalog } = world.dependencies.stores;
  const { detail, page } = eventCatalog;
  const refusal = new DomainError({ code: 'unavailable', retryAfterSeconds: 5 });
  const refuse = () => Promise.reject(refusal);
  Object.assign(eventCatalog, { detail: refuse, page: refuse });
  const visit = await codePage.press('Ich komme', { code: code() }, german);
  t.equal(visit.status, 503);
  t.equal(visit.headers['retry-after'], '5');
  t.equal(visit.headers['content-type'], 'text/html; charset=utf-8');
  t.equal(visit.headers['content-language'], 'de');
  t.same([visit.field('phone'), visit.field('code'), visit.field('answer')], [phone, code(), 'going']);
  const typeOf = (name: string) =>
    visit.document.querySelector(`input[name=${name}]`)?.getAttribute('autocomplete');
  t.same([typeOf('phone'), typeOf('code')], ['tel', 'one-time-code'], 'keyboards know what is typed');
  const openedPage = await guest.open(`${event}?from=mail&again`);
  t.equal(openedPage.status, 503);
  const again = openedPage.document.querySelector('main a')?.getAttribute('href');
  t.equal(again, `${event}?from=mail&again`, 'a button that opens the page again');
  Object.assign(eventCatalog, { detail, page });
  t.match((await visit.press('Noch einmal versuchen', {}, german)).words, 'Du bist dabei');
});

t.test('too many requests get a page with a way on', async (t) => {
  const generalLimit = { limit: 9, counter: memoryCallCounter() };
  const { guest, event } = await openScene(t, { app: { generalLimit } });
  const ip = '198.51.100.200';
  for (let count = 0; count < 9; count += 1) t.equal((await guest.open(event, { ip })).status, 200);
  const refusal = await guest.open(event, { ip });
  t.equal(refusal.status, 429);
  t.match(refusal.words, 'Too many tries');
  t.equal(refusal.document.querySelector('main a')?.getAttribute('href'), event);
});
