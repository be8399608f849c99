import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  DomainError,
  type PictureRecord,
  type PictureType,
  picturePolicy,
  pictureTypes,
  type ReceivedFile,
} from '@event-platform/domain';
import type { AppSettings } from '../app-settings.ts';
import { RefusedRequest } from '../problems/refused-request.ts';

/** A file that a client sent, until its request is over. */
export interface Upload extends ReceivedFile {
  remove(): Promise<void>;
  /** What tells it from another one, for an idempotency key. */
  toJSON(): object;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, or has one. */
    takesPicture?: boolean;
  }
  interface FastifyRequest {
    upload: Upload | null;
    /** What was made of the upload, before the handler runs. */
    picture: PictureRecord | null;
  }
}

const retryAfterSeconds = 60;

/** What the disk does not take, full or not, is the operator's to mend. */
const refuseDisk = (cause: unknown): never => {
  throw new DomainError({ code: 'unavailable', retryAfterSeconds }, { cause });
};

/** What begins like a picture of another kind; its name says what to do. */
const heic = /^ftyp(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)/;
const isAvif = /^ftyp(?:avif|avis)/;

const signatures: Readonly<Record<PictureType, (head: Buffer) => boolean>> = {
  'image/jpeg': (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/png': (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  'image/webp': (head) =>
    head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  'image/avif': (head) => isAvif.test(head.toString('latin1', 4, 12)) || isAvifBrand(head),
};

/** A file of the general brand `mif1` that names AVIF among those that it is compatible with. */
const isAvifBrand = (head: Buffer): boolean =>
  head.toString('latin1', 4, 12) === 'ftypmif1' && /avif|avis/.test(head.toString('latin1', 12, headBytes));

const headBytes = 64;

const refuseHeic = (): RefusedRequest =>
  new RefusedRequest({ code: 'unsupported_media_type', detail: 'HEIC is not taken: send JPEG.' });

/**
 * Writes a body to a file of its own, chunk by chunk. Throws 413 at the first byte over the limit, 415 for a media type that is
 * not taken and for bytes of another one, and 503 where the disk takes no more. Nothing is left when it throws.
 */
export type ReceivePicture = (body: Readable, mediaType: string) => Promise<Upload>;

export const isTaken = (type: string): type is PictureType =>
  (pictureTypes as readonly string[]).includes(type);

/** The problem of a media type that is not taken. */
export const refuseType = (type: string): RefusedRequest =>
  /^image\/(?:heic|heif)\b/i.test(type)
    ? refuseHeic()
    : new RefusedRequest({
        code: 'unsupported_media_type',
        detail: 'Pictures are image/jpeg, image/png, image/webp or image/avif.',
      });

const refuseOther = (type: PictureType, head: Buffer): RefusedRequest | null => {
  if (signatures[type](head)) return null;
  if (heic.test(head.toString('latin1', 4, 12))) return refuseHeic();
  return new RefusedRequest({
    code: 'unsupported_media_type',
    detail: `The bytes are not those of ${type}, as Content-Type says.`,
  });
};

const receiveUpload = async (
  body: Readable,
  mediaType: PictureType,
  { folder, maxBytes }: { readonly folder: string; readonly maxBytes: number },
): Promise<Upload> => {
  const path = join(folder, `upload-${randomUUID()}`);
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let bytes = 0;
  const remove = () => rm(path, { force: true });
  try {
    await using file = await open(path, 'wx', 0o600).catch(refuseDisk);
    // Left open when it is refused: its connection still takes the response.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new RefusedRequest({ code: 'payload_too_large' });
      const isFirst = head.length < headBytes;
      if (isFirst) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
      const refusal = isFirst && head.length === headBytes ? refuseOther(mediaType, head) : null;
      if (refusal) throw refusal;
      hash.update(chunk);
      await file.writeFile(chunk).catch(refuseDisk);
    }
    const refusal = refuseOther(mediaType, head);
    if (refusal) throw refusal;
  } catch (error) {
    await remove();
    throw error;
  }
  const sha256 = hash.digest('base64url');
  return { path, mediaType, remove, toJSON: () => ({ mediaType, sha256 }) };
};

/** Receives the pictures of an application, as `POST /v1/pictures` and the forms of pages take them. */
export const pictureReceiver =
  (settings: Pick<AppSettings, 'pictures'>): ReceivePicture =>
  async (body, mediaType) => {
    if (!isTaken(mediaType)) throw refuseType(mediaType);
    const folder = settings.pictures?.uploads ?? tmpdir();
    return receiveUpload(body, mediaType, { folder, maxBytes: picturePolicy.fileBytes });
  };
