import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const unknownId = '018f0000-0000-7000-8000-000000000001';

const openScene = async (t: Test, options: Parameters<typeof openTestSite>[1] = {}) => {
  const scene = await openTestSite(t, options);
  const organizer = await scene.person();
  const concert = await scene.event(organizer);
  const code = () => scene.world.smsSent.at(-1)?.code ?? '';
  return { ...scene, organizer, concert, path: `/e/${concert.id}`, code, guest: visitor(scene) };
};

t.test('an invisible event has the page of an unknown one', async (t) => {
  const { guest, event, organizer, call } = await openScene(t);
  const secret = await event(organizer, { visibility: 'private', title: 'Secret party' });
  const unknownPage = await guest.open(`/e/${unknownId}`);
  t.equal(unknownPage.status, 404);
  t.match(unknownPage.words, 'Event not found');
  for (const path of [`/e/${secret.id}`, '/e/nonsense', '/e/%00', `/e/${'x'.repeat(400)}`]) {
    const page = await guest.open(path);
    t.equal(page.status, 404, path);
    t.equal(page.text, unknownPage.text, `${path}: byte for byte`);
    const { 'x-request-id': one, ...headers } = page.headers;
    const { 'x-request-id': other, ...expected } = unknownPage.headers;
    t.strictSame({ ...headers, date: '' }, { ...expected, date: '' }, path);
  }
  for (const target of ['POST %/code', 'POST %/rsvp', 'GET %/calendar.ics']) {
    const ask = async (id: string) => {
      const { status, text } = await call(target.replace('%', `/e/${id}`), { ip: '198.51.100.7' });
      return { status, text };
    };
    t.strictSame(await ask(secret.id), await ask(unknownId), target);
  }
});

t.test('cancelled and ended events say so', async (t) => {
  const { guest, path, call, concert, organizer, world, event } = await openScene(t);
  const other = await event(organizer, { title: 'Other' });
  await call(`POST /v1/events/${concert.id}/rsvp`, { as: organizer, body: { status: 'going' } });
  const reason = 'The singer is <ill>.';
  await call(`POST /v1/events/${concert.id}/cancel`, { as: organizer, body: { reason } });
  const cancelledPage = await guest.open(path);
  t.equal(cancelledPage.status, 200);
  t.match(cancelledPage.words, 'This event was cancelled');
  t.match(cancelledPage.words, 'Why: The singer is <ill>.');
  t.notMatch(cancelledPage.words, '1 person is going', 'who would have come is of no use');
  t.match((await call(`GET ${path}/calendar.ics`)).text, 'DESCRIPTION:The singer is <ill>.');
  t.match(cancelledPage.text, 'https://schema.org/EventCancelled');
  world.clock.set(new Date(concert.endAt));
  const endedPage = await guest.open(`/e/${other.id}`);
  t.match(endedPage.words, 'This event is over');
  t.notOk(endedPage.document.querySelector('form'));
});

t.test('a page in memory follows each change of its event at once', async (t) => {
  const { guest, path, call, concert, organizer, person, event } = await openScene(t);
  const change = (body: object) => call(`PATCH /v1/events/${concert.id}`, { as: organizer, body });
  const other = await event(organizer, { title: 'Other' });
  const read = async (id: string) =>
    call(`POST /v1/events/${id}/rsvp`, { as: await person(), body: { status: 'going' } });
  const etag = async () => {
    await guest.open(path);
    return (await guest.open(path)).headers.etag;
  };
  const first = await etag();
  await read(other.id);
  t.equal(await etag(), first, 'an answer to another event changes nothing');
  await read(concert.id);
  t.match((await guest.open(path)).words, '1 person is going');
  await change({ title: 'Lamps' });
  t.match((await guest.open(path)).words, 'Lamps');
  await change({ visibility: 'private' });
  t.equal((await guest.open(path)).status, 404);
});

t.test('counts apart, seats left, and links that take the event elsewhere', async (t) => {
  const { person, event, call, ...scene } = await openTestSite(t);
  const { id } = await event(await person(), { title: 'Jazz & tea', capacity: 40 });
  for (const status of ['going', 'interested', 'interested'])
    await call(`POST /v1/events/${id}/rsvp`, { as: await person(), body: { status } });
  const detail = (await call(`GET /v1/events/${id}`)).body;
  t.match(detail, { rsvpCount: 3, goingCount: 1, interestedCount: 2 });
  const { words, document } = await visitor({ call, ...scene }).open(`/e/${id}`);
  t.match(words, '1 person is going · 2 interested · 40 seats left');
  const hrefs = document.querySelectorAll('.links-row a').map((link) => link.getAttribute('href') ?? '');
  t.equal(hrefs[0], `/e/${id}/calendar.ics`);
  const google = new URL((hrefs[1] ?? '').replaceAll('&amp;', '&'));
  t.equal(google.searchParams.get('text'), 'Jazz & tea');
  t.equal(google.searchParams.get('dates'), '20260602T120000Z/20260602T140000Z');
  t.match(google.searchParams.get('details'), /\n\nhttps:\/\/events\.example\.com\/e\//);
  t.match(hrefs[2], /^mailto:\?subject=Jazz%20%26%20tea&/);
  t.match(hrefs[3], /^https:\/\/wa\.me\/\?text=Jazz%20%26%20tea%20https%3A/);
});

t.test('leads to the page elsewhere that says more, unless its address would fill the page', async (t) => {
  const { guest, event, organizer, call } = await openScene(t);
  const openWith = async (sourceUrl: string) => {
    const { id } = await event(organizer, { sourceUrl, description: '' });
    t.equal((await call(`GET /v1/events/${id}`)).body.sourceUrl, sourceUrl);
    return guest.open(`/e/${id}`);
  };
  for (const [url, words] of [
    ['https://www.source.example/e?a=1&b="'.replace('"', "'"), 'More at source.example'],
    ['http://%00/', 'More at http://%00/'],
  ] as const) {
    const { document, words: shown } = await openWith(url);
    t.match(shown, words);
    const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === words);
    t.equal(link?.getAttribute('rel'), 'nofollow ugc noopener noreferrer');
    t.equal(link?.getAttribute('href')?.replaceAll('&amp;', '&').replaceAll('&#39;', "'"), url);
  }
  const { text } = await openWith(`https://source.example/?${'&'.repeat(2_000)}`);
  t.notMatch(text, 'More at');
  t.notMatch(text, 'sameAs');
});

