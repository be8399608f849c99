import t from 'tap';
import { languageOf } from '../../src/pages/guest/language.ts';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

t.test('a page speaks the language that its reader prefers', async (t) => {
  const cases: Record<string, string> = {
    '': 'en',
    '*': 'en',
    de: 'de',
    'DE-at': 'de',
    'de-CH-1996,en;q=0.3': 'de',
    'en-US,en;q=0.9,de;q=0.8': 'en',
    'fr,de;q=0.5': 'de',
    'fr-FR': 'en',
    'de;q=0': 'en',
    'xx,yy,zz': 'en',
    'nonsense;;;q=,,,': 'en',
  };
  for (const [header, language] of Object.entries(cases))
    t.equal(languageOf({ headers: { 'accept-language': header } }), language, header);
  t.equal(languageOf({ headers: {} }), 'en');
  const long = Array.from({ length: 10_000 }, () => 'de-de').join();
  t.equal(languageOf({ headers: { 'accept-language': long } }), 'de');
});

t.test('every page says its language, and caches keep languages apart', async (t) => {
  const { call, person, event } = await openTestSite(t);
  const { id } = await event(await person());
  const german = { 'accept-language': 'de' };
  for (const path of ['/', `/e/${id}`, '/e/x', '/i/x']) {
    for (const _ of ['made', 'cached']) {
      const de = await call(`GET ${path}`, { headers: german });
      const en = await call(`GET ${path}`);
      t.match(de.text, '<html lang="de">', path);
      t.match(en.text, '<html lang="en">', path);
      t.equal(de.headers['content-language'], 'de');
      for (const { headers } of [de, en]) t.match(headers.vary, 'accept-language', path);
      t.not(de.headers.etag ?? 'de', en.headers.etag ?? 'en', path);
    }
  }
  const page = await call(`GET /e/${id}`, { headers: german });
  for (const words of ['Kommst du?', 'Kostenlos', 'Dienstag, 2. Juni 2026, 13:00–15:00 Uhr'])
    t.match(page.text, words);
});

t.test('a chosen language stays through links and forms, without a cookie', async (t) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const { id } = await scene.event(organizer, { title: 'Jazz href="/x" action="/y"' });
  const guest = visitor(scene);
  const home = await guest.open('/?when=today&lang=de');
  t.equal(home.document.querySelector('html')?.getAttribute('lang'), 'de');
  const hrefs = home.text.match(/(?:href|action)="\/[^"]*"/g) ?? [];
  const pages = hrefs.filter((href) => !/\.(?:ico|css|webmanifest)|assets/.test(href));
  t.ok(pages.length > 5);
  t.strictSame(
    pages.filter((href) => !/lang=(?:de|en)"$/.test(href) && !/action="\/\?lang=de"/.test(href)),
    [],
  );
  t.match(home.text, '<input type="hidden" name="lang" value="de">', 'a search keeps it');
  t.match(
    home.text,
    'href="/?when=today&amp;lang=en"',
    'the other language is one tap away, with the filter',
  );
  const page = await guest.open(`/e/${id}?lang=de`);
  t.match(page.text, `action="/e/${id}/code?lang=de"`);
  t.match(page.text, `href="/e/${id}/calendar.ics"`);
  t.equal(page.document.querySelector('h1')?.textContent, 'Jazz href="/x" action="/y"');
  const plain = await guest.open(`/e/${id}`);
  t.match(plain.text, `action="/e/${id}/code"`, 'a page in memory is not shared by both');
});

t.test('a chosen language stays from an invitation to “You are going”, and through refusals', async (t) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const { id } = await scene.event(organizer, { visibility: 'private' });
  const body = { emails: ['friend@example.org'] };
  await scene.call(`POST /v1/events/${id}/invites`, { as: organizer, body });
  await scene.world.deliverMails();
  const link = `/i/${scene.world.mailsSent.at(-1)?.token}`;
  const guest = visitor(scene);
  const german = { headers: { 'accept-language': 'en', accept: 'text/html' } };
  const first = await guest.open(`${link}?lang=de`, german);
  t.match(first.text, `action="${link}/code?lang=de"`);
  const phone = '+491711234567';
  const codePage = await first.press('Code schicken', { phone, answer: 'going' }, german);
  t.match(codePage.text, `action="${link}/accept?lang=de"`);
  const wrong = await codePage.press('Ja, ich komme', { code: '1' }, german);
  const code = scene.world.smsSent.at(-1)?.code ?? '';
  const done = await wrong.press('Ja, ich komme', { code, stay: '1' }, german);
  t.match(done.words, 'Du bist dabei');
  t.match(done.text, `href="${link}?lang=de"`);
  const out = await (await guest.open(`${link}?lang=de`, german)).press('Abmelden', {}, german);
  t.equal(out.headers.location, `${link}?lang=de`);
  for (const path of ['/i/unknown', '/e/unknown', '/nowhere', '/u/unknown'])
    t.match((await guest.open(`${path}?lang=de`, german)).text, 'href="/?lang=de"', path);
});

t.test('search engines learn of each language, whose pages are apart', async (t) => {
  const { call, person, event } = await openTestSite(t);
  const { id } = await event(await person());
  for (const path of ['/', `/e/${id}`]) {
    const url = `https://events.example.com${path}`;
    for (const [query, canonical] of [
      ['', url],
      ['?lang=de', `${url}?lang=de`],
    ]) {
      const { text } = await call(`GET ${path}${query}`);
      t.match(text, `<link rel="canonical" href="${canonical}">`);
      for (const language of ['en', 'de'])
        t.match(text, `<link rel="alternate" hreflang="${language}" href="${url}?lang=${language}">`);
      t.match(text, `<link rel="alternate" hreflang="x-default" href="${url}">`);
    }
  }
  t.notMatch((await call('GET /?when=today')).text, 'rel="alternate"', 'of what is listed alone');
});

t.test('pages for developers and those of problems are German, too', async (t) => {
  const { call } = await openTestSite(t);
  const german = { accept: 'text/html', 'accept-language': 'de' };
  for (const [path, words] of [
    ['/about', 'Kommende Veranstaltungen'],
    ['/problems', 'Jede Fehlerantwort'],
    ['/problems/forbidden', 'Alle Fehlercodes'],
    ['/problems', 'Veranstaltung'],
  ] as const) {
    const { text, headers } = await call(`GET ${path}`, { headers: german });
    t.match(text, '<html lang="de">', path);
    t.match(text, words, path);
    t.match(text, `href="${path}?lang=en"`, 'English is one tap away');
    t.equal(headers['content-language'], 'de', path);
    t.match(headers.vary, 'accept-language', path);
  }
  t.match((await call('GET /about?lang=de', { headers: { accept: 'text/html' } })).text, 'Zustand');
});
