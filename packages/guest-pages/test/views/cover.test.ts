import { parse } from 'node-html-parser';
import t from 'tap';
import { coverDesign, coverPattern, previewSize } from '../../src/style/cover-pattern.ts';
import { previewPicture } from '../../src/style/preview-picture.ts';
import { cover } from '../../src/views/cover.ts';

const idOf = (index: number) => `0197a5c2-7f3e-7c1a-9b1e-${String(index).padStart(12, '0')}`;
const site = {
  basePath: '/base',
  picture: (id: string, file: string) => `https://pictures.example/${id}/${file}`,
};
const sourceOf = (event: Omit<Parameters<typeof cover>[1], 'title'>) =>
  parse(cover(site, { title: 'Jazz', ...event }, { kind: 'lead', isFirst: true }).markup)
    .querySelector('img')
    ?.getAttribute('src') ?? '';
const own = (id: string, category: string) => sourceOf({ id, category, coverUrl: null });

t.test('events without a picture differ by id and category, and look the same everywhere', async (t) => {
  const sources = new Set(Array.from({ length: 200 }, (_, index) => own(idOf(index), 'music')));
  t.ok(sources.size > 60, `${sources.size} pictures`);
  t.equal(own(idOf(1), 'music'), own(idOf(1), 'music'));
  const pictures = ['music', 'food', 'tech'].map((category) => own(idOf(1), category));
  t.equal(new Set(pictures).size, 3);
  const designOf = (source: string) => coverDesign(/([^/]+)\.svg$/.exec(source)?.[1] ?? '');
  const drawn = [...sources, ...pictures].map((source) => {
    const design = designOf(source);
    return design && coverPattern(design);
  });
  t.notOk(drawn.includes(null), 'each is drawn');
  t.equal(new Set(drawn).size, new Set([...sources, ...pictures]).size, 'each differently');
  for (const name of ['music-72', 'music-01', 'Music-1', 'x', '../a-1', '"-1'])
    t.equal(coverDesign(name), null, name);
});

t.test('a picture over https is shown, others are not', async (t) => {
  const pictureOf = (coverUrl: string) => sourceOf({ id: idOf(1), coverUrl });
  t.equal(pictureOf('https://pictures.example/a.jpg'), 'https://pictures.example/a.jpg');
  t.match(pictureOf('http://pictures.example/a.jpg'), /^\/base\/assets\/covers\//, 'browsers warn of them');
});

t.test('each pattern is a picture for previews, too, of few bytes', async (t) => {
  const byTile = new Map<number, string>();
  for (let index = 0; byTile.size < 7; index += 1) {
    const name = `c${index}-${index % 72}`;
    const tile = coverDesign(name)?.tile;
    if (tile !== undefined) byTile.set(tile, name);
  }
  const pictures = [...byTile.values()].map(coverDesign).flatMap((design) => design ?? []);
  const files = await Promise.all(pictures.map(previewPicture));
  for (const file of files) {
    t.equal(file.subarray(1, 4).toString(), 'PNG');
    t.strictSame([file.readUInt32BE(16), file.readUInt32BE(20)], [previewSize.width, previewSize.height]);
    t.ok(file.length < 40_000, `${file.length} bytes`);
  }
  t.equal(new Set(files.map((file) => file.toString('base64'))).size, 7);
});

t.test('a picture of the service has its sizes, its shape and a text', async (t) => {
  const id = 'A'.repeat(22);
  const event = { id: idOf(1), title: 'Jazz', coverUrl: `picture:${id}:1600x900:AAAA` };
  const imageOf = (place: Parameters<typeof cover>[2]) =>
    parse(cover(site, event, place).markup).querySelector('img')?.attributes;
  const base = `https://pictures.example/${id}`;
  t.match(imageOf({ kind: 'lead', isFirst: true }), {
    src: `${base}/medium.webp`,
    srcset: `${base}/small.webp 320w, ${base}/medium.webp 800w, ${base}/large.webp 1600w`,
    sizes: /100vw/,
    width: '1600',
    height: '900',
    alt: 'Jazz',
    fetchpriority: 'high',
  });
  t.match(imageOf({ kind: 'card', isFirst: false }), { loading: 'lazy', sizes: /20rem/ });
});
