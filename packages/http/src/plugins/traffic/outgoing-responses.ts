import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { refuseCall } from '../../problems/refused-request.ts';
import { clientBlockOf } from '../clients/client-key.ts';
import { compressed } from '../protocol/compression.ts';
import { onClosed } from './response-closed.ts';
import { slicedBody } from './sliced-body.ts';
import type { UnsentBytes, UnsentResponse } from './unsent-bytes.ts';

/**
 * A body that an idle connection takes at once, in bytes; what it does not take shows before the next one.
 */
const shortBytes = 32_768;
/** Longer bodies are sent in slices. */
const longBytes = 65_536;
/** What a response holds beside its body: the objects of its request. */
const overheadBytes = 8_192;
/** What a stream holds: its buffers, and the state of its decompression. */
const streamBytes = 262_144;

/** A body after the hooks that make it; null for none. */
type Body = string | Buffer | Readable | null | undefined;

/** How many responses hold a buffer: it is in memory once for all of them. */
const holders = new WeakMap<Buffer, number>();

const bytesOf = (body: Body): number => {
  if (Buffer.isBuffer(body)) return holders.get(body) ? 0 : body.length;
  if (body instanceof Readable) return streamBytes;
  return body ? Buffer.byteLength(body) : 0;
};

const hold = (body: Body, change: 1 | -1): void => {
  if (Buffer.isBuffer(body)) holders.set(body, (holders.get(body) ?? 0) + change);
};

const isTakenAtOnce = ({ raw: { socket } }: FastifyReply, body: Body): boolean =>
  socket?.writableLength === 0 && (!body || (!(body instanceof Readable) && body.length <= shortBytes));

/** A stream whose connection is noted to take each part. */
async function* withProgress(body: Readable, onTaken: () => void): AsyncGenerator<string | Buffer> {
  for await (const part of body) {
    onTaken();
    yield part;
  }
}

/** Headers of the body alone. */
const bodyHeaders = ['content-encoding', 'content-length', 'etag', 'content-security-policy'];

/** The options of {@link outgoingResponses}. */
export interface OutgoingResponsesOptions {
  readonly unsent: UnsentBytes;
}

/**
 * Decides what a response holds before its connection takes it. Every response passes here last: the work of
 * its request ends, but for that of a download, which ends when it is read; a long text is compressed at once
 * and not while it is read; what is left counts against its client until it is sent, and is sent in slices. A
 * response that is too much for its client becomes 429. ADR 0054.
 */
export const outgoingResponses = fp(
  async (app: App, { unsent }: OutgoingResponsesOptions) => {
    const count = (request: FastifyRequest, reply: FastifyReply, body: Body): UnsentResponse | null => {
      const bytes = overheadBytes + bytesOf(body);
      const response = unsent.add(clientBlockOf(request), request.raw.socket as Socket, bytes);
      if (!response) return null;
      hold(body, 1);
      onClosed(reply.raw, () => {
        hold(body, -1);
        response.end();
      });
      return response;
    };

    const refuse = (reply: FastifyReply, body: Body): Error => {
      if (body instanceof Readable) body.destroy();
      for (const name of bodyHeaders) reply.removeHeader(name);
      return refuseCall('caller-slots', 'Earlier responses of this client are not read.', 1, 1_000);
    };

    /** The body as it is sent. */
    const outgoing = (request: FastifyRequest, reply: FastifyReply, body: Body): Body => {
      // Of a connection that is gone no end would be heard.
      const isGone = request.raw.socket.destroyed || reply.raw.closed;
      if (isGone || request.method === 'HEAD' || isTakenAtOnce(reply, body)) return body;
      const response = count(request, reply, body);
      if (!response) {
        if (reply.statusCode < 400) throw refuse(reply, body);
        return body;
      }
      if (body instanceof Readable)
        return Readable.from(withProgress(body, response.progress), { objectMode: false });
      if (!body || bytesOf(body) + body.length <= longBytes) return body;
      reply.header('content-length', Buffer.byteLength(body));
      return slicedBody(body, response.progress);
    };

    app.addHook<unknown>('onSend', (request, reply, payload, done) => {
      const send = (body: Body): void => {
        app.endRequest(request);
        let sent: Body;
        try {
          sent = outgoing(request, reply, body);
        } catch (error) {
          done(error as Error);
          return;
        }
        done(null, sent);
      };
      // Compressing is work as well: what waits for it holds its text.
      const endWork = () => request.endWork?.(payload);
      const isDownload = payload instanceof Readable && request.routeOptions.config.cost === 'download';
      if (isDownload && !reply.raw.closed) {
        onClosed(reply.raw, endWork);
        send(payload);
        return;
      }
      const body = compressed(request, reply, payload as Body);
      if (body instanceof Promise) body.finally(endWork).then(send, done);
      else {
        endWork();
        send(body);
      }
    });
  },
  { name: 'outgoing-responses', dependencies: ['concurrent-requests', 'request-queue'] },
);
