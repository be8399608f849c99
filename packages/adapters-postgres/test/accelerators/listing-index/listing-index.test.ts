import type { EventFilter, ReadPage } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { mostChanges, recentChanges } from '../../../src/accelerators/listing-index/recent-changes.ts';
import { openPostgres } from '../../../src/open-postgres.ts';
import { openTestPostgres } from '../../../test-support/open-test-postgres.ts';

/** What the contracts do not tell of the index: when SQL finds lists instead, and what a process that lags shows. */
const { addEvent, addUser, anyEvent, documentOf, now, someEvent } = fixtures;
const clock = { now: () => now };
const database = await openTestPostgres(t, { isBatch: true, clock });
const { postgres, query, stores } = database;
const page = { page: 1, limit: 20 };
const list = (filter: Partial<EventFilter> = {}, from = stores): Promise<ReadPage> =>
  from.eventCatalog.list({ ...anyEvent, endsAfter: now, ...filter }, 'time', null, page);
const titles = ({ items }: ReadPage) => items.map(({ event }) => event.title);
const organizerId = (await addUser(stores)).id;

await t.test('SQL finds lists until the index is loaded, and what ended long ago', async (t) => {
  await addEvent(stores, { organizerId, title: 'Soon' });
  const [began, ended] = [1_000, 999].map((hours) => new Date(now.getTime() - hours * 3_600_000));
  const former = someEvent(organizerId, { title: 'Former' });
  await addEvent(stores, { ...former, startAt: began as Date, endAt: ended as Date });
  t.strictSame(postgres.listings(), { state: 'loading' });
  t.strictSame(titles(await list()), ['Soon']);
  await postgres.loadListings();
  t.strictSame(postgres.listings(), { state: 'loaded', count: 1 });
  t.strictSame(titles(await list()), ['Soon']);
  t.strictSame(
    titles(await list({ endsAfter: began as Date, isDated: true })),
    ['Soon', 'Former'],
    'what began long ago comes last',
  );
});

await t.test('another process shows each change at once, however many there are', async (t) => {
  const other = await openPostgres({ url: database.url, clock });
  t.teardown(() => other.close());
  await other.loadListings();
  const shown = async () => (await list({}, other.stores)).total;
  const before = await shown();
  const events = Array.from({ length: 5_000 }, () => someEvent(organizerId));
  await stores.events.addNew(events.map((event) => ({ event, document: documentOf(event) })));
  t.equal(await shown(), before + 5_000);
  await query(`update event set visibility = 'private' where title <> 'Soon'`);
  t.equal(await shown(), before);
  t.strictSame(other.listings(), { state: 'loaded', count: before });
});

await t.test('a list is kept from its second request on', async (t) => {
  const free = () => list({ isFree: true });
  const first = await free();
  t.notOk(first.isKept, 'most pages are asked for once');
  const second = await free();
  t.not(second, first);
  t.ok(second.isKept);
  t.equal(await free(), second);
});

await t.test('anonymous callers get the same list while nothing in it has changed', async (t) => {
  const first = await list();
  t.equal(await list(), first, 'nothing was committed');
  await addUser(stores);
  t.equal(await list(), first, 'nothing that it shows');
  await query("update category set emoji = '🎷' where slug = 'music'");
  t.teardown(() => query("update category set emoji = '🎵' where slug = 'music'"));
  const renamed = await list();
  t.equal(renamed.items[0]?.event.category.emoji, '🎷');
  await stores.rsvps.set(renamed.items[0]?.event.id as never, organizerId, 'going', now);
  t.equal((await list()).items[0]?.rsvpCount, 1);
});

