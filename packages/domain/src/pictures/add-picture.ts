import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { DomainError, refuse } from '../problem.ts';
import type { OwnPicture, PictureRecord, ReceivedFile } from './picture.ts';
import { pictureLimit, usePictureQuota } from './picture-quota.ts';

export interface PreparePicture {
  readonly ownerId: UserId;
  readonly file: ReceivedFile;
}

/**
 * Decodes a file and keeps what is made of it, for {@link keepPicture} to add: what takes seconds belongs to no transaction. Throws
 * `picture_invalid`, `pictures_full`, `rate_limited`, `unavailable`.
 */
export const preparePicture =
  (
    dependencies: Pick<
      Dependencies,
      'stores' | 'clock' | 'settings' | 'tokens' | 'pictureStore' | 'pictureDecoder'
    >,
  ) =>
  async ({ ownerId, file }: PreparePicture): Promise<PictureRecord> => {
    const { stores, clock, tokens, pictureStore, pictureDecoder } = dependencies;
    const most = pictureLimit(dependencies);
    if (most !== null && (await stores.pictures.count(ownerId)) >= most) throw refuse('pictures_full');
    await usePictureQuota(dependencies, ownerId);
    const decoded = await pictureDecoder.decode(file);
    if ('fault' in decoded) throw new DomainError({ code: 'picture_invalid', detail: decoded.fault });
    const { files, ...shape } = decoded;
    const [id, asideKey, createdAt] = [tokens.next(16), tokens.next(16), clock.now()];
    await pictureStore.put(id, files);
    return { id, ...shape, ownerId, createdAt, asideKey, asideSince: null, unusedSince: createdAt };
  };

/** Adds a prepared picture. Throws `pictures_full`, and `unauthenticated` for an account that is erased. */
export const keepPicture =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async (picture: PictureRecord): Promise<OwnPicture> => {
    const { pictures, users } = dependencies.stores;
    if (!(await pictures.add(picture, pictureLimit(dependencies))))
      throw refuse((await users.find(picture.ownerId)) ? 'pictures_full' : 'unauthenticated');
    return { ...picture, usedBy: [] };
  };

/** Forgets a prepared picture that was not kept. What a crash leaves the sweep finds. */
export const dropPicture =
  ({ stores, pictureStore }: Pick<Dependencies, 'stores' | 'pictureStore'>) =>
  async ({ id }: PictureRecord): Promise<void> => {
    if (!(await stores.pictures.find(id))) await pictureStore.delete(id);
  };
