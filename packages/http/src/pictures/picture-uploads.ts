import type { Readable } from 'node:stream';
import { picturePolicy, pictureTypes, type UserId } from '@event-platform/domain';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../app.ts';
import { onClosed } from '../edge/connections.ts';
import { refuseCompressed } from '../plugins/protocol/request-input.ts';
import { loggedError } from '../problems/logged-error.ts';
import { RefusedRequest } from '../problems/refused-request.ts';
import { isTaken, type ReceivePicture, refuseType } from './upload.ts';

const typeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

export interface PictureUploadsOptions {
  readonly receivePicture: ReceivePicture;
}

/**
 * Receives the bodies of later routes that take a picture, in a file each, and decodes them before the handler: what takes
 * seconds belongs to no transaction of a keyed request. What the handler did not keep is deleted.
 */
export const pictureUploads = fp(async (app: App, { receivePicture }: PictureUploadsOptions) => {
  const maxBytes = picturePolicy.fileBytes;
  app.decorateRequest('upload', null);
  app.decorateRequest('picture', null);
  const refused = new WeakSet<FastifyRequest>();
  app.addContentTypeParser([...pictureTypes], async (request: FastifyRequest, body: Readable) => {
    const type = typeOf(request);
    if (!request.routeOptions.config.takesPicture) throw refuseType(type);
    try {
      request.upload = await receivePicture(body, type);
    } catch (error) {
      refused.add(request);
      throw error;
    }
    return request.upload;
  });

  app.addHook('onRoute', (route) => {
    if (!route.config?.takesPicture) return;
    const { handler } = route;
    route.preParsing = async (request, reply, payload) => {
      const type = typeOf(request);
      if (!isTaken(type)) throw refuseType(type);
      refuseCompressed(request);
      if (Number(request.headers['content-length'] ?? 0) > maxBytes)
        throw new RefusedRequest({ code: 'payload_too_large' });
      onClosed(reply.raw, () => void request.upload?.remove());
      return payload;
    };
    // The rest of a body that is refused is read and dropped, as long as an upload may take. Fastify would end the connection, and
    // many clients that still send lose the response with it.
    route.onError = async (request, reply) => {
      if (refused.has(request)) reply.removeHeader('connection');
    };
    const handleUpload: RouteHandlerMethod = async function (request, reply) {
      const { domain } = request;
      const upload = request.upload;
      if (!upload) throw refuseType('');
      try {
        // A repetition is neither decoded nor counted.
        const kept = await app.keptResponse(request, reply);
        if (kept !== undefined) return kept;
        request.picture = await domain.preparePicture({ ownerId: request.callerId as UserId, file: upload });
        return await handler.call(this, request, reply);
      } finally {
        await upload.remove();
        if (request.picture)
          await domain.dropPicture(request.picture).catch((error: unknown) => {
            request.log.warn(
              { error: loggedError(error) },
              'a picture that was not kept is left to the sweep',
            );
          });
      }
    };
    route.handler = handleUpload;
  });
});
