import type { Picture, PictureFiles, ReceivedFile } from '../../pictures/picture.ts';

/** What is kept of a file; nothing of its metadata is. */
export interface DecodedPicture extends Omit<Picture, 'id'> {
  readonly files: PictureFiles;
}

/** Makes pictures of files that anybody sent, with a bound on what each may cost. */
export interface PictureDecoder {
  /** The picture, or what is wrong with the file, for its sender. Rejects with `unavailable` where none can be decoded now. */
  decode(file: ReceivedFile): Promise<DecodedPicture | { readonly fault: string }>;
}
