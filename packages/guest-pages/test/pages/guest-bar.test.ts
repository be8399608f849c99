import { gunzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { type Visit, visitor } from '../../test-support/visitor.ts';

const phone = '+491711234567';

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const { id } = await scene.event(organizer);
  const guest = visitor(scene);
  const code = () => scene.world.smsSent.at(-1)?.code ?? '';
  const path = `/e/${id}`;
  const stay = async () => {
    scene.world.clock.advance(60_000);
    const codePage = await (await guest.open(path)).press('Send me a code', { phone, answer: 'going' });
    const page = await codePage.press('I’m going', { code: code(), stay: '1' });
    return page.words.includes('Your name') ? page.press('Save my name', { name: 'Ida <b>' }) : page;
  };
  return { ...scene, organizer, id, path, guest, code, stay };
};

const barOf = ({ document }: Visit): string => document.querySelector('header')?.structuredText ?? '';

t.test('each page says who is signed in, and leads out', async (t) => {
  const { guest, path, id, stay } = await openScene(t);
  const before = await guest.open('/');
  t.match(barOf(before), /My events\s*Sign in\s*Deutsch/);
  t.match(before.headers['cache-control'], 'public');
  const named = await stay();
  t.match(barOf(named), /My events\s*Ida <b>\s*Sign out/, 'right after the name');
  const developers = ['/about', '/problems', '/problems/forbidden'];
  const pages = ['/', '/?q=x', path, `${path}/report`, '/my/events', '/notice-settings', ...developers];
  for (const each of pages) {
    const page = await guest.open(each, { headers: { accept: 'text/html' } });
    t.match(barOf(page), /My events\s*Ida <b>\s*Sign out\s*Deutsch/, each);
    t.equal(page.headers['cache-control'], 'private, no-store', each);
    t.notOk('etag' in page.headers || 'set-cookie' in page.headers, each);
  }
  for (const each of ['/nothing', '/problems/nothing', `/u/${id}`])
    t.notMatch(barOf(await guest.open(each, { headers: { accept: 'text/html' } })), /Sign in/, each);
  const german = await guest.open('/?lang=de&when=today');
  t.match(barOf(german), /Meine Veranstaltungen\s*Ida <b>\s*Abmelden\s*English/);
  const out = await german.press('Abmelden');
  t.strictSame([out.status, out.headers.location], [303, '/?lang=de&when=today'], 'back to the same page');
  t.match(barOf(await guest.open('/')), 'Sign in');
  t.match((await guest.open('/')).headers['cache-control'], 'public');
});

t.test('a page that is sent compressed says it, too', async (t) => {
  const { guest, path, code, app } = await openScene(t);
  const codePage = await (await guest.open(path)).press('Send me a code', { phone, answer: 'going' });
  const done = await codePage.press('I’m going', { code: code(), stay: '1' });
  const [cookie = ''] = String(done.headers['set-cookie']).split(';');
  const headers = { cookie, 'accept-encoding': 'gzip' };
  const { rawPayload, headers: sent } = await app.inject({ url: path, headers });
  t.equal(sent['content-encoding'], 'gzip');
  t.match(gunzipSync(rawPayload).toString(), 'Sign out');
});

t.test('signing out after an answer leads to the page of the event', async (t) => {
  const { guest, path, stay } = await openScene(t);
  await stay();
  const page = await (await guest.open(path)).press('I’m interested');
  t.match(barOf(page), 'Ida <b>');
  const out = await page.press('Sign out');
  t.equal(out.headers.location, path);
  t.match((await guest.open(path)).words, 'Phone number');
});

t.test('signing out leads to no other website', async (t) => {
  const { guest, stay } = await openScene(t);
  await stay();
  const page = await guest.open('/');
  for (const back of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:1',
    '',
    '/a b',
  ]) {
    const out = await page.press('Sign out', { back });
    t.strictSame([out.status, out.headers.location], [303, '/'], back);
  }
});

t.test('a page whose guest cannot be read says nothing of them', async (t) => {
  const { guest, stay, world } = await openScene(t);
  await stay();
  Object.assign(world.dependencies.stores.sessions, { find: () => Promise.reject(new Error('away')) });
  const page = await guest.open('/');
  t.equal(page.status, 200);
  t.notMatch(barOf(page), /Sign in|Sign out/);
});
