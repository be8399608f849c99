import { EventPlatformError } from './event-platform-error.ts';

/** How files begin, in Latin-1, by what they are. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG/, 'image/png'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
];

/** The media type of a picture: what the blob says, or what the bytes begin with. */
export const pictureTypeOf = (file: Blob | Uint8Array): string => {
  if (!(file instanceof Uint8Array)) return file.type;
  const head = String.fromCharCode(...file.subarray(0, 12));
  const type = beginnings.find(([beginning]) => beginning.test(head))?.[1];
  if (type) return type;
  throw new EventPlatformError('The file is no JPEG, PNG, WebP or AVIF.', { code: 'invalid_settings' });
};
