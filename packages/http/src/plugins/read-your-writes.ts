import type { UserId } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import type { App, ReadYourWrites } from '../app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who may be writing by this request, until that is over. */
    writer: UserId | null;
  }
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Tells of each later request by which a caller may write, from before its use case until before its answer leaves. */
export const trackWrites = (app: App, readYourWrites: ReadYourWrites | undefined): void => {
  if (!readYourWrites) return;
  const end = async (request: FastifyRequest): Promise<void> => {
    const { writer } = request;
    if (!writer) return;
    request.writer = null;
    try {
      await readYourWrites.end(writer);
    } catch (error) {
      // What was written stays written: an answer that says otherwise would have it written twice.
      request.log.warn({ err: error }, 'a write may be read late');
    }
  };
  app.decorateRequest('writer', null);
  app.addHook('preHandler', async (request) => {
    if (!request.caller || reading.has(request.method)) return;
    request.writer = request.caller.userId;
    readYourWrites.begin(request.writer);
  });
  app.addHook('onSend', (request) => end(request));
  // An answer that nobody waited for any more is never sent.
  app.addHook('onResponse', end);
};
