import type { PictureDecoder } from '../../src/ports/pictures/picture-decoder.ts';

const content = Uint8Array.from('a picture', (letter) => letter.charCodeAt(0));

/** Decodes nothing: each file is a picture of 1,600 × 900 but one whose path ends in `broken`. For tests alone. */
export const memoryPictureDecoder = (): PictureDecoder => ({
  decode: async ({ path }) =>
    path.endsWith('broken')
      ? { fault: 'The file is no picture that can be decoded.' }
      : {
          width: 1_600,
          height: 900,
          thumbhash: 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG',
          files: {
            'small.webp': content,
            'medium.webp': content,
            'large.webp': content,
            'preview.jpg': content,
          },
        },
});
