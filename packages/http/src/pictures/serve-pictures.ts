import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureFileNames, refuse } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { matchesEtag } from '../plugins/caching/shared-body.ts';

export interface ServePicturesOptions {
  /** Where the pictures are, a folder each. */
  readonly folder: string;
}

interface FilePath {
  readonly id: string;
  readonly file: string;
}

const mediaTypes: Readonly<Record<string, string>> = { webp: 'image/webp', jpg: 'image/jpeg' };

const constantHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
  'x-content-type-options': 'nosniff',
  'content-security-policy': 'sandbox',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The one range that a request asks for (RFC 9110 section 14.1.2): null for all, `none` for one that is past the end. */
const rangeOf = (header: string | undefined, length: number): readonly [number, number] | 'none' | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return last === '0' ? 'none' : [Math.max(0, length - Number(last)), length - 1];
  const [from, to] = [Number(first), last === '' ? length - 1 : Math.min(Number(last), length - 1)];
  if (last !== '' && Number(last) < from) return null;
  return from < length ? [from, to] : 'none';
};

/** Serves the files of the pictures that are shown. What is at an address never changes. */
export const servePictures = async (app: App, { folder }: ServePicturesOptions): Promise<void> => {
  const handle = async (request: FastifyRequest<{ Params: FilePath }>, reply: FastifyReply) => {
    const { id, file } = request.params;
    const isFile = (pictureFileNames as readonly string[]).includes(file);
    if (!isFile || !(await request.domain.isPictureShown({ id }))) throw refuse('not_found');
    const etag = `"${id}-${file}"`;
    if (matchesEtag(request.headers['if-none-match'], `W/${etag}`))
      return reply
        .code(304)
        .headers({ ...constantHeaders, etag })
        .send();
    const bytes = await readFile(join(folder, id, file)).catch(() => {
      throw refuse('not_found');
    });
    reply.headers({ ...constantHeaders, etag }).type(mediaTypes[file.split('.')[1] ?? ''] as string);
    const condition = request.headers['if-range'];
    const isWhole = condition !== undefined && condition !== etag;
    const range = isWhole ? null : rangeOf(request.headers.range, bytes.length);
    if (range === null) return bytes;
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
    const [from, to] = range;
    reply.code(206).header('content-range', `bytes ${from}-${to}/${bytes.length}`);
    return bytes.subarray(from, to + 1);
  };
  app.get<{ Params: FilePath }>('/pictures/:id/:file', handle);
};
