import type { Dependencies } from '../dependencies.ts';
import { after, day, hour } from '../time.ts';
import type { JudgedPicture, PictureId, StoredPicture } from './picture.ts';
import { asidePlace, deleteFiles, settleFiles } from './picture-files.ts';

/** What a check found and mended. */
export interface PicturesChecked {
  /** Pictures that were unused for a day, aside for 90 days, or of an erased account. */
  readonly removed: number;
  /** Files without a row, deleted. */
  readonly strayFiles: number;
  /** Rows without a file, removed; what used them has the default picture. */
  readonly lostFiles: number;
  /** Files moved to where they belong. */
  readonly moved: number;
  /** Whether no picture has its files: such a folder may be the wrong one, and no row was removed. */
  readonly isStoreEmpty: boolean;
}

type CheckDependencies = Pick<Dependencies, 'stores' | 'clock' | 'pictureStore' | 'purgePictures'>;

/** For how long what was just written is left alone, what is unused stays, and what is aside. */
const unusedFor = day;
const asideFor = 90 * day;
const settledAfter = day;

/** Removes what nothing shows any more. Returns how many pictures. */
const removeSpent = async (dependencies: CheckDependencies): Promise<number> => {
  const { stores, clock } = dependencies;
  const now = clock.now();
  await stores.pictures.noteUnused(now);
  for (let count = 0; ; ) {
    const spent = await stores.pictures.removeSpent(after(now, -unusedFor), after(now, -asideFor));
    if (spent.length === 0) return count;
    await deleteFiles(dependencies, spent);
    count += spent.length;
  }
};

const placesOf = async (store: Dependencies['pictureStore']): Promise<Map<string, StoredPicture>> => {
  const places = new Map<string, StoredPicture>();
  for await (const stored of store.list()) places.set(stored.place, stored);
  return places;
};

/**
 * Removes pictures that nothing shows any more, and mends what a crash left: files without a row, rows without a file, and files
 * that are not where they belong. What is younger than a day is left alone. Any number of processes may call it at once.
 */
export const checkPictures = (dependencies: CheckDependencies) => async (): Promise<PicturesChecked> => {
  const { stores, clock, pictureStore } = dependencies;
  const removed = await removeSpent(dependencies);
  const settledBefore = after(clock.now(), -settledAfter);
  const places = await placesOf(pictureStore);
  const lost: JudgedPicture[] = [];
  let [moved, found] = [0, 0];
  let last: PictureId = '';
  for (;;) {
    const page = await stores.pictures.page(last);
    for (const picture of page) {
      const aside = asidePlace(picture);
      const [wanted, other] = picture.isShown ? [picture.id, aside] : [aside, picture.id];
      if (places.has(other)) {
        await settleFiles(dependencies, picture);
        moved += 1;
      }
      if (places.has(wanted) || places.has(other)) found += 1;
      else if (picture.createdAt < settledBefore) lost.push(picture);
      places.delete(picture.id);
      places.delete(aside);
    }
    const end = page.at(-1);
    if (!end) break;
    last = end.id;
  }
  const isStoreEmpty = found === 0 && lost.length > 0;
  if (!isStoreEmpty) for (const { id } of lost) await stores.pictures.remove(id, null);
  const strays = [...places.values()].filter(({ writtenAt }) => writtenAt < settledBefore);
  for (const { place } of strays) await pictureStore.delete(place);
  return {
    removed,
    strayFiles: strays.length,
    lostFiles: isStoreEmpty ? 0 : lost.length,
    moved,
    isStoreEmpty,
  };
};

/** {@link checkPictures} once a day for all processes together, and what is unused each hour. */
export const sweepPictures = (dependencies: CheckDependencies) => async (): Promise<void> => {
  const { stores, clock } = dependencies;
  const now = clock.now();
  const isFirst = async (name: string, span: number): Promise<boolean> => {
    const charge = { key: `pictures-${name}`, amount: 1, limit: 1, until: after(now, span) };
    return (await stores.quotas.takeAll([charge], now)).refusal === null;
  };
  if (await isFirst('check', day)) await checkPictures(dependencies)();
  else if (await isFirst('sweep', hour)) await removeSpent(dependencies);
};
