import t, { type Test } from 'tap';
import { locationOf, signedIn } from '../../../test-support/signed-in.ts';
import { openTestSite } from '../../../test-support/test-site.ts';
import type { Visit } from '../../../test-support/visitor.ts';

const openScene = async (t: Test, more: object = {}) => {
  const scene = await openTestSite(t);
  const [mira, ada, eve] = [await scene.person(), await scene.person(), await scene.person()];
  await scene.call('PATCH /v1/auth/me', { as: ada, body: { name: 'Ada', username: 'ada' } });
  const event = await scene.event(mira, { title: 'Roof party', ...more });
  const browser = await signedIn(scene, mira);
  const at = `/organise/${event.id}`;
  const rsvp = (as: typeof ada, status: string | null, id = event.id) =>
    scene.call(`POST /v1/events/${id}/rsvp`, { as, body: { status } });
  const book = (as: typeof ada, quantity: number) =>
    scene.call(`PUT /v1/events/${event.id}/booking`, { as, body: { quantity } });
  const read = async () => scene.call(`GET /v1/events/${event.id}`, { as: mira });
  return { ...scene, mira, ada, eve, party: event, browser, at, rsvp, book, read };
};

/** All but whom the page is for. */
const mainOf = ({ document }: Visit) => document.querySelector('main')?.outerHTML;

const pages = [
  '',
  '/edit',
  '/guests',
  '/guests/print',
  '/guests.csv',
  '/invite',
  '/announce',
  '/cancel',
  '/delete',
];

t.test('to all but its managers the pages of an event are as unknown paths', async (t) => {
  const scene = await openScene(t, { visibility: 'private' });
  const { eve, ada, mira, call, at } = scene;
  const stranger = await signedIn(scene, eve);
  const headers = { accept: 'text/html' };
  const unknown = mainOf(await stranger.open('/organise-not', { headers }));
  const unknownId = '01970000-0000-7000-8000-00000000dead';
  for (const page of pages) {
    const visit = await stranger.open(`${at}${page}`, { headers });
    t.equal(visit.status, 404, page);
    t.equal(mainOf(visit), unknown, page);
    t.equal(mainOf(await stranger.open(`/organise/${unknownId}${page}`)), unknown, page);
    t.equal((await call(`GET ${at}${page}`)).status, 303, `${page}: strangers sign in first`);
  }
  t.equal((await stranger.open(`/organise/new?from=${at.slice(10)}`)).status, 404);
  await call(`PUT /v1/events/${scene.party.id}/admins/${ada.id}`, { as: mira });
  const admin = await signedIn(scene, ada);
  for (const page of pages)
    t.equal((await admin.open(`${at}${page}`)).status, /cancel|delete/.test(page) ? 404 : 200, page);
});

