import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { picturePolicy } from '@event-platform/domain';
import { RefusedRequest, type Upload } from '@event-platform/http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ownBodyLimit } from './form-fields.ts';

/**
 * The longest body of a form with a file, in bytes. More than a picture may have, so that who chose a larger one gets all else
 * that was typed back; of that the rest is read and kept nowhere.
 */
export const maxFormBytes = 4 * picturePolicy.fileBytes;

/** The file that was chosen in a form, or why it was not taken. */
export type FormFile =
  | { readonly name: string; readonly upload: Upload }
  | { readonly name: string; readonly error: unknown };

export interface MultipartForm {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Null where none was chosen, or none was taken. */
  readonly file: FormFile | null;
}

/** The field of a form that says that its file was not taken and has to be chosen again. */
export const againField = (name: string): string => `${name}-again`;

export interface MultipartReader {
  /** Whether the file of a field is taken, by the fields before it. */
  takes(name: string, fields: ReadonlyMap<string, readonly string[]>): boolean;
  receive(file: Readable, mediaType: string): Promise<Upload>;
}

export const isMultipart = (contentType: string | undefined): boolean =>
  /^multipart\/form-data\b/i.test(contentType ?? '');

const refuseBroken = (): RefusedRequest => new RefusedRequest({ code: 'unsupported_media_type' });

const parserOf = (contentType: string): BusboyInstance => {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
      limits: {
        ...{ fieldNameSize: 100, fieldSize: ownBodyLimit, fields: 400, files: 4, parts: 404 },
        ...{ headerPairs: 10, headerSize: 2_048, fileSize: picturePolicy.fileBytes + 1 },
      },
    });
  } catch {
    throw refuseBroken();
  }
};

/**
 * Reads a form of `multipart/form-data` (RFC 7578) as it arrives. Its file goes where `receive` writes it, or nowhere. Throws for a
 * body that is broken or too long; then nothing of it is left.
 */
export const readMultipart = async (
  body: Readable,
  contentType: string,
  { takes, receive }: MultipartReader,
): Promise<MultipartForm> => {
  const fields = new Map<string, string[]>();
  const parser = parserOf(contentType);
  const taken: Promise<FormFile>[] = [];
  let [arrived, length] = [0, 0];
  const open: Readable[] = [];
  let failure: unknown = null;
  const refuseLong = (): void => {
    failure ??= new RefusedRequest({ code: 'payload_too_large' });
  };
  const add = (name: string, value: string): void => {
    length += name.length + value.length;
    if (length > ownBodyLimit) refuseLong();
    else fields.set(name, [...(fields.get(name) ?? []), value]);
  };
  const take = async (name: string, file: Readable, mediaType: string): Promise<FormFile> => {
    try {
      return { name, upload: await receive(file, mediaType) };
    } catch (error) {
      return { name, error };
    } finally {
      file.resume();
    }
  };
  parser.on('field', add);
  parser.on('file', (name, file, filename, _encoding, mediaType) => {
    // One that ends too early is told by the parser, too.
    file.on('error', () => undefined);
    open.push(file);
    // Browsers send a field without a file, too.
    if (filename !== '' && taken.length === 0 && takes(name, fields)) {
      taken.push(take(name, file, mediaType));
      return;
    }
    if (filename !== '') add(againField(name), '1');
    file.resume();
  });
  // Also parts that are skipped take time.
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) parser.on(limit, refuseLong);
  parser.on('error', () => {
    failure ??= refuseBroken();
  });
  try {
    // Left open when it is refused: its connection still takes the response.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      arrived += chunk.length;
      if (arrived > maxFormBytes) throw new RefusedRequest({ code: 'payload_too_large' });
      if (!parser.write(chunk)) await once(parser, 'drain');
      if (failure) throw failure;
    }
    const finished = once(parser, 'finish');
    parser.end();
    await finished;
    if (failure) throw failure;
    return { fields: Object.fromEntries(fields), file: (await taken[0]) ?? null };
  } catch (error) {
    for (const file of open) file.destroy();
    for (const file of await Promise.all(taken)) if ('upload' in file) await file.upload.remove();
    throw failure ?? error;
  }
};
