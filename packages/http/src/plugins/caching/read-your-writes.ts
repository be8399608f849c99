import { setTimeout as delay } from 'node:timers/promises';
import type { UserId } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';

/** Read-your-writes tracking, where reads may lag behind writes. */
export interface ReadYourWrites {
  /** The user may write from now on. */
  begin(user: UserId): void;
  /** The user has written; resolves once every process knows. Called once for each `begin`. */
  end(user: UserId): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The user who may write by this request, until `ReadYourWrites.end` is called. */
    writer: UserId | null;
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The response to a write that is done waits no longer, in milliseconds: a writer that hangs just then is to make no 503 of it. */
const patienceMs = 1_000;

const within = async (work: Promise<void>, ms: number): Promise<void> => {
  const limit = new AbortController();
  await Promise.race([work, delay(ms, undefined, { signal: limit.signal })]);
  limit.abort();
};

export interface ReadYourWritesOptions {
  readonly readYourWrites?: ReadYourWrites | undefined;
}

/** Tracks each authenticated request that may write, from before its use case until before its response is sent. */
export const readYourWritesTracking = fp(async (app: App, { readYourWrites }: ReadYourWritesOptions) => {
  if (!readYourWrites) return;
  const end = async (request: FastifyRequest): Promise<void> => {
    const { writer } = request;
    if (!writer) return;
    request.writer = null;
    try {
      await readYourWrites.end(writer);
    } catch (error) {
      // The write is committed: an error response would make the client repeat it.
      request.log.warn({ err: error }, 'a write may be read late');
    }
  };
  app.decorateRequest('writer', null);
  app.addHook('preHandler', async (request) => {
    if (!request.caller || safeMethods.has(request.method)) return;
    request.writer = request.caller.userId;
    readYourWrites.begin(request.writer);
  });
  app.addHook('onSend', async (request, reply) => {
    const endPromise = end(request);
    // Of a write that failed nothing is promised. Where the writer does not respond, waiting again would take too long.
    if (reply.statusCode < 500) await within(endPromise, patienceMs);
  });
  // A response whose client closed the connection is never sent.
  app.addHook('onResponse', end);
});
