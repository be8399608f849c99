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
  await call(`POST /v1/events/${concert.id}/cancel`, { as: organizer });
  const cancelledPage = await guest.open(path);
  t.equal(cancelledPage.status, 200);
  t.match(cancelledPage.words, 'This event was cancelled');
  t.match(cancelledPage.words, '1 person is going', 'public pages show the counts');
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
  const google = new URL((hrefs[0] ?? '').replaceAll('&amp;', '&'));
  t.equal(google.searchParams.get('text'), 'Jazz & tea');
  t.equal(google.searchParams.get('dates'), '20260602T120000Z/20260602T140000Z');
  t.match(hrefs[1], /^mailto:\?subject=Jazz%20%26%20tea&/);
  t.match(hrefs[2], /^https:\/\/wa\.me\/\?text=Jazz%20%26%20tea%20https%3A/);
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
