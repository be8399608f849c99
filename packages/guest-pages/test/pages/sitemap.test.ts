import { sitemapPolicy } from '@event-platform/domain';
import t from 'tap';
import { publicUrl } from '../../../http/test-support/test-app.ts';
import { openTestSite } from '../../test-support/test-site.ts';

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);

t.test('the sitemap holds public events that have not ended', async (t) => {
  const { call, person, event, world } = await openTestSite(t);
  const organizer = await person();
  const { id, endAt } = await event(organizer);
  await event(organizer, { visibility: 'private' });
  const cancelled = await event(organizer);
  await call(`POST /v1/events/${cancelled.id}/cancel`, { as: organizer });
  const read = async () => {
    const { status, headers, text } = await call('GET /sitemap.xml');
    t.equal(status, 200);
    t.match(headers['content-type'], 'application/xml');
    return locations(text);
  };
  t.same(await read(), [`${publicUrl}/`, `${publicUrl}/e/${id}`]);
  const more = await event(organizer);
  t.same(await read(), [`${publicUrl}/`, `${publicUrl}/e/${id}`, `${publicUrl}/e/${more.id}`], 'at once');
  world.clock.set(new Date(endAt));
  t.same(await read(), [`${publicUrl}/`]);
  t.match((await call('GET /robots.txt')).text, `Sitemap: ${publicUrl}/sitemap.xml`);
});

t.test('a sitemap holds its elements and nothing between them', async (t) => {
  const { call, person, event, world } = await openTestSite(t);
  const organizer = await person();
  const changedAt = world.clock.now().toISOString();
  const events = [await event(organizer), await event(organizer)];
  const entries = events.map(
    ({ id }) => `<url><loc>${publicUrl}/e/${id}</loc><lastmod>${changedAt}</lastmod></url>\n`,
  );
  t.equal(
    (await call('GET /sitemap.xml')).text,
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${publicUrl}/</loc></url>
${entries.join('')}</urlset>
`,
  );
});

t.test('a large sitemap is an index of parts, each made once a minute', async (t) => {
  const { call, person, event, world } = await openTestSite(t);
  const events = await event(await person());
  const { partSize, batchSize } = sitemapPolicy;
  const idOf = (number: number) => `0197a5c2-7f3e-7c1a-9b1e-${String(number).padStart(12, '0')}`;
  let reads = 0;
  Object.assign(world.dependencies.stores.upcomingEvents, {
    partStarts: async () => [idOf(0), idOf(partSize)],
    from: async (start: string, limit: number) => {
      reads += 1;
      const first = Number(start.slice(-12));
      return Array.from({ length: limit }, (_, index) => ({
        id: idOf(first + index),
        updatedAt: new Date(events.startAt),
      }));
    },
  });
  const parts = locations((await call('GET /sitemap.xml')).text);
  t.same(parts, [`${publicUrl}/sitemap/${idOf(0)}.xml`, `${publicUrl}/sitemap/${idOf(partSize)}.xml`]);
  const part = () => call(`GET ${new URL(parts[0] ?? '').pathname}`);
  const [one] = await Promise.all([part(), part(), part()]);
  const urls = locations(one?.text ?? '');
  t.equal(urls.length, partSize + 1, 'at most 50,000');
  t.equal(new Set(urls).size, urls.length);
  t.equal(urls.at(-1), `${publicUrl}/e/${idOf(partSize - 1)}`);
  t.equal(reads, Math.ceil(partSize / batchSize), 'for three requests at one time');
  await part();
  for (const other of [idOf(1), idOf(partSize - 1).toUpperCase(), '00000000-0000-7000-8000-000000000000'])
    t.same(locations((await call(`GET /sitemap/${other}.xml`)).text), urls, 'any other id of the part');
  t.equal(reads, Math.ceil(partSize / batchSize), 'and for the next minute');
  world.clock.advance(60_000);
  await part();
  t.equal(reads, 2 * Math.ceil(partSize / batchSize));
  t.equal((await call('GET /sitemap/nonsense.xml')).status, 404);
  t.equal((await part()).status, 200, 'a failure stops nothing');
});

t.test('the sitemap is sent compressed to whom accepts that', async (t) => {
  const { app, call } = await openTestSite(t);
  const packedResponse = await app.inject({ url: '/sitemap.xml', headers: { 'accept-encoding': 'gzip' } });
  t.equal(packedResponse.headers['content-encoding'], 'gzip');
  t.match(packedResponse.headers.vary, 'accept-encoding');
  t.notOk('content-encoding' in (await call('GET /sitemap.xml')).headers);
});

t.test('requests that wait for one sitemap take one place among lists', async (t) => {
  const { call, person, event, world } = await openTestSite(t);
  await event(await person());
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { upcomingEvents } = world.dependencies.stores;
  const { from } = upcomingEvents;
  Object.assign(upcomingEvents, {
    from: async (...args: Parameters<typeof from>) => {
      begin();
      await gate;
      return from.apply(upcomingEvents, args);
    },
  });
  const waiting = Array.from({ length: 20 }, (_, n) => call('GET /sitemap.xml', { ip: `192.0.2.${n}` }));
  await begun;
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  t.equal((await call('GET /v1/events', { ip: '198.51.100.1' })).status, 200, 'the list of another client');
  open();
  for (const { status } of await Promise.all(waiting)) t.equal(status, 200);
});
