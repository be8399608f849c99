import type { PictureFiles } from '../../src/pictures/picture.ts';
import type { PictureStore } from '../../src/ports/pictures/picture-store.ts';
import type { Clock } from '../../src/ports/sources/clock.ts';

/** Files by the place where they are. */
export type MemoryPictures = ReadonlyMap<string, { readonly files: PictureFiles; readonly writtenAt: Date }>;

/** Files in memory, with all that is kept. */
export const memoryPictureStore = (
  clock: Clock,
  baseUrl = 'https://events.example.com/pictures',
): { readonly store: PictureStore; readonly places: MemoryPictures } => {
  const places = new Map<string, { readonly files: PictureFiles; readonly writtenAt: Date }>();
  return {
    places,
    store: {
      put: async (place, files) => void places.set(place, { files, writtenAt: clock.now() }),
      delete: async (place) => void places.delete(place),
      move: async (from, to) => {
        const stored = places.get(from);
        if (!stored) return false;
        places.delete(from);
        places.set(to, stored);
        return true;
      },
      list: async function* () {
        for (const [place, { writtenAt }] of places) yield { place, writtenAt };
      },
      url: (id, file) => `${baseUrl}/${id}/${file}`,
    },
  };
};
