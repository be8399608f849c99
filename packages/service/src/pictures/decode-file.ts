import type { PictureFiles } from '@event-platform/domain';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import type { DecodeOrder, DecodeResult } from './decode-order.ts';

/** What is told of one file. */
type FileOrder = Pick<DecodeOrder, 'path' | 'mediaType' | 'policy'>;

const broken = { fault: 'The file is broken, or of no kind that can be decoded.' };

const formats: Readonly<Record<DecodeOrder['mediaType'], string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

const sizes = ({ width, height, orientation = 1 }: Metadata) =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

const faultOf = ({ mediaType, policy }: FileOrder, metadata: Metadata): string | null => {
  const { width, height } = sizes(metadata);
  if (
    metadata.format !== formats[mediaType] ||
    (mediaType === 'image/avif' && metadata.compression !== 'av1')
  )
    return `The file is not the ${mediaType} that Content-Type says.`;
  if (width * height > policy.maxPixels)
    return `It has more than ${policy.maxPixels / 1_000_000} megapixels.`;
  if (Math.min(width, height) < policy.minSide) return `A side is shorter than ${policy.minSide} pixels.`;
  const scale = Math.min(1, policy.widths.large / width);
  if (Math.max(width, height) * scale > policy.maxSide)
    return `A side is longer than ${policy.maxSide} pixels when it is ${policy.widths.large} wide.`;
  return null;
};

const decode = async (
  order: FileOrder,
  sharp: typeof import('sharp').default,
  rgbaToThumbHash: typeof import('thumbhash').rgbaToThumbHash,
): Promise<DecodeResult> => {
  sharp.cache(false);
  sharp.concurrency(1);
  const { path, policy } = order;
  // A file that ends too early is refused, one that a camera wrote carelessly is not. Of animations the first frame is read.
  const options: SharpOptions = { failOn: 'error', limitInputPixels: policy.maxPixels, sequentialRead: true };
  const metadata = await sharp(path, { ...options, limitInputPixels: false }).metadata();
  const fault = faultOf(order, metadata);
  if (fault !== null) return { fault };
  const { width, height } = sizes(metadata);
  const { widths, preview } = policy;
  // The file is decoded once: as wide as the largest size and the preview ask for, upright and in sRGB.
  const forPreview = Math.min(1, Math.max(preview.width / width, preview.height / height));
  const { data, info } = await sharp(path, options)
    .autoOrient()
    .resize({ width: Math.max(widths.large, Math.ceil(width * forPreview)), withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const decoded = (): Sharp =>
    sharp(data, {
      raw: { width: info.width, height: info.height, channels: info.channels },
      limitInputPixels: false,
    });
  const webp = (size: number) =>
    decoded()
      .resize({ width: size, withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer({ resolveWithObject: true });
  const shape = Math.min(1, info.width / preview.width, info.height / preview.height);
  const jpeg = () =>
    decoded()
      .flatten({ background: '#fff' })
      .resize(
        Math.max(1, Math.round(preview.width * shape)),
        Math.max(1, Math.round(preview.height * shape)),
        { fit: 'cover', position: 'centre' },
      )
      .jpeg({ quality: 80, progressive: true })
      .toBuffer();
  const large = await webp(widths.large);
  const files: PictureFiles = {
    'small.webp': (await webp(widths.small)).data,
    'medium.webp': (await webp(widths.medium)).data,
    'large.webp': large.data,
    'preview.jpg': await jpeg(),
  };
  const small = await decoded()
    .resize(100, 100, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(small.info.width, small.info.height, small.data);
  return {
    files,
    width: large.info.width,
    height: large.info.height,
    thumbhash: Buffer.from(hash).toString('base64'),
  };
};

/** Makes a picture of a file, in the process that calls it; what is wrong with the file is its fault. Loads `sharp`. */
export const decodeFile = async (order: FileOrder): Promise<DecodeResult> => {
  // Whatever keeps it from loading, it is not the file.
  const libraries = await Promise.all([import('sharp'), import('thumbhash')]).catch(() => null);
  if (!libraries) return { isUnavailable: true };
  const [{ default: sharp }, { rgbaToThumbHash }] = libraries;
  return decode(order, sharp, rgbaToThumbHash).catch(() => broken);
};