t.test('each page is light, in both languages', async (t) => {
  const scene = await openScene(t, { description: 'x'.repeat(9_000), capacity: 3 });
  const { browser, at, book, person } = scene;
  for (let guest = 0; guest < 30; guest += 1) await book(await person(), 1);
  const own = [
    '/organise',
    '/organise/new',
    '/organise/new?series=1',
    '/my/events',
    '/my/account',
    '/my/account/delete',
    '/my/circles',
  ];
  for (const path of [...own, ...pages.filter((page) => !/csv/.test(page)).map((page) => `${at}${page}`)])
    for (const language of ['en', 'de']) {
      const visit = await browser.open(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      t.equal(visit.status, 200, path);
      t.ok(Buffer.byteLength(visit.text) < 40_000, `${path}: ${Buffer.byteLength(visit.text)} bytes`);
      t.equal(visit.headers['content-language'], language);
      t.equal(visit.headers['cache-control'], 'private, no-store', path);
      t.match(visit.headers['content-security-policy'], "default-src 'none'", path);
      t.notMatch(visit.text, /undefined|\[object|NaN/, path);
      t.equal(visit.document.querySelectorAll('h1').length, 1, path);
    }
});

t.test('what one organizes is listed, with its numbers and its link', async (t) => {
  const { browser, at, rsvp, book, ada, eve, party, event, mira, call, world } = await openScene(t);
  await rsvp(ada, 'going');
  await rsvp(eve, 'interested');
  await event(mira, { title: 'Over', startAt: '2026-05-01T12:00:00Z', endAt: '2026-05-01T14:00:00Z' });
  const list = await browser.open('/organise');
  t.match(list.words, /To come[\s\S]*Roof party[\s\S]*2 answers[\s\S]*Past[\s\S]*Over/);
  const own = await browser.open(at);
  t.strictSame(
    own.document.querySelectorAll('.numbers dd').map(({ text }) => text),
    ['1', '1', '0', '0'],
  );
  t.match(own.text, `https://events.example.com/e/${party.id}`);
  t.ok(own.document.querySelector('svg.qr'));
  t.notMatch(list.words, 'booked', 'no seats of an event without any');
  await call(`PATCH /v1/events/${party.id}`, { as: mira, body: { capacity: 3 } });
  await book(ada, 2);
  await call(`PUT /v1/events/${party.id}/admins/${ada.id}`, { as: mira });
  t.match((await browser.open('/organise')).words, /2 answers · 2 of 3 seats booked\n/);
  const helper = await signedIn({ call, world }, ada);
  t.match((await helper.open('/organise')).words, 'seats booked · you help to run it');
});

t.test('the other language shows the same page', async (t) => {
  const { browser, at } = await openScene(t);
  const german = async (path: string) =>
    (await browser.open(path)).document.querySelector('a[hreflang=de]')?.getAttribute('href');
  t.equal(await german('/organise/new?series=1'), '/organise/new?series=1&lang=de');
  t.equal(await german(`${at}/guests?filter=going&q=ada`), `${at}/guests?filter=going&q=ada&lang=de`);
  t.equal(await german(`${at}?done=created&lang=en`), `${at}?lang=de`);
});

t.test('the link of a private event is made once it is wanted', async (t) => {
  const { browser, at, call } = await openScene(t, { visibility: 'private' });
  const before = await browser.open(at);
  t.notMatch(before.text, '/i/');
  const after = await browser.done(before, 'Make a link to share');
  const [link = ''] = /https:\/\/events\.example\.com\/i\/[\w-]+/.exec(after.text) ?? [];
  t.equal((await call(`GET ${new URL(link).pathname}`)).status, 200);
  const invite = await browser.open(`${at}/invite`);
  t.match(invite.text, link);
  const rotated = await browser.done(invite, 'Replace the link');
  t.match(rotated.words, 'There is a new link');
  t.equal((await call(`GET ${new URL(link).pathname}`)).status, 404);
});

t.test('guests are found, removed, let in and taken home as a table', async (t) => {
  const { browser, at, book, rsvp, ada, eve, person, read } = await openScene(t, { capacity: 2 });
  await book(await person(), 1);
  await book(ada, 2);
  await rsvp(eve, 'interested');
  const guests = await browser.open(`${at}/guests`);
  t.match(guests.words, '3 people');
  t.match(guests.words, /going · 1 seat/);
  t.match(guests.words, /Ada\s+waits for 2 seats, place 1/, 'who waits is not going');
  const numbers = (await browser.open(at)).document.querySelectorAll('.numbers dd');
  t.strictSame(
    numbers.map(({ text }) => text),
    ['1', '1', '1 / 2', '1'],
  );
  const waiting = await browser.open(`${at}/guests?filter=waitlisted`);
  t.match(waiting.words, /Ada[\s\S]*waits for 2 seats, place 1/);
  const full = await waiting.press('Let in');
  t.equal(full.status, 409);
  t.match(full.words, /not enough free seats[\s\S]*Let in all the same/, 'with the button that it speaks of');
  t.match((await browser.open(`${at}/guests/print`)).words, /Ada \(waits for 2 seats, place 1\)/);
  const groups = async () => (await browser.open(`${at}/announce`)).words;
  t.match(await groups(), 'Going, also without a seat yet (2)');
  const letIn = await browser.done(waiting, 'Let in all the same');
  t.match(await groups(), 'Going (2)');
  t.match(letIn.words, 'The guest is let in');
  t.equal((await read()).body.bookedCount, 3);
  const asked = await browser.open(`${at}/guests?remove=${ada.id}`);
  t.match(asked.words, 'Remove Ada?');
  t.notMatch(asked.words, 'Replace the link', 'a public event needs no link');
  t.match((await browser.done(asked, 'Yes, remove')).words, 'The guest is removed');
  t.equal((await read()).body.bookedCount, 1);
  const table = await browser.open(`${at}/guests.csv`);
  t.match(table.headers['content-type'], 'text/csv');
  t.equal(table.text.trim().split('\r\n').length, 3);
  t.match((await browser.open(`${at}/guests?filter=interested`)).words, '1 person');
});

t.test('a guest of a private event is removed together with the link', async (t) => {
  const { browser, at, ada, call } = await openScene(t, { visibility: 'private' });
  const shared = await browser.done(await browser.open(at), 'Make a link to share');
  const [link = ''] = /\/i\/[\w-]+/.exec(shared.text) ?? [];
  const token = link.slice(3);
  t.equal((await call(`POST /v1/event-invites/${token}/accept`, { as: ada })).status, 200);
  const asked = await browser.open(`${at}/guests?filter=going&remove=${ada.id}`);
  const removed = await browser.done(asked, 'Yes, remove', { rotate: '1' });
  t.match(removed.words, 'The guest is removed');
  t.equal(removed.document.querySelector('[aria-current]')?.text, 'Going', 'the list stays');
  t.equal((await call(`GET ${link}`)).status, 404);
});

t.test('guests are found by words of their names, page by page', async (t) => {
  const { browser, at, rsvp, ada, eve, person, call } = await openScene(t);
  await rsvp(ada, 'interested');
  await rsvp(eve, 'going');
  const search = async (q: string) =>
    browser.open(`${at}/guests?${new URLSearchParams({ q, filter: '' }).toString()}`);
  const found = await search(' aDa ');
  t.match(found.words, /1 person[\s\S]*Ada/);
  t.equal(found.document.querySelector('#q')?.getAttribute('value'), 'aDa', 'it stays in the box');
  t.match((await search('nobody')).words, '0 people');
  t.match((await search('-')).words, '0 people', 'no word finds nobody');
  t.match((await browser.open(`${at}/guests?filter=going&q=ada`)).words, '0 people');
  t.equal((await search(`${'x'.repeat(99)}🎷`)).status, 200, 'it is cut, wherever that is');
  for (let guest = 0; guest < 26; guest += 1) {
    const as = await person();
    await call('PATCH /v1/auth/me', { as, body: { name: `Berta ${guest}` } });
    await rsvp(as, 'going');
  }
  const page = await search('berta');
  t.match(page.words, '26 people');
  const next = page.document.querySelector('.pager a')?.getAttribute('href') ?? '';
  const last = await browser.open(next);
  t.equal(last.document.querySelectorAll('.guests li').length, 1, 'the next page');
  const remove = last.document.querySelector('.guests a')?.getAttribute('href') ?? '';
  const asked = await browser.open(remove.replaceAll('&amp;', '&'));
  t.match(asked.words, 'Remove Berta', 'one of a later page is removed, too');
  t.match((await browser.done(asked, 'Yes, remove')).words, 'The guest is removed');
  t.match((await search('berta')).words, '25 people');
});

t.test('a search keeps its filter, and is offered where it finds anything', async (t) => {
  const { browser, at, rsvp, ada, eve } = await openScene(t);
  await rsvp(ada, 'interested');
  await rsvp(eve, 'going');
  const boxOf = ({ document }: Visit) => document.querySelector('form[role=search]');
  for (const filter of ['booked', 'waitlisted', 'invited']) {
    const page = await browser.open(`${at}/guests?filter=${filter}&q=ada`);
    t.equal(boxOf(page), null, filter);
  }
  const going = await browser.open(`${at}/guests?filter=going`);
  t.equal(boxOf(going)?.querySelector('[name=filter]')?.getAttribute('value'), 'going');
});

t.test('addresses are pasted as they are, and what cannot be read is shown', async (t) => {
  const { browser, at, world, call, mira, ada } = await openScene(t, { visibility: 'private' });
  const { body: circle } = await call('POST /v1/me/circles', { as: mira, body: { name: 'Friends' } });
  await call(`POST /v1/me/circles/${circle.id}/members`, { as: mira, body: { userIds: [ada.id] } });
  const page = await browser.open(`${at}/invite`);
  const emails =
    'Bob <bob@example.org>, carol@example.org;\r\nno address\r\n dan@example.org eve@example.org';
  const wrong = await page.press('Invite', { emails });
  t.equal(wrong.status, 400);
  t.match(wrong.words, 'cannot be read as e-mail addresses: no address.');
  t.match(wrong.document.querySelector('textarea')?.text ?? '', 'carol@example.org');
  const many = (count: number, of: string) =>
    Array.from({ length: count }, (_, index) => `u${index}${of}`).join('\n');
  t.match((await page.press('Invite', { emails: many(501, '@example.org') })).words, 'At most 500 addresses');
  t.match((await page.press('Invite', { usernames: many(21, 'xyz') })).words, 'At most 20 usernames');
  const nobody = await page.press('Invite', { usernames: 'nobody-here' });
  t.match(nobody.words, 'Nobody has this username. (nobody-here)');
  t.match((await page.press('Invite')).words, 'Enter whom to invite');
  const sent = await browser.done(page, 'Invite', {
    emails: emails.replace('no address', '').replace('Bob', '"Bob, B."'),
    circles: circle.id,
  });
  t.match(sent.words, '5 invitations sent.');
  t.match(sent.words, /Ada[\s\S]*no answer yet/);
  await world.deliverMails();
  t.equal(world.mailsSent.length, 4);
  const back = await browser.done(sent, 'Take back');
  t.match(back.words, 'The invitation is taken back');
});

t.test('a message is looked at before it goes out, once', async (t) => {
  const { browser, at, rsvp, ada, eve, call, mira, party } = await openScene(t);
  await rsvp(ada, 'going');
  await rsvp(eve, 'interested');
  const page = await browser.open(`${at}/announce`);
  t.match(page.words, /Going \(1\)[\s\S]*Interested \(1\)[\s\S]*Booked \(0\)/);
  const empty = await page.press('Preview', { text: ' ', to: 'none' });
  t.equal(empty.status, 400);
  t.match(empty.words, /Enter a message[\s\S]*Choose who is told/);
  for (const text of ['x'.repeat(2_001), 'a\u0007b']) {
    const refused = await page.press('Preview', { text });
    t.match(refused.words, 'Enter a message', 'what cannot be sent is not looked at');
    t.equal(refused.status, 400);
  }
  const preview = await page.press('Preview', { text: 'Bring\r\na blanket' });
  t.equal(preview.status, 200);
  t.match(preview.words, /Bring\s+a blanket[\s\S]*It goes to 1 person/);
  const changed = await preview.press('Change it');
  t.match(changed.document.querySelector('textarea')?.text ?? '', 'Bring\na blanket');
  const sent = await browser.done(preview, 'Send');
  t.match(sent.words, 'Your message is on its way');
  t.equal((await preview.press('Send')).status, 303);
  const list = await call(`GET /v1/events/${party.id}/announcements`, { as: mira });
  t.match(list.body.data, [{ text: 'Bring\na blanket', to: ['going'] }]);
  t.equal(list.body.data.length, 1);
});

t.test('cancelling and deleting ask once more, and say who hears of it', async (t) => {
  const { browser, at, rsvp, ada, eve, read } = await openScene(t);
  await rsvp(ada, 'going');
  await rsvp(eve, 'interested');
  const question = await browser.open(`${at}/cancel`);
  t.match(question.words, '2 people');
  t.equal((await read()).body.status, undefined, 'a GET changes nothing');
  const cancelled = await browser.done(question, 'Yes, cancel it', { reason: 'Rain' });
  t.match(cancelled.words, /Cancelled\.[\s\S]*This event was cancelled/);
  t.match((await read()).body, { status: 'cancelled', cancelReason: 'Rain' });
  const refused = await browser.open(`${at}/edit`);
  t.match((await refused.press('Save', { title: 'x' })).words, 'The event is cancelled');
  const gone = await browser.done(await browser.open(`${at}/delete`), 'Yes, delete it');
  t.match(gone.words, 'Deleted.');
  t.equal((await read()).status, 404);
});

t.test('all dates to come of a series are cancelled at once', async (t) => {
  const { browser, call, mira } = await openScene(t);
  const event = {
    ...{ title: 'Run', description: '', startAt: '2026-06-10T18:00:00Z', endAt: '2026-06-10T19:00:00Z' },
    ...{ category: 'music', location: { address: 'Berlin', lat: 52.5, lng: 13.4 } },
  };
  const { body } = await call('POST /v1/event-series', {
    as: mira,
    body: { event, rule: 'FREQ=WEEKLY;COUNT=3' },
  });
  const question = await browser.open(`/organise/${body.events[1].id}/cancel`);
  await browser.done(question, 'Yes, cancel it', { series: '1' });
  for (const { id } of body.events)
    t.equal((await call(`GET /v1/events/${id}`, { as: mira })).body.status, 'cancelled');
});

t.test('without pages for organizers there are none, and nothing leads there', async (t) => {
  const scene = await openTestSite(t, { site: { hasOrganiserPages: false } });
  const browser = await signedIn(scene, await scene.person());
  for (const path of ['/organise', '/organise/new'])
    t.equal((await browser.open(path, { headers: { accept: 'text/html' } })).status, 404, path);
  const own = await browser.open('/my/events');
  t.equal(own.status, 200);
  t.notMatch(own.text, '/organise');
});

t.test('what is refused for a moment keeps what was typed', async (t) => {
  const { browser, at, world } = await openScene(t);
  const page = await browser.open(`${at}/edit`);
  const { events } = world.dependencies.stores;
  const { change } = events;
  const { DomainError } = await import('@event-platform/domain');
  Object.assign(events, {
    change: () => Promise.reject(new DomainError({ code: 'unavailable', retryAfterSeconds: 5 })),
  });
  const refused = await page.press('Save', { title: 'Kept' });
  t.equal(refused.status, 503);
  t.equal(refused.headers['retry-after'], '5');
  t.equal(refused.field('title'), 'Kept');
  Object.assign(events, { change });
  t.equal(locationOf(await refused.press('Save')), `${at}?done=changed`);
});
