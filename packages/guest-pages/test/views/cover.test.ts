import { parse } from 'node-html-parser';
import t from 'tap';
import { coverPattern } from '../../src/style/cover-pattern.ts';
import { cover } from '../../src/views/cover.ts';

const idOf = (index: number) => `0197a5c2-7f3e-7c1a-9b1e-${String(index).padStart(12, '0')}`;
const sourceOf = (event: Parameters<typeof cover>[1]) =>
  parse(cover({ basePath: '/base' }, event).markup)
    .querySelector('img')
    ?.getAttribute('src') ?? '';
const own = (id: string, category: string) => sourceOf({ id, category, coverUrl: null });

t.test('events without a picture differ by id and category, and look the same everywhere', async (t) => {
  const sources = new Set(Array.from({ length: 200 }, (_, index) => own(idOf(index), 'music')));
  t.ok(sources.size > 60, `${sources.size} pictures`);
  t.equal(own(idOf(1), 'music'), own(idOf(1), 'music'));
  const pictures = ['music', 'food', 'tech'].map((category) => own(idOf(1), category));
  t.equal(new Set(pictures).size, 3);
  const drawn = [...sources, ...pictures].map((source) => coverPattern(source.split('/').at(-1) ?? ''));
  t.notOk(drawn.includes(null), 'each is drawn');
  t.equal(new Set(drawn).size, new Set([...sources, ...pictures]).size, 'each differently');
  for (const name of ['music-72.svg', 'music-01.svg', 'Music-1.svg', 'x', '../a-1.svg', '"-1.svg'])
    t.equal(coverPattern(name), null, name);
});

t.test('a picture over https is shown, others are not', async (t) => {
  const pictureOf = (coverUrl: string) => sourceOf({ id: idOf(1), coverUrl });
  t.equal(pictureOf('https://pictures.example/a.jpg'), 'https://pictures.example/a.jpg');
  t.match(pictureOf('http://pictures.example/a.jpg'), /^\/base\/assets\/covers\//, 'browsers warn of them');
});