t.test('names the next public events of the same host', async (t) => {
  const { guest, path, event, organizer, person, call, concert } = await openScene(t);
  const titles = async () => {
    const { document } = await guest.open(path);
    return [...document.querySelectorAll('.description .links a')].map(({ textContent }) => textContent);
  };
  t.strictSame(await titles(), []);
  await event(await person(), { title: 'Of others' });
  await event(organizer, { title: 'Secret', visibility: 'private' });
  const second = await event(organizer, { title: 'Second <b>' });
  t.strictSame(await titles(), ['Second <b>'], 'shown at once');
  for (const title of ['Third', 'Fourth', 'Fifth']) await event(organizer, { title });
  t.equal((await titles()).length, 3);
  await call(`POST /v1/events/${second.id}/cancel`, { as: organizer });
  t.notOk((await titles()).includes('Second <b>'), 'gone at once');
  const list = await call(`GET /v1/events?organizer=${concert.organizer.id}`);
  t.equal(list.body.meta.total, 4);
});

t.test('addresses in descriptions are links once their organizer is a week old', async (t) => {
  const { guest, event, organizer, world, call } = await openScene(t);
  const endAt = new Date(world.clock.now().getTime() + 30 * 86_400_000);
  const { id } = await event(organizer, { description: 'More: https://band.example/tour.', endAt });
  const linkOf = async (path: string) =>
    (await guest.open(path)).document.querySelector('.description p a')?.getAttribute('href');
  const body = { emails: ['friend@example.org'] };
  const { inviteLink } = (await call(`POST /v1/events/${id}/invites`, { as: organizer, body })).body;
  t.match(inviteLink, '/i/');
  t.equal(await linkOf(`/e/${id}`), undefined);
  world.clock.advance(7 * 86_400_000);
  t.equal(await linkOf(`/e/${id}`), 'https://band.example/tour', 'a page in memory, too');
});

t.test('a price says how it is paid, in the words of the operator where there are some', async (t) => {
  const { guest, event, organizer } = await openScene(t);
  const { id } = await event(organizer, { price: 12 });
  t.match((await guest.open(`/e/${id}`)).words, /€12\.00 Paid at the door or to the organizer\./);
  const own = await openScene(t, { site: { priceNote: 'Pay at <us>.' } });
  const other = await own.event(own.organizer, { price: 12 });
  t.match((await own.guest.open(`/e/${other.id}`)).words, '€12.00 Pay at <us>.');
  t.notMatch((await own.guest.open(own.path)).words, 'Pay at', 'what is free is not paid');
});

t.test('a script of the site copies and sends the address of a public event', async (t) => {
  const { guest, path, call, event, organizer } = await openScene(t);
  const page = await guest.open(path);
  const script = page.document.querySelector('script[src]')?.getAttribute('src') ?? '';
  t.match((await call(`GET ${script}`)).text, 'navigator.share');
  t.match(page.headers['content-security-policy'], "script-src 'self'");
  t.ok(page.document.querySelector('#copy[hidden]'), 'nothing to press without JavaScript');
  const { id } = await event(organizer, { visibility: 'private' });
  const refusal = await guest.open(`/e/${id}`);
  t.notMatch(refusal.headers['content-security-policy'], 'script-src');
});

t.test('a link preview says how large its picture is, and of what', async (t) => {
  const { guest, path, event, organizer } = await openScene(t);
  const metaOf = async (at: string, name: string) =>
    (await guest.open(at)).document
      .querySelector(`meta[property="og:image${name}"]`)
      ?.getAttribute('content');
  t.match(await metaOf(path, ''), /^https:\/\/events\.example\.com\/assets\/previews\/music-\d+\.png$/);
  t.strictSame([await metaOf(path, ':width'), await metaOf(path, ':height')], ['800', '420']);
  t.equal(await metaOf(path, ':alt'), 'Lantern concert');
  const { id } = await event(organizer, { coverUrl: 'https://pictures.example/a.jpg' });
  t.equal(await metaOf(`/e/${id}`, ''), 'https://pictures.example/a.jpg');
  t.equal(await metaOf(`/e/${id}`, ':width'), undefined);
});
