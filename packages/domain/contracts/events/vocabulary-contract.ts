import type { EventRecord } from '../../src/events/event.ts';
import { wordsOf } from '../../src/search/fold.ts';
import { forgivesTypos } from '../../src/search/typos.ts';
import { after, day } from '../../src/time.ts';
import { addEvent, addUser, documentOf, now, someEvent } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'events' | 'users' | 'vocabulary'>;

const similarWords = async ({ vocabulary }: Ports['stores'], word: string, limit: number) =>
  (await vocabulary.similarWords([word], limit))[0] ?? [];

/** The word without its last letter. */
const misspelt = (word: string): string => [...word].slice(0, -1).join('');

/** A letter removed, doubled, replaced and swapped with the next, in each place. */
const typosOf = (word: string): readonly string[] => {
  const letters = [...word];
  return letters.flatMap((letter, index) => {
    const [, next] = letters.slice(index, index + 2);
    return [
      letters.toSpliced(index, 1),
      letters.toSpliced(index, 0, letter),
      letters.toSpliced(index, 1, 'ж'),
      ...(next && next !== letter ? [letters.toSpliced(index, 2, next, letter)] : []),
    ].map((typed) => typed.join(''));
  });
};

export const vocabularyContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'gives the words one typo away, and no others', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const add = (title: string, description: string) => addEvent(stores, { organizerId, title, description });
    await add('Quartet', 'with quartets');
    await add('Quarter', 'and a QUARTETT beside a quart');
    const similar = (word: string) => similarWords(stores, word, 50);
    t.strictSame(await similar('quartet'), ['quarter', 'quartets', 'quartett']);
    t.strictSame(await similar('qartet'), ['quartet']);
    t.strictSame(await similar('uqartet'), ['quartet'], 'at the beginning');
    t.strictSame(await similar('quarte'), ['quart', 'quarter', 'quartet']);
    t.strictSame(await similar('quarts'), ['quart']);
    t.strictSame(await similar('unheard'), []);
    t.strictSame(await similar(''), []);
    const quartet = ['quarter', 'quartets', 'quartett'];
    t.strictSame(
      await stores.vocabulary.similarWords(['quartet', 'no', '', 'unheard', 'qartet', 'quartet'], 50),
      [quartet, ...[[], [], [], ['quartet']], quartet],
    );
    t.strictSame(await stores.vocabulary.similarWords([], 50), []);
  });

  await example(t, 'finds a typo in any place of a word, in any script', async (t, { stores }) => {
    const words = [
      'music',
      'märzen',
      'київська',
      '東京都庁舎前',
      "o'neill",
      'photography',
      '🎪🎺🥁🎻🎷',
      '50%_off\\\\up',
    ];
    await addEvent(stores, { title: words.join(' '), description: '' });
    const vocabulary = (await Promise.all(words.map((word) => wordsOf(word)))).flat();
    for (const word of vocabulary) {
      if (!forgivesTypos(word)) continue;
      for (const typed of typosOf(word))
        t.ok((await similarWords(stores, typed, 9)).includes(word), `${typed} for ${word}`);
    }
  });

  await example(t, 'gives at most the limit, the first by code point', async (t, { stores }) => {
    await addEvent(stores, { title: 'xylonz xylonb xylon xylona xylonc' });
    const near = (limit: number) => similarWords(stores, 'xylon', limit);
    t.strictSame(await near(9), ['xylona', 'xylonb', 'xylonc', 'xylonz']);
    t.strictSame(await near(2), ['xylona', 'xylonb']);
    t.strictSame(await near(0), []);
  });

  await example(t, 'knows the words of listed events alone', async (t, { stores }) => {
    const knows = (word: string) => similarWords(stores, misspelt(word), 9);
    await addEvent(stores, { title: 'Secretword', visibility: 'private' });
    const deletedEvent = await addEvent(stores, { title: "Deleted\\word o'clock" });
    const calledEvent = await addEvent(stores, { title: 'Cancelledword' });
    await addEvent(stores, { title: 'Listedword' });
    t.strictSame(await knows('cancelledword'), ['cancelledword']);
    await stores.events.remove(deletedEvent.id);
    await stores.events.cancel(calledEvent.id, now);
    for (const word of ['secretword', 'deleted', 'cancelledword']) t.strictSame(await knows(word), [], word);
    t.strictSame(await knows('listedword'), ['listedword']);
  });

  await example(t, 'knows a word until the last listed event goes that holds it', async (t, { stores }) => {
    const knows = async (word: string) => (await similarWords(stores, misspelt(word), 9)).length > 0;
    const { id: organizerId } = await addUser(stores);
    const add = (title: string) => addEvent(stores, { organizerId, title });
    const [first, second, privateEvent] = [
      await add('Sharedword firstword'),
      await add('Sharedword secondword'),
      await add('Hiddenword'),
    ];
    await stores.events.remove(first.id);
    t.strictSame([await knows('sharedword'), await knows('firstword')], [true, false]);
    const rename = { title: 'Another' };
    await stores.events.change(second.id, 0, rename, documentOf({ ...second, ...rename }), now);
    t.strictSame([await knows('sharedword'), await knows('secondword')], [false, false]);
    t.equal(await knows('another'), true);
    await stores.events.change(privateEvent.id, 0, { visibility: 'private' }, documentOf(privateEvent), now);
    t.equal(await knows('hiddenword'), false, 'of an event made private');
    await stores.events.change(privateEvent.id, 1, { visibility: 'public' }, documentOf(privateEvent), now);
    t.equal(await knows('hiddenword'), true, 'of an event made public');
  });

  await example(t, 'knows words of four to twenty letters', async (t, { stores }) => {
    const words = ['abc', 'pqrs', 'x'.repeat(20), 'y'.repeat(21), '𐐨'.repeat(20), '𐐩'.repeat(21)];
    await addEvent(stores, { title: words.join(' ') });
    const counts = await Promise.all(
      words.map(async (word) => (await similarWords(stores, misspelt(word), 9)).length),
    );
    t.strictSame(counts, [0, 1, 1, 0, 1, 0]);
    t.strictSame(await similarWords(stores, 'y'.repeat(20), 9), [], 'one letter shorter');
  });

  await example(t, 'counts the tags of listed events that end later', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const add = (tags: readonly string[], changes: Partial<EventRecord> = {}) =>
      addEvent(stores, { organizerId, tags, ...changes });
    const counts = async (limit = 9, at = now) =>
      (await stores.vocabulary.tagCounts(at, limit)).map(({ slug, events }) => `${slug} ${events}`);
    t.strictSame(await counts(), []);
    await add([]);
    const event = await add(['jazz', 'open-air', 'b']);
    await add(['jazz', 'a-b', 'a']);
    await add(['jazz', 'over'], { startAt: after(now, -2 * day), endAt: now });
    await add(['jazz', 'secret'], { visibility: 'private' });
    const cancelledEvent = await add(['jazz', 'off']);
    await stores.events.cancel(cancelledEvent.id, now);
    t.strictSame(await counts(), ['jazz 2', 'a 1', 'a-b 1', 'b 1', 'open-air 1']);
    t.strictSame(await counts(2), ['jazz 2', 'a 1']);
    t.strictSame(await counts(2, after(now, -day)), ['jazz 3', 'a 1'], 'of what ended later than that');
    await stores.events.change(event.id, 0, { tags: ['open-air', 'soup'] }, documentOf(event), now);
    t.strictSame(await counts(), ['a 1', 'a-b 1', 'jazz 1', 'open-air 1', 'soup 1']);
  });

  await example(t, 'learns each word once, from new, imported and changed events', async (t, { stores }) => {
    const event = await addEvent(stores, { title: 'Firstword shared' });
    await concurrently(3, () => {
      const importedEvent = someEvent(event.organizerId, { title: 'Importword shared', sourceKey: 'a' });
      return stores.events.addNew([{ event: importedEvent, document: documentOf(importedEvent) }]);
    });
    const changes = { title: 'Changedword shared' };
    await stores.events.change(event.id, 0, changes, documentOf({ ...event, ...changes }), now);
    const knows = (word: string) => similarWords(stores, misspelt(word), 50);
    t.strictSame(await knows('importword'), ['importword']);
    t.strictSame(await knows('changedword'), ['changedword']);
    t.strictSame(await knows('shared'), ['shared']);
    t.strictSame(await knows('canal'), ['canal'], 'a word of the description');
  });
};
