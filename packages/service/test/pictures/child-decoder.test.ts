import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DecodedPicture, PictureType } from '@event-platform/domain';
import sharp from 'sharp';
import t, { type Test } from 'tap';
import { childDecoder } from '../../src/pictures/child-decoder.ts';

const folderOf = async (t: Test) => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Something with edges and colours. */
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c46a8d' } }).composite([
    {
      input: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="${width / 2}" cy="${height / 2}" r="${Math.min(width, height) / 3}" fill="#3d3a7c"/></svg>`,
      ),
    },
  ]);

const decodeOne = async (t: Test, bytes: Buffer, mediaType: PictureType) => {
  const path = join(await folderOf(t), 'file');
  await writeFile(path, bytes);
  return childDecoder().decode({ path, mediaType });
};

const isDecoded = (result: Awaited<ReturnType<typeof decodeOne>>): DecodedPicture => {
  if ('fault' in result) throw new Error(result.fault);
  return result;
};

/** The chunks of a WebP (RFC 9649 section 2.3), read without a library. */
const chunksOf = (webp: Buffer): readonly string[] => {
  const names: string[] = [];
  for (let at = 12; at < webp.length; ) {
    names.push(webp.toString('latin1', at, at + 4));
    const length = webp.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return names;
};

/** The segments of a JPEG before its pixels, and what is after its end (ITU-T T.81 section B.1). */
const segmentsOf = (jpeg: Buffer): readonly string[] => {
  const names: string[] = [];
  let at = 2;
  for (; jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2))
    names.push((jpeg[at + 1] ?? 0).toString(16));
  const end = jpeg.indexOf(Buffer.from([0xff, 0xd9]), at) + 2;
  return end === jpeg.length ? names : [...names, 'more'];
};

/** JFIF, tables and frames: no application's data and no comments. */
const pixelSegments = /^(?:e0|db|c[0-24]|dd)$/;

t.test('a photo has three sizes, a preview and no metadata', async (t) => {
  const plain = await photo(3_000, 2_000)
    .withExif({
      IFD0: { Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Somebody</a></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  const comment = Buffer.from([0xff, 0xfe, 0, 10, ...Buffer.from('Somebody')]);
  const bytes = Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)]);
  const { exif, xmp, icc } = await sharp(bytes).metadata();
  t.ok(exif && xmp && icc);
  t.strictSame(
    segmentsOf(bytes).filter((name) => !pixelSegments.test(name)),
    ['fe', 'e1', 'e1', 'e2'],
  );
  const decoded = isDecoded(await decodeOne(t, bytes, 'image/jpeg'));
  t.strictSame([decoded.width, decoded.height], [1_600, 1_067]);
  t.match(decoded.thumbhash, /^[\w+/]{20,}=*$/);
  const shapes: Record<string, unknown> = {};
  for (const [name, file] of Object.entries(decoded.files)) {
    const { format, width, height, space, exif, icc, xmp, iptc, comments, orientation } =
      await sharp(file).metadata();
    shapes[name] = [format, width, height, space];
    const made = Buffer.from(file);
    const parts = format === 'webp' ? chunksOf(made) : segmentsOf(made);
    const isOfPixels = format === 'webp' ? /^(?:VP8[ LX]|ALPH)$/ : pixelSegments;
    t.strictSame(
      parts.filter((part) => !isOfPixels.test(part)),
      [],
      name,
    );
    t.notOk(made.includes('Somebody'), name);
    t.strictSame(
      { exif, icc, xmp, iptc, comments, orientation },
      {
        exif: undefined,
        icc: undefined,
        xmp: undefined,
        iptc: undefined,
        comments: undefined,
        orientation: undefined,
      },
      name,
    );
  }
  t.strictSame(shapes, {
    'small.webp': ['webp', 320, 213, 'srgb'],
    'medium.webp': ['webp', 800, 534, 'srgb'],
    'large.webp': ['webp', 1_600, 1_067, 'srgb'],
    'preview.jpg': ['jpeg', 1_200, 630, 'srgb'],
  });
});

t.test('pictures are upright and never enlarged', async (t) => {
  const bytes = await photo(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const decoded = isDecoded(await decodeOne(t, bytes, 'image/jpeg'));
  t.strictSame([decoded.width, decoded.height], [300, 400]);
  const preview = await sharp(decoded.files['preview.jpg']).metadata();
  t.strictSame([preview.width, preview.height], [300, 158]);
  const panorama = isDecoded(await decodeOne(t, await photo(4_000, 1_000).jpeg().toBuffer(), 'image/jpeg'));
  const cut = await sharp(panorama.files['preview.jpg']).metadata();
  t.strictSame([cut.width, cut.height], [1_200, 630]);
});

t.test('each type is taken, with transparency and other colours', async (t) => {
  const clear = sharp({
    create: { width: 400, height: 300, channels: 4, background: { r: 0, g: 99, b: 0, alpha: 0.5 } },
  });
  const files: readonly (readonly [PictureType, Buffer])[] = [
    ['image/png', await clear.clone().png().toBuffer()],
    ['image/webp', await clear.clone().webp().toBuffer()],
    ['image/avif', await photo(400, 300).avif({ effort: 0 }).toBuffer()],
    ['image/jpeg', await photo(400, 300).toColourspace('cmyk').jpeg().toBuffer()],
    ['image/png', await photo(400, 300).greyscale().png().toBuffer()],
    ['image/jpeg', await photo(400, 300).withIccProfile('p3').jpeg().toBuffer()],
  ];
  for (const [type, bytes] of files) {
    const decoded = isDecoded(await decodeOne(t, bytes, type));
    t.strictSame([decoded.width, decoded.height], [400, 300], type);
    t.equal((await sharp(decoded.files['large.webp']).metadata()).icc, undefined);
  }
});
