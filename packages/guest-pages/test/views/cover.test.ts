import { parse } from 'node-html-parser';
import t from 'tap';
import { cover } from '../../src/views/cover.ts';

const classesOf = (id: string) =>
  parse(cover({ id, coverUrl: null }).markup)
    .querySelector('.cover')
    ?.getAttribute('class') ?? '';

t.test('an event without a picture has one of the six gradients of the stylesheet', async (t) => {
  const ids = Array.from(
    { length: 200 },
    (_, index) => `0197a5c2-7f3e-7c1a-9b1e-${String(index).padStart(12, '0')}`,
  );
  const found = new Set(ids.map(classesOf));
  t.strictSame(
    [...found].sort(),
    [0, 1, 2, 3, 4, 5].map((number) => `cover c${number} bare`),
  );
  t.equal(classesOf('0197a5c2'), classesOf('0197a5c2'), 'the same one on every page');
});

t.test('a picture over https is shown, others are not', async (t) => {
  const pictureOf = (coverUrl: string) => parse(cover({ id: '', coverUrl }).markup).querySelector('img');
  t.equal(pictureOf('https://pictures.example/a.jpg')?.getAttribute('src'), 'https://pictures.example/a.jpg');
  t.equal(pictureOf('http://pictures.example/a.jpg'), null, 'browsers warn of them');
});
