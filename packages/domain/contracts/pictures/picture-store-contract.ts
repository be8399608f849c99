import type { PictureFiles } from '../../src/pictures/picture.ts';
import type { PictureStore } from '../../src/ports/pictures/picture-store.ts';
import type { TestScope } from '../harness.ts';

/** An empty store, and how its pictures are fetched by those who know their address: null for what is not there. */
export interface OpenedPictureStore {
  readonly store: PictureStore;
  fetch(url: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

const filesOf = (text: string): PictureFiles => {
  const file = (name: string) => Uint8Array.from(`${text} ${name}`, (letter) => letter.charCodeAt(0));
  return {
    'small.webp': file('small'),
    'medium.webp': file('medium'),
    'large.webp': file('large'),
    'preview.jpg': file('preview'),
  };
};

const [one, other, aside] = [
  'one-0000000000000000-A',
  'other-00000000000000_B',
  'aside-one-0000000000000000-A',
];

/** What any store of pictures must pass. */
export const pictureStoreContract = async (
  t: TestScope,
  open: () => Promise<OpenedPictureStore>,
): Promise<void> => {
  const example = (name: string, run: (t: TestScope, opened: OpenedPictureStore) => Promise<void>) =>
    t.test(name, async (inner) => {
      const opened = await open();
      try {
        await run(inner, opened);
      } finally {
        await opened.close();
      }
    });
  const text = async ({ store, fetch }: OpenedPictureStore, place: string) => {
    const bytes = await fetch(store.url(place, 'medium.webp'));
    return bytes && String.fromCharCode(...bytes);
  };
  const placesIn = async (store: PictureStore) => {
    const places: string[] = [];
    for await (const { place } of store.list()) places.push(place);
    return places.sort();
  };

  await example('is empty at first', async (t, { store }) => {
    t.strictSame(await placesIn(store), []);
  });

  await example('keeps each file of each picture', async (t, opened) => {
    const { store, fetch } = opened;
    await store.put(one, filesOf('one'));
    await store.put(other, filesOf('other'));
    t.equal(await text(opened, one), 'one medium');
    t.equal(await text(opened, other), 'other medium');
    for (const name of ['small.webp', 'large.webp', 'preview.jpg'] as const)
      t.ok(await fetch(store.url(one, name)), name);
    t.strictSame(await placesIn(store), [one, other]);
  });

  await example('tells when they were written', async (t, { store }) => {
    await store.put(one, filesOf('one'));
    for await (const { writtenAt } of store.list()) t.ok(writtenAt instanceof Date);
  });

  await example('deletes one picture, once or more', async (t, opened) => {
    const { store } = opened;
    await store.put(one, filesOf('one'));
    await store.put(other, filesOf('other'));
    await store.delete(one);
    await store.delete(one);
    t.equal(await text(opened, one), null);
    t.equal(await text(opened, other), 'other medium');
    t.strictSame(await placesIn(store), [other]);
  });

  await example('moves a picture aside and back', async (t, opened) => {
    const { store } = opened;
    await store.put(one, filesOf('one'));
    t.equal(await store.move(one, aside), true);
    t.equal(await text(opened, one), null);
    t.strictSame(await placesIn(store), [aside]);
    t.equal(await store.move(one, aside), false);
    t.strictSame(await placesIn(store), [aside]);
    t.equal(await store.move(aside, one), true);
    t.equal(await text(opened, one), 'one medium');
    t.strictSame(await placesIn(store), [one]);
  });

  await example('keeps many at once', async (t, { store }) => {
    const places = Array.from({ length: 20 }, (_, index) => `many-${String(index).padStart(17, '0')}`);
    await Promise.all(places.map((place) => store.put(place, filesOf(place))));
    t.strictSame(await placesIn(store), places);
  });
};
