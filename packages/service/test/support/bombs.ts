import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import type { PictureType } from '@event-platform/domain';
import sharp from 'sharp';

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const headerOf = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return chunk('IHDR', header);
};

/** A PNG of one colour, a bit a pixel, with chunks of its own. */
const png = (width: number, height: number, ...others: readonly Buffer[]): Buffer => {
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 5_000)));
  const parts = [headerOf(width, height), ...others, chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
};

const gigabyte = 2 ** 30;
const block = 2 ** 24;

/** A text of 1 GiB of zeros, deflated: the same block again and again, the end, and the checksum (RFC 1950). */
const deflatedText = (): Buffer => {
  const zeros = deflateRawSync(Buffer.alloc(block), { finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((gigabyte % 65_521) * 65_536 + 1);
  const blocks = Array.from({ length: gigabyte / block }, () => zeros);
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...blocks, Buffer.from([3, 0]), checksum]);
};

/** The bytes of a PNG with a text of 1 GiB, as they are sent. */
export function* endlessText(): Generator<Buffer> {
  const start = Buffer.alloc(4);
  start.writeUInt32BE(gigabyte);
  yield Buffer.concat([signature, headerOf(64, 64), start, Buffer.from('tEXtComment\0')]);
  const letters = Buffer.alloc(64 * 1024, 'a');
  for (let sent = 8; sent < gigabyte; sent += letters.length) yield letters;
}

export const still = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3d3a7c' } });

/** The same file that says to be 65,535 pixels wide and high. */
const asHuge = (jpeg: Buffer): Buffer => {
  const bytes = Buffer.from(jpeg);
  bytes.writeUInt32BE(0xffffffff, bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5);
  return bytes;
};

/** A picture of noise, which no format makes small. */
export const noise = () => {
  let seed = 1;
  const pixels = Buffer.alloc(120 * 80 * 3).map(() => {
    seed = Math.imul(seed, 1_664_525) + 1_013_904_223;
    return seed >>> 24;
  });
  return sharp(pixels, { raw: { width: 120, height: 80, channels: 3 } });
};

const frames = 1_000;

/** What is sent, as what, and what becomes of it: the sides of a picture, or why it is refused. */
export type Bomb = readonly [Buffer, PictureType, RegExp | readonly [number, number]];

/** Files that are made to harm who decodes them, or who is shown them. */
export const bombs = async (): Promise<Readonly<Record<string, Bomb>>> => {
  const jpeg = await still(640, 480).jpeg().toBuffer();
  const animation = await sharp(Buffer.alloc(64 * 64 * frames * 3, 99), {
    raw: { width: 64, height: 64 * frames, channels: 3, pageHeight: 64 },
    limitInputPixels: false,
  })
    .webp({ effort: 0 })
    .toBuffer();
  const text = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflatedText()]));
  const page = Buffer.from('<html><script>alert(1)</script></html>');
  return {
    'a PNG of 50,000 × 50,000': [png(50_000, 50_000), 'image/png', /50 megapixels/],
    'a PNG of 7,000 × 7,000 that ends early': [png(7_000, 7_000), 'image/png', /broken/],
    'a JPEG of 65,535 × 65,535': [asHuge(jpeg), 'image/jpeg', /broken/],
    'a WebP of 1,000 frames': [animation, 'image/webp', [64, 64]],
    'a PNG with a text of 1 GiB': [png(64, 64, text), 'image/png', [64, 64]],
    'a ribbon': [png(40, 40_000), 'image/png', /longer than 16000/],
    'a stamp': [await still(31, 400).png().toBuffer(), 'image/png', /shorter than 32/],
    'a JPEG that is a page, too': [Buffer.concat([jpeg, page]), 'image/jpeg', [640, 480]],
    'a PNG that is an archive, too': [
      Buffer.concat([await still(64, 64).png().toBuffer(), Buffer.from('PK\x03\x04')]),
      'image/png',
      [64, 64],
    ],
    'a JPEG that is called PNG': [jpeg, 'image/png', /not the image\/png/],
    'a signature alone': [jpeg.subarray(0, 80), 'image/jpeg', /broken/],
    'an SVG': [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'),
      'image/png',
      /./,
    ],
  };
};
