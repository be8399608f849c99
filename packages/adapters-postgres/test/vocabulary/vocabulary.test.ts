import { forgivesTypos, typoLetters } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { rebuildWordIndexes } from '../../src/vocabulary/rebuild-word-indexes.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';
import { openTestClient } from '../../test-support/test-database.ts';

const { addEvent, addUser, now } = fixtures;
const database = await openTestPostgres(t);
const { postgres, query, stores } = database;

/** The words of the vocabulary that are made up. */
const madeUp = async (): Promise<readonly string[]> => {
  const rows = await query<{ word: string }>(
    "select word from vocabulary where word like 'qq%' order by word",
  );
  return rows.map(({ word }) => word);
};

await t.test('the table chooses words as the domain does', async (t) => {
  const { min, max } = typoLetters;
  const bounds = [min - 1, min, max, max + 1].flatMap((length) => ['a'.repeat(length), '🎪'.repeat(length)]);
  const words = [...bounds, 'abcd', 'aabb', '東京都庁舎', '🎪🎺🎪🎺', "o'c\\k"];
  const rows = await query<{ word: string }>('select word from typo_words(array_to_tsvector($1)) word', [
    words,
  ]);
  t.strictSame(new Set(rows.map(({ word }) => word)), new Set(words.filter(forgivesTypos)));
});

await t.test('holds the words of listed events alone, of four to twenty letters', async (t) => {
  await database.empty();
  const organizerId = (await addUser(stores)).id;
  await addEvent(stores, { organizerId, title: 'qqprivate', visibility: 'private' });
  await addEvent(stores, { organizerId, title: `qqpublic qqo qq${'z'.repeat(30)}` });
  t.strictSame(await madeUp(), ['qqpublic']);
});

await t.test('the sweep forgets what no listed event holds, and nothing else', async (t) => {
  await database.empty();
  const organizerId = (await addUser(stores)).id;
  const words = (prefix: string) => Array.from({ length: 700 }, (_, n) => `qq${prefix}${n}`).join(' ');
  const add = (title: string, description: string) => addEvent(stores, { organizerId, title, description });
  await add("qqshared qqo'clock", 'qqquote');
  const [deletedEvent, privateEvent, cancelledEvent] = [
    await add('qqshared', words('deleted')),
    await add('qqshared', words('hidden')),
    await add('qqshared', words('cancelled')),
  ];
  t.equal((await madeUp()).length, 2 + 3 * 700);
  await stores.events.remove(deletedEvent.id);
  await stores.events.change(
    privateEvent.id,
    0,
    { visibility: 'private' },
    fixtures.documentOf(privateEvent),
    now,
  );
  await stores.events.cancel(cancelledEvent.id, now);
  await postgres.sweep(now);
  t.strictSame(await madeUp(), ['qqquote', 'qqshared']);
  t.strictSame(await query('select from released_word'), []);
});

await t.test('a word stays that an event holds which is still being written', async (t) => {
  await database.empty();
  const organizerId = (await addUser(stores)).id;
  const old = await addEvent(stores, { organizerId, title: 'qqrescued' });
  const other = await addEvent(stores, { organizerId, title: 'qqother', visibility: 'private' });
  await stores.events.remove(old.id);
  const writer = await openTestClient(t, database.url);
  await writer.query('begin');
  await writer.query("update event set visibility = 'public', words = $2 where id = $1", [
    other.id,
    "'qqrescued':1A",
  ]);
  await postgres.sweep(now);
  t.equal((await query('select from released_word')).length > 0, true, 'the sweep leaves it to the next one');
  await writer.query('commit');
  await postgres.sweep(now);
  t.strictSame(await madeUp(), ['qqrescued']);
  t.strictSame(await query('select from released_word'), []);
});

await t.test('rebuilding gives the same table', async (t) => {
  await database.empty();
  await addEvent(stores, { title: 'qqone qqtwo', description: 'qqthree' });
  await addEvent(stores, { title: 'qqhidden', visibility: 'private' });
  const all = () => query('select word from vocabulary order by word');
  const before = await all();
  await query('delete from vocabulary');
  await query('select rebuild_vocabulary()');
  t.strictSame(await all(), before);
  t.strictSame(await madeUp(), ['qqone', 'qqthree', 'qqtwo']);
});

await t.test('the space of many forgotten words is given back', async (t) => {
  await database.empty();
  const organizerId = (await addUser(stores)).id;
  const size = async () => {
    const [row] = await query<{ bytes: number }>(
      "select sum(pg_relation_size(indexrelid))::float8 as bytes from pg_index where indrelid::regclass::text ~ '^(vocab|event_w)'",
    );
    return row?.bytes ?? 0;
  };
  await query('reindex table vocabulary');
  const before = await size();
  for (let number = 0; number < 6; number += 1) {
    const words = Array.from({ length: 900 }, (_, n) => `qqmadeup${number}x${n}`).join(' ');
    await stores.events.remove(
      (await addEvent(stores, { organizerId, title: 'Jazz', description: words })).id,
    );
  }
  const full = await size();
  // Fails, since there are words of the same length, and leaves an index that is not valid.
  await t.rejects(
    query('create unique index concurrently vocabulary_pkey_ccnew on vocabulary (length(word))'),
  );
  await postgres.sweep(now);
  t.ok(full > 3 * before, `${before}, ${full}`);
  t.ok((await size()) < before + (full - before) / 10, `${before}, ${full}, ${await size()}`);
  const [released] = await query<{ bytes: number }>(
    "select pg_relation_size('released_word_pkey')::int as bytes",
  );
  t.ok((released?.bytes ?? 0) <= 16_384, 'nor does their list keep its pages');
  t.strictSame(await query('select words from forgotten_words'), [{ words: 0 }]);
  t.strictSame(await query("select from pg_class where relname ~ 'ccnew'"), [], 'nor what a rebuild left');
});

await t.test('of parallel rebuilds one works, and one that fails is repeated', async (t) => {
  await database.empty();
  await query('insert into forgotten_words (id, words) values (1, 5000)');
  const words = () => query('select words from forgotten_words');
  const indexOf = async (name: string) =>
    (await query<{ file: string }>('select pg_relation_filepath($1) as file', [name]))[0]?.file;

  const before = await indexOf('vocabulary_pkey');
  const holder = await openTestClient(t, database.url);
  await holder.query('begin');
  await holder.query('lock table released_word in share update exclusive mode');
  const rebuilding = rebuildWordIndexes(database.url);
  const waitingRebuild =
    "select from pg_stat_activity where query ~ '^reindex .*released' and wait_event_type = 'Lock'";
  while ((await query(waitingRebuild)).length === 0);
  await rebuildWordIndexes(database.url);
  t.not(await indexOf('vocabulary_pkey'), before);
  t.strictSame(await words(), [{ words: 5000 }], 'not counted as given back before the last index is');
  await query('update forgotten_words set words = words + 7');
  await Promise.all([
    t.rejects(rebuilding, { message: 'unavailable' }),
    query("select pg_terminate_backend(pid) from pg_stat_activity where query ~ '^reindex .*released'"),
  ]);
  await holder.query('rollback');
  t.strictSame(await words(), [{ words: 5007 }]);

  await postgres.sweep(now);
  t.strictSame(await words(), [{ words: 0 }]);
  await query('update forgotten_words set words = 1500');
  await Promise.all([rebuildWordIndexes(database.url), rebuildWordIndexes(database.url)]);
  t.strictSame(await words(), [{ words: 0 }]);
  t.strictSame(await query("select from pg_class where relname ~ '_cc(new|old)'"), []);
});
