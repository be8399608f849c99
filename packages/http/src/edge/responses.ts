import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientBlockOf } from '../input/client-network.ts';
import { refuseCall } from '../problems/refused-request.ts';
import { downloadTimeout } from '../server-options.ts';
import { onClosed, reset } from './connections.ts';
import { UnsentBytes } from './unsent-bytes.ts';

/** Shorter bodies fit in one packet anyway; in bytes. */
export const compressionThreshold = 1_400;
/** Handing over a shorter body to another thread takes longer than compressing it. */
const asyncThreshold = 32_768;

/** Compresses in another thread. The handle of a compressor that calls back keeps text and result until a full collection. */
export const gzipBytes = async (body: string | Buffer): Promise<Buffer> =>
  Buffer.concat(await createGzip().end(body).toArray());

const compressible = /^text\/|[/+](?:json|xml|javascript)\b/;

/** Whether the client accepts gzip (RFC 9110, section 12.5.3). */
export const acceptsGzip = ({ headers }: FastifyRequest): boolean => {
  const encodings = headers['accept-encoding'];
  return encodings !== undefined && negotiate(String(encodings), ['gzip']) === 'gzip';
};

const addVary = (reply: FastifyReply): void => {
  const vary = [reply.getHeader('vary') ?? []].flat().join(', ');
  if (!/accept-encoding/i.test(vary))
    reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`);
};

/** A body after the hooks that make it; null for none. */
export type Body = string | Buffer | Readable | null | undefined;

/**
 * The body for this client: compressed at once where it is a longer text and the client accepts gzip. A
 * compressor that waits for its reader would hold a quarter of a megabyte, and the text, for each response.
 */
export const compressed = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
): Body | Promise<Buffer> => {
  if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || !acceptsGzip(request)) return body;
  if (reply.hasHeader('content-encoding')) return body;
  if (!compressible.test(String(reply.getHeader('content-type') ?? 'application/json'))) return body;
  const bytes = Buffer.byteLength(body);
  if (bytes < compressionThreshold) return body;
  addVary(reply);
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return bytes < asyncThreshold ? gzipSync(body) : gzipBytes(body);
};

/**
 * A body that an idle connection takes at once, in bytes; what it does not take shows before the next one.
 */
const shortBytes = 32_768;
/** Longer bodies are sent in slices of so many bytes of a buffer, or UTF-16 units of a text. */
const longBytes = 65_536;
/** What a response holds beside its body: the objects of its request. */
const overheadBytes = 8_192;
/** What a stream holds: its buffers, and the state of its decompression. */
const streamBytes = 262_144;

/** Where a slice ends: not within a pair of surrogates. */
const endOf = (body: Buffer | string, at: number): number => {
  const end = at + longBytes;
  return typeof body === 'string' && (body.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
};

/**
 * A long body in slices of itself: what a connection has not taken yet is not copied, and a text not encoded. A buffer of
 * the whole text would stay in memory long after its response.
 */
export function* slicesOf(body: Buffer | string): Generator<Buffer> {
  for (let [at, end] = [0, endOf(body, 0)]; at < body.length; [at, end] = [end, endOf(body, end)])
    yield typeof body === 'string' ? Buffer.from(body.slice(at, end)) : body.subarray(at, end);
}

/** The slices of a body, each noted as its connection takes it. The garbage of an async generator outlives its response. */
const notedSlices = (body: Buffer | string, onTaken: () => void): Readable => {
  const slices = slicesOf(body);
  return new Readable({
    read() {
      const { value = null } = slices.next();
      if (value) onTaken();
      this.push(value);
    },
  });
};

/** The parts of a stream, each noted as its connection takes it. */
async function* noted(
  parts: AsyncIterable<Buffer | string>,
  onTaken: (bytes: number) => void,
): AsyncGenerator<Buffer | string> {
  for await (const part of parts) {
    onTaken(part.length);
    yield part;
  }
}

/** How many responses hold a buffer: it is in memory once for all of them. */
const holders = new WeakMap<Buffer, number>();

const heldBy = (body: Body): number => {
  if (Buffer.isBuffer(body)) return holders.get(body) ? 0 : body.length;
  if (body instanceof Readable) return streamBytes;
  return body ? Buffer.byteLength(body) : 0;
};

const hold = (body: Body, change: 1 | -1): void => {
  if (Buffer.isBuffer(body)) holders.set(body, (holders.get(body) ?? 0) + change);
};

const isTakenAtOnce = ({ raw: { socket } }: FastifyReply, body: Body): boolean =>
  socket?.writableLength === 0 && (!body || (!(body instanceof Readable) && body.length <= shortBytes));

const isLong = (body: Body): body is Buffer | string | Readable =>
  body instanceof Readable || (!!body && body.length > longBytes);

/** Headers of the body alone. */
const bodyHeaders = ['content-encoding', 'content-length', 'etag', 'content-security-policy'];

const refuse = (reply: FastifyReply, body: Body): Error => {
  if (body instanceof Readable) body.destroy();
  for (const name of bodyHeaders) reply.removeHeader(name);
  return refuseCall('caller-slots', 'Earlier responses of this client are not read.', 1, 1_000);
};

/** A connection that has taken nothing for so long may be closed for others of its client, in milliseconds. */
const stalledMs = 1_000;
/** The same after a long response: the kernel may be sending what it was given. */
const untakenMs = 10_000;

/**
 * The socket stays open after its last response until its client closes it, which it does when it has all: closed at once,
 * what the client has not taken would be left to the kernel, and be counted nowhere.
 */
const lingerAfterResponse = (socket: Socket): void => {
  socket.destroySoon = () => {
    const timer = setTimeout(() => reset(socket), downloadTimeout).unref();
    socket.once('close', () => clearTimeout(timer));
    socket.setTimeout(0).end();
  };
};

/**
 * Bounds what responses hold before their clients take them. What a connection does not take at once counts against its
 * client until it is sent. A long body is sent in slices, ends its connection, and counts until that is closed, since the
 * kernel holds what it was given until then. A response that is too much for its client becomes 429. ADR 0054.
 */
export const boundResponses = () => {
  const unsent = new UnsentBytes(stalledMs);
  const untaken = new UnsentBytes(untakenMs);

  const sliced = async (
    request: FastifyRequest,
    reply: FastifyReply,
    body: Buffer | string | Readable,
    progress: () => void,
  ): Promise<Readable> => {
    const isStream = body instanceof Readable;
    const bytes = isStream ? 0 : Buffer.byteLength(body);
    // While its source makes nothing, the end of what is read from it does not reach it.
    if (isStream) onClosed(reply.raw, () => body.destroy());
    else reply.header('content-length', bytes);
    let onTaken: (bytes?: number) => void = progress;
    const { socket } = request.raw;
    if (socket instanceof Socket) {
      const client = clientBlockOf(request);
      await untaken.waitForRoom(client);
      const counted = reply.raw.closed ? null : untaken.add(client, socket, bytes);
      if (!counted) throw refuse(reply, body);
      socket.once('close', counted.end);
      reply.header('connection', 'close');
      lingerAfterResponse(socket);
      onTaken = (taken) => {
        progress();
        counted.progress(taken);
      };
    }
    return isStream
      ? Readable.from(noted(body, onTaken), { objectMode: false })
      : notedSlices(body, () => onTaken());
  };

  /** Passes the body on as it is sent. */
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    body: Body,
    done: (error: Error | null, body?: Body) => void,
  ): void => {
    // Of a connection that is gone no end would be heard.
    const isGone = request.raw.socket.destroyed || reply.raw.closed;
    if (isGone || request.method === 'HEAD' || isTakenAtOnce(reply, body)) {
      done(null, body);
      return;
    }
    const counted = unsent.add(clientBlockOf(request), request.raw.socket, overheadBytes + heldBy(body));
    if (!counted) {
      if (reply.statusCode < 400) done(refuse(reply, body));
      else done(null, body);
      return;
    }
    hold(body, 1);
    onClosed(reply.raw, () => {
      hold(body, -1);
      counted.end();
    });
    if (isLong(body)) sliced(request, reply, body, counted.progress).then((parts) => done(null, parts), done);
    else done(null, body);
  };
  return { unsent, send };
};