await t.test('a page knows what has changed since it was found, up to very much', async (t) => {
  const { mayChange, add } = recentChanges();
  const place = { startAt: now.getTime(), endAt: now.getTime() + 9, category: 'arts', lat: null, lng: null };
  const change = { before: null, after: place };
  const [arts, music] = ['arts', 'music'].map((slug) => ({
    ...anyEvent,
    endsAfter: now,
    categories: [slug],
  }));
  const changed = (version: number) =>
    [arts, music].map((filter) => mayChange(filter as EventFilter, version));
  add(7, null);
  t.strictSame(changed(6), [true, true], 'what came before is not known');
  add(8, [change]);
  t.strictSame(changed(7), [true, false]);
  t.strictSame(changed(8), [false, false]);
  for (let version = 9; version < 9 + mostChanges; version += 1)
    add(version, [{ before: null, after: null }]);
  t.strictSame(changed(8), [false, false]);
  t.strictSame(changed(7), [true, true], 'what came first is forgotten');
});

await t.test('a new name of an organizer is shown at once, by another process too', async (t) => {
  const other = await openPostgres({ url: database.url, clock });
  t.teardown(() => other.close());
  await other.loadListings();
  const names = async (from = stores) =>
    new Set((await list({}, from)).items.map(({ organizer }) => organizer.name));
  t.strictSame([await names(), await names(other.stores)], [new Set(['']), new Set([''])]);
  await query(`update app_user set name = 'Olga' where id = '${organizerId}'`);
  t.teardown(() => query(`update app_user set name = '' where id = '${organizerId}'`));
  t.strictSame([await names(other.stores), await names()], [new Set(['Olga']), new Set(['Olga'])]);
});

await t.test('the log tells of people with listed events alone', async (t) => {
  const guest = await addUser(stores);
  const told = () =>
    query<{ organizer_id: string }>('select organizer_id from event_change where organizer_id is not null');
  const before = await told();
  await query(`update app_user set name = 'Gina' where id = '${guest.id}'`);
  await query(`update app_user set locale = 'de' where id = '${organizerId}'`);
  t.strictSame(await told(), before);
});

await t.test('a page without dates goes when an event of it ends', async (t) => {
  const endAt = new Date(now.getTime() + 60_000);
  await addEvent(stores, { organizerId, title: 'Ending', startAt: now, endAt });
  t.ok(titles(await list()).includes('Ending'));
  t.notOk(titles(await list({ endsAfter: endAt })).includes('Ending'));
});

await t.test('what a process cannot know makes it load the index anew', async (t) => {
  const { total } = await list();
  let inform = (_line: string) => {};
  const other = await openPostgres({ url: database.url, clock, inform: (line) => inform(line) });
  t.teardown(() => other.close());
  const loaded = () =>
    new Promise<void>((resolve) => {
      inform = (line) => {
        t.match(line, /^the index of listings is loaded: \d+ events in \d+\.\d s$/);
        resolve();
      };
    });
  await other.loadListings();
  for (const [why, statement] of [
    ['changes were forgotten', "update forgotten_changes set below = '18446744073709551615'"],
    ['anything may have changed', 'insert into event_change default values'],
  ] as const) {
    const isLoaded = loaded();
    await query(statement);
    t.equal((await list({}, other.stores)).total, total, why);
    await query("update forgotten_changes set below = '0'");
    await isLoaded;
    t.equal((await list({}, other.stores)).total, total, why);
  }
  const isLoaded = loaded();
  await query('truncate event cascade');
  t.equal((await list({}, other.stores)).total, 0);
  await isLoaded;
});

await t.test('it is loaded again after the connection of its thread was lost', async (t) => {
  await addEvent(stores, { organizerId, title: 'Before' });
  await list();
  await query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'event-platform listings'
    and datname = current_database()`);
  await addEvent(stores, { organizerId, title: 'After' });
  t.equal((await list()).total, 2);
});

await t.test('an index that cannot be loaded is tried again, and says why', async (t) => {
  const lines: string[] = [];
  const told = Promise.withResolvers<void>();
  const log = (line: string) => {
    lines.push(line);
    told.resolve();
  };
  const away = await openPostgres({ url: 'postgres://user:secret@127.0.0.1:1/nowhere', log, clock });
  void away.loadListings();
  await told.promise;
  t.match(lines[0], /^the index of listings cannot be loaded: .*ECONNREFUSED/);
  t.notMatch(lines[0], /secret/);
  await away.close();
});
