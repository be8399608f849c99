import type { Dependencies } from '../dependencies.ts';
import type { Job } from '../outbox/job.ts';
import type { PictureScope } from '../outbox/picture-scope.ts';
import type { JudgedPicture } from './picture.ts';
import { type PictureId, pictureFileNames } from './picture.ts';

export const asidePlace = ({ asideKey }: Pick<JudgedPicture, 'asideKey'>): string => `aside-${asideKey}`;

/** A job that brings the files of pictures to where they belong now, and is retried until that is done. */
export const filesJob = ({ ids, clock }: Pick<Dependencies, 'ids' | 'clock'>, scope: PictureScope): Job => ({
  queue: 'picture-files',
  id: ids.next(),
  data: scope,
  dueAt: clock.now(),
});

type FileDependencies = Pick<Dependencies, 'stores' | 'clock' | 'pictureStore' | 'purgePictures'>;

/** The addresses of a picture's files. */
export const urlsOf = (
  { pictureStore }: Pick<Dependencies, 'pictureStore'>,
  id: PictureId,
): readonly string[] => pictureFileNames.map((file) => pictureStore.url(id, file));

/** Deletes the files of pictures that are gone, wherever they are, and tells caches. */
export const deleteFiles = async (
  dependencies: Pick<Dependencies, 'pictureStore' | 'purgePictures'>,
  pictures: readonly { readonly id: PictureId; readonly asideKey?: string }[],
): Promise<void> => {
  const { pictureStore, purgePictures } = dependencies;
  for (const { id, asideKey } of pictures) {
    await pictureStore.delete(id);
    if (asideKey !== undefined) await pictureStore.delete(asidePlace({ asideKey }));
  }
  if (pictures.length > 0) await purgePictures(pictures.flatMap(({ id }) => urlsOf(dependencies, id)));
};

const isAstray = ({ isShown, asideSince }: JudgedPicture): boolean => isShown === (asideSince !== null);

/**
 * Moves the files of a picture aside or back. What is noted comes last: a failure before it is repeated. What was decided while
 * they were moved is followed at once, since its own job may have found them where they belonged.
 */
export const settleFiles = async (
  dependencies: FileDependencies,
  picture: Pick<JudgedPicture, 'id' | 'asideKey' | 'isShown'>,
): Promise<void> => {
  const { stores, clock, pictureStore, purgePictures } = dependencies;
  const [shown, aside] = [picture.id, asidePlace(picture)];
  await (picture.isShown ? pictureStore.move(aside, shown) : pictureStore.move(shown, aside));
  if (!picture.isShown) await purgePictures(urlsOf(dependencies, picture.id));
  await stores.pictures.noteAside(picture.id, picture.isShown ? null : clock.now());
  const judged = await stores.pictures.find(picture.id);
  if (!judged) await deleteFiles(dependencies, [picture]);
  else if (isAstray(judged)) await settleFiles(dependencies, judged);
};

/** Does what a {@link filesJob} asks for. */
export const placePictures =
  (dependencies: FileDependencies) =>
  async (scope: PictureScope): Promise<void> => {
    const pictures = await dependencies.stores.pictures.judge(scope);
    if ('pictureId' in scope && pictures.length === 0)
      await deleteFiles(dependencies, [{ id: scope.pictureId }]);
    for (const picture of pictures.filter(isAstray)) await settleFiles(dependencies, picture);
  };
