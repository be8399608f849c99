/** How files begin, in Latin-1, by what they are. HEIC is not taken, and the service says what to send instead. */
const beginnings: readonly (readonly [RegExp, string])[] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG/, 'image/png'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
  [/^.{4}ftyp(?:hei|hev|mif1|msf1)/s, 'image/heic'],
];

const headOf = async (file: Blob | Uint8Array): Promise<Uint8Array> => {
  if (file instanceof Uint8Array) return file.subarray(0, 12);
  if (!('arrayBuffer' in file)) return new Uint8Array(); // React Native cannot read its blobs.
  return new Uint8Array(await file.slice(0, 12).arrayBuffer());
};

/** The media type of a picture: what the blob says, or else what the bytes begin with. The service refuses all others. */
export const pictureTypeOf = async (file: Blob | Uint8Array): Promise<string> => {
  if (!(file instanceof Uint8Array) && file.type) return file.type;
  const head = String.fromCharCode(...(await headOf(file)));
  return beginnings.find(([beginning]) => beginning.test(head))?.[1] ?? 'application/octet-stream';
};
