import type { Readable } from 'node:stream';
import { DomainError, type PictureRecord, refuseInput } from '@event-platform/domain';
import {
  type App,
  loggedError,
  onClosed,
  type Refusal,
  RefusedRequest,
  setRefusal,
  statusOf,
} from '@event-platform/http';
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { ownBodyLimit } from '../../forms/form-fields.ts';
import {
  againField,
  type FormFile,
  isMultipart,
  maxFormBytes,
  readMultipart,
} from '../../forms/multipart.ts';
import { chosenPicture } from '../../forms/picture-fields.ts';
import { type Typed, typedText } from '../../forms/typed.ts';
import { textsOf } from '../../texts/index.ts';
import type { FormState } from '../../views/own/form-state.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { viewerOf } from '../guest/guest-session.ts';
import { FormFault } from './form-fault.ts';
import type { Own } from './own.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a fresh form of a signed-in user. */
    formFile: FormFile | null;
    /** Whether the sender is signed in. */
    maySendFile: boolean;
  }
}

type Dependencies = Pick<GuestDependencies, 'domain' | 'guestCookie' | 'tokens' | 'receivePicture'>;

const isFile = ({ headers }: FastifyRequest): boolean => isMultipart(headers['content-type']);

const removeFile = ({ formFile }: FastifyRequest): Promise<void> | undefined =>
  formFile && 'upload' in formFile ? formFile.upload.remove() : undefined;

/**
 * Reads forms with a file, on the routes whose config says so: a file is received for nobody but who is signed in and sends the
 * form of this page. Anybody else gets the fields back and nothing is written; who has no cookie sends no long body at all.
 */
export const pictureForms = fp(async (app: App, { tokens, receivePicture }: Dependencies) => {
  app.decorateRequest('formFile', null);
  app.decorateRequest('maySendFile', false);
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: Readable) => {
    if (!request.routeOptions.config.takesPicture)
      throw new RefusedRequest({ code: 'unsupported_media_type' });
    const [path = ''] = request.url.split('?');
    const page = path.slice(0, path.lastIndexOf('/'));
    const { fields, file } = await readMultipart(body, request.headers['content-type'] ?? '', {
      takes: (_name, sent) =>
        request.maySendFile && tokens.isValid(page, sent.get('form')?.[0] ?? '', request.cookieSession),
      receive: receivePicture,
    });
    request.formFile = file;
    return fields;
  });
});

/** Admits a form with a file before its body is read. */
export const admitFile =
  (dependencies: Dependencies): preParsingAsyncHookHandler =>
  async (request, reply, payload) => {
    if (!isFile(request)) return payload;
    const bytes =
      request.headers['transfer-encoding'] === undefined
        ? Number(request.headers['content-length'] ?? 0)
        : maxFormBytes;
    if (bytes > (dependencies.guestCookie.read(request) ? maxFormBytes : ownBodyLimit)) {
      reply.header('connection', 'close');
      throw new RefusedRequest({ code: 'payload_too_large' });
    }
    onClosed(reply.raw, () => void removeFile(request));
    request.maySendFile = (await viewerOf(dependencies, request)) !== null;
    return payload;
  };

const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof RefusedRequest) return error.refusal;
  return error instanceof DomainError ? error.problem : null;
};

/** What a picture that is not taken shows at its field. Any other error is thrown. */
const asFault = (error: unknown, name: string, { reply, view }: Own): FormFault => {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  const { pictures } = view.texts;
  const text = (): string => {
    switch (refusal.code) {
      case 'rate_limited':
      case 'unavailable': {
        reply.header('retry-after', String(refusal.retryAfterSeconds));
        return textsOf(view.language).problems[refusal.code].text(refusal.retryAfterSeconds);
      }
      case 'payload_too_large':
        return pictures.tooLarge;
      case 'unsupported_media_type':
        return pictures.otherType;
      case 'picture_invalid':
        return pictures.invalid;
      case 'pictures_full':
        return pictures.full;
      default:
        throw error;
    }
  };
  const fault = new FormFault({ [name]: text() }, statusOf[refusal.code]);
  setRefusal(reply, refusal);
  return fault;
};

/** What stands at the field of a file that was not taken: it has to be chosen again. */
export const fileFault = ({ view }: Own, typed: Typed, name = ''): FormState['faults'] =>
  typedText(typed, againField(name)) === '' ? {} : { [name]: view.texts.pictures.again };

/**
 * Makes the file of a form a picture of its sender, which the form has then in place of the file: it stays, whatever else is wrong.
 * Throws {@link FormFault}.
 * @param name of the field
 */
export const takePicture = async (
  { domain }: Pick<GuestDependencies, 'domain'>,
  own: Own,
  typed: Typed,
  name: string,
): Promise<Typed> => {
  const { request, viewer } = own;
  const file = request.formFile;
  const lost = fileFault(own, typed, name);
  if (name in lost) throw new FormFault(lost);
  if (!file) return typed;
  if (file.name !== name) throw refuseInput({ path: '', message: `has a file that is not ${name}` });
  let prepared: PictureRecord | null = null;
  try {
    if ('error' in file) throw file.error;
    prepared = await domain.preparePicture({ ownerId: viewer.id, file: file.upload });
    const { id } = await domain.keepPicture(prepared);
    prepared = null;
    return chosenPicture(typed, name, id);
  } catch (error) {
    throw asFault(error, name, own);
  } finally {
    await removeFile(request);
    if (prepared)
      await domain.dropPicture(prepared).catch((error: unknown) => {
        request.log.warn({ error: loggedError(error) }, 'a picture that was not kept is left to the sweep');
      });
  }
};
