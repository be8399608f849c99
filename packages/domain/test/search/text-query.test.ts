import t from 'tap';
import { expandTypos, parseTextQuery, textMatches, titleRank } from '../../src/search/text-query.ts';
import { isOneTypoAway } from '../../src/search/typos.ts';

const vocabulary = (...words: string[]) => ({
  similarWords: async (typedWords: readonly string[], limit: number) =>
    typedWords.map((typed) => words.filter((word) => isOneTypoAway(word, typed)).slice(0, limit)),
});

t.test('the first 20 words of a query count', async (t) => {
  const words = Array.from({ length: 21 }, (_, index) => `w${index}`);
  t.strictSame(
    parseTextQuery(words.join(' ')).map(([term]) => term?.word),
    words.slice(0, 20),
  );
});

t.test('known words one typo away are matched as whole words', async (t) => {
  const query = parseTextQuery('night berln');
  t.strictSame(await expandTypos(query, vocabulary('berlin', 'berln', 'merlin', 'night', 'nigth')), [
    [
      { word: 'night', prefix: false },
      { word: 'nigth', prefix: false },
    ],
    [
      { word: 'berln', prefix: true },
      { word: 'berlin', prefix: false },
    ],
  ]);
});

t.test('words of five letters are corrected, shorter ones are not', async (t) => {
  t.strictSame(await expandTypos(parseTextQuery('rocky'), vocabulary('rocks')), [
    [
      { word: 'rocky', prefix: true },
      { word: 'rocks', prefix: false },
    ],
  ]);
  t.equal(await expandTypos(parseTextQuery('rock'), vocabulary('rocks')), null);
  t.strictSame(await expandTypos(parseTextQuery('rock berln'), vocabulary('rocks', 'berlin')), [
    [{ word: 'rock', prefix: false }],
    [
      { word: 'berln', prefix: true },
      { word: 'berlin', prefix: false },
    ],
  ]);
});

t.test('without a near word there is no other query', async (t) => {
  t.equal(await expandTypos(parseTextQuery('berlin paris'), vocabulary()), null);
  t.equal(await expandTypos(parseTextQuery('berlin'), vocabulary('berlin', 'london')), null);
  t.equal(await expandTypos([], vocabulary('berlin')), null);
  const [, second] = (await expandTypos(parseTextQuery('berlin pariz'), vocabulary('paris'))) ?? [];
  t.equal(second?.length, 2, 'one widened group is enough');
});

t.test('words are looked up together, those too short and none not at all', async (t) => {
  const lookUps: (readonly string[])[] = [];
  const similarWords = async (words: readonly string[]) => {
    lookUps.push(words);
    return words.map(() => []);
  };
  for (const text of ['berlin rock paris london', 'rock', ''])
    t.equal(await expandTypos(parseTextQuery(text), { similarWords }), null);
  t.strictSame(lookUps, [['berlin', 'paris', 'london']]);
});

t.test('at most 20 corrections are added', async (t) => {
  const near = Array.from({ length: 25 }, (_, index) => `berli${String.fromCharCode(97 + index)}`);
  const [group] = (await expandTypos(parseTextQuery('berli'), vocabulary(...near))) ?? [];
  t.strictSame(
    group?.slice(1).map(({ word }) => word),
    near.slice(0, 20),
  );
});

t.test('the title ranks by how many groups match in it', async (t) => {
  const query = parseTextQuery('jazz night');
  const rank = (...title: string[]) => titleRank(query, { title, other: [] });
  t.equal(rank('jazz', 'nights'), 2, 'the last word is a beginning');
  t.equal(rank('jazz'), 1);
  t.equal(rank('night'), 1);
  t.equal(rank('jazzy'), 0, 'the others are whole');
  t.equal(textMatches([], { title: ['jazz'], other: [] }), false);
});

t.test('every word of a query matches in full, the last one as a prefix', async (t) => {
  t.strictSame(parseTextQuery('Jazz jazz NIGHT'), [
    [{ word: 'jazz', prefix: false }],
    [{ word: 'night', prefix: true }],
  ]);
  t.strictSame(parseTextQuery('?!'), []);
});
