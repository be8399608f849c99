import type { PictureFileName, PictureFiles, PictureId, StoredPicture } from '../../pictures/picture.ts';

/**
 * The files of pictures. A place is a picture's id, where all who know it may fetch them, or where they are aside: letters,
 * digits, `-` and `_`. A store that is full or out of reach rejects with `unavailable`.
 */
export interface PictureStore {
  /** Keeps the files of a new picture. They can be fetched once it resolves; those of others stay as they are when it rejects. */
  put(place: string, files: PictureFiles): Promise<void>;
  /** Deletes what is there, if anything is. */
  delete(place: string): Promise<void>;
  /** Moves the files; false when there are none. Repeated after a failure it completes. */
  move(from: string, to: string): Promise<boolean>;
  /** All that is kept, and nothing that others keep beside it. Rejects where it cannot be told. */
  list(): AsyncIterable<StoredPicture>;
  /** The address of a file of a picture that is shown. */
  url(id: PictureId, file: PictureFileName): string;
}
