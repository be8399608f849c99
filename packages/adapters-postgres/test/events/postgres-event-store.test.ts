import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addUser, anyEvent, documentOf, now, someEvent } = fixtures;
const database = await openTestPostgres(t);
const { stores } = database;
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

await t.test('thousands of events are imported, and a second import adds none', async (t) => {
  await database.empty();
  const { id: organizer } = await addUser(stores);
  const entries = Array.from({ length: 5_000 }, (_, index) => {
    const event = someEvent(organizer, {
      sourceKey: `import-${index}`,
      title: `Concert ${index} of the series`,
      description: Array.from({ length: 60 }, (_, word) => `word${(index * 7 + word * 13) % 4_000}`).join(
        ' ',
      ),
      startAt: later(index * 60_000),
      endAt: later(index * 60_000 + 1),
    });
    return { event, document: documentOf(event) };
  });
  const began = performance.now();
  for (const again of [false, true])
    for (let index = 0; index < entries.length; index += 500) {
      const added = await stores.events.addNew(entries.slice(index, index + 500));
      if (added !== (again ? 0 : 500)) t.equal(added, again ? 0 : 500);
    }
  t.comment(`imported twice in ${Math.round(performance.now() - began)} ms`);
  const filter = { ...anyEvent, recentSince: new Date(0) };
  const text = [[{ word: 'concert', prefix: false }], [{ word: 'word1', prefix: true }]];
  const all = entries.filter(({ document }) => document.other.some((word) => word.startsWith('word1')));
  for (const page of [1, 20, 21, 30]) {
    const searchPage = await stores.eventCatalog.list({ ...filter, text }, 'relevance', null, {
      page,
      limit: 50,
    });
    t.equal(searchPage.total, all.length);
    t.strictSame(
      searchPage.items.map(({ event: { id } }) => id),
      all.slice((page - 1) * 50, page * 50).map(({ event }) => event.id),
    );
  }
});

await t.test('the statement that reads who may do what carries its name', async (t) => {
  const { id } = await addUser(stores);
  await stores.events.access(someEvent(id).id, null, now);
  const named = await database.query(
    "select from pg_stat_activity where query like '/* event-access-anonymous */%'",
  );
  t.ok(named.length > 0, 'for pg_stat_statements');
});
