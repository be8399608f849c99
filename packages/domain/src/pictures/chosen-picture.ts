import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import type { FieldFault } from '../problem.ts';
import { urlFaults } from '../urls.ts';
import { isPictureId, pictureReference, referredPicture } from './picture.ts';

/** A picture as a caller names it: one of their own by its id, or one of elsewhere by its address; null for the default one. */
export interface ChosenPicture {
  readonly id?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** Where a request names each of both, for faults. */
export interface ChoicePaths {
  readonly id: string;
  readonly url: string;
}

/** Those of events. */
export const coverPaths: ChoicePaths = { id: '/coverId', url: '/coverUrl' };

/** What is stored for a choice: undefined where nothing is chosen, or with faults. */
export interface Choice {
  readonly picture: string | null | undefined;
  readonly faults: readonly FieldFault[];
}

const faulty = (...faults: readonly FieldFault[]): Choice => ({ picture: undefined, faults });

/**
 * What is stored for the choice of a caller, who names no reference and no picture of others. Whether an address is one is told
 * with the other fields.
 */
export const chosenPicture = async (
  { stores, settings }: Pick<Dependencies, 'stores' | 'settings'>,
  caller: UserId,
  { id, url }: ChosenPicture,
  paths: ChoicePaths,
): Promise<Choice> => {
  const isNoAddress =
    typeof url === 'string' && !referredPicture(url) && urlFaults(paths.url, url).length > 0;
  if (typeof url === 'string' && !isNoAddress) {
    const faults = urlFaults(paths.url, url, { isHttps: settings.picturesAreHttps });
    if (faults.length > 0) return faulty(...faults);
  }
  if (id === undefined) return { picture: url, faults: [] };
  if (url !== undefined)
    return faulty({ path: paths.id, message: `must not stand beside ${paths.url.split('/').at(-1)}` });
  if (id === null) return { picture: null, faults: [] };
  const picture = isPictureId(id) ? await stores.pictures.find(id) : null;
  return picture?.ownerId === caller
    ? { picture: pictureReference(picture), faults: [] }
    : faulty({ path: paths.id, message: 'must be the id of a picture of the caller' });
};
