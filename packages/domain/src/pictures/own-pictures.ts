import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { isPictureId, type OwnPicture } from './picture.ts';
import { filesJob } from './picture-files.ts';

/** Lists the caller's pictures, the newest first. Throws `invalid_request` for a page out of bounds. */
export const listPictures =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ ownerId, ...paging }: { readonly ownerId: UserId } & Paging): Promise<Paged<OwnPicture>> =>
    stores.pictures.list(ownerId, toPage(paging));

/** A picture that the caller says is their own. */
export interface DeletePicture {
  readonly ownerId: UserId;
  readonly pictureId: string;
}

/** Deletes a picture of the caller; what shows it has the default picture. Throws `not_found`, `rate_limited`. */
export const deletePicture =
  (dependencies: Pick<Dependencies, 'stores' | 'unitOfWork' | 'ids' | 'clock' | 'settings'>) =>
  async ({ ownerId, pictureId }: DeletePicture): Promise<void> => {
    if (!isPictureId(pictureId)) throw refuse('not_found');
    await useQuota(dependencies, ownerId, 'clearings');
    await dependencies.unitOfWork.run(async (stores) => {
      if (!(await stores.pictures.remove(pictureId, ownerId))) throw refuse('not_found');
      await stores.jobs.add([filesJob(dependencies, { pictureId })]);
    });
  };

/** Whether a picture is one of the caller's, who alone may choose it. */
export const ownsPicture =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ ownerId, pictureId }: DeletePicture): Promise<boolean> =>
    isPictureId(pictureId) && (await stores.pictures.find(pictureId))?.ownerId === ownerId;

/** Whether the files of a picture may be fetched now. */
export const isPictureShown =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ id }: { readonly id: string }): Promise<boolean> =>
    isPictureId(id) && (await stores.pictures.find(id))?.isShown === true;
