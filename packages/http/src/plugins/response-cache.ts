import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock, SnapshotVersions } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import { acceptsGzip, worthCompressing } from './compression.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * That its answers to anonymous callers may be given again while nothing has changed. Those of a `list` are neither
     * kept nor waited for when its address is new: often it holds somebody's position and never comes again.
     */
    remembered?: 'list' | 'item';
  }
  interface FastifyRequest {
    /** Set while this request works out an answer that others of the same address wait for. */
    answering: Answering | null;
  }
}

/** An answer, and how long it is true. */
interface Remembered {
  /** In UTF-8: encoding it each time would cost more than all the rest. */
  readonly body: Buffer;
  /** The body for callers who take gzip, made when the first of them asks. */
  gzipped?: Promise<Buffer> | undefined;
  readonly etag: string;
  readonly type: string;
  readonly mark: string;
  readonly from: number;
  /** Some listed event ends then, and lists change by themselves. */
  readonly until: number;
}

/** Somebody works an answer out. */
interface Answering {
  readonly mark: string;
  readonly from: Date;
  /** Whether somebody asked for it before, or waits for it. */
  isWanted: boolean;
  readonly answer: Promise<Remembered | null>;
  readonly settle: (answer: Remembered | null) => void;
}

const zipped = promisify(gzip);
/** How much is remembered: bytes of answers, and of a single one. */
const size = { all: 12_000_000, one: 400_000 };
/** How much is known of what was asked: addresses, and their characters. */
const sizeOfAsked = { max: 5_000, maxSize: 1_000_000 };
/** Whoever keeps a copy may show it for a second, then has to ask whether it is still the same (RFC 9111). */
const forCaches = 'public, max-age=1, must-revalidate';

/**
 * Answers anonymous callers from memory while the database's mark is that of the answer: each request asks for the
 * mark after it has arrived, so that nobody gets what was true before somebody's change was confirmed, whichever
 * replica made it. Of equal requests at one time one is worked out. What only one asks for is not kept. Anonymous answers
 * carry an `ETag` (RFC 9110), and `If-None-Match` is answered with 304.
 */
export const cacheResponses = (app: App, marks: SnapshotVersions, clock: Clock): void => {
  const known = new LRUCache<string, Remembered>({
    maxSize: size.all,
    maxEntrySize: size.one,
    // A third for the compressed body.
    sizeCalculation: ({ body }, url) => Math.ceil((body.length * 4) / 3) + url.length,
  });
  const asked = new LRUCache<string, true>({ ...sizeOfAsked, sizeCalculation: (_, url) => url.length });
  const pending = new Map<string, Answering>();

  let ends: { readonly mark: string; readonly from: Date; readonly next: Promise<number> } | undefined;
  /** When the answer may change by time alone. While nothing changes, the next end is the same for all of them. */
  const untilOf = async ({ mark, from }: Answering): Promise<number> => {
    const last = ends?.mark === mark && ends.from <= from ? await ends.next : 0;
    if (last > from.getTime()) return last;
    const next = marks.nextEnd(from).then(
      (end) => end?.getTime() ?? Number.POSITIVE_INFINITY,
      () => 0,
    );
    ends = { mark, from, next };
    return next;
  };

  const isTrue = (answer: Remembered, mark: string): boolean => {
    const now = clock.now().getTime();
    return answer.mark === mark && answer.from <= now && now < answer.until;
  };

  /** The answer that somebody is about to have. */
  const waitFor = (url: string, mark: string): Promise<Remembered | null> | undefined => {
    const answering = pending.get(url);
    if (answering?.mark !== mark) return undefined;
    answering.isWanted = true;
    return answering.answer;
  };

  const recall = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return undefined;
    const { url } = request;
    const isFirst = !asked.has(url);
    asked.set(url, true);
    if (isFirst && request.routeOptions.config.remembered === 'list') return undefined;
    const mark = await marks.current();
    const awaited = waitFor(url, mark);
    const found = awaited ? await awaited : known.get(url);
    if (found && isTrue(found, mark)) return send(request, reply, found);
    const { promise, resolve } = Promise.withResolvers<Remembered | null>();
    request.answering = { mark, from: clock.now(), isWanted: !isFirst, answer: promise, settle: resolve };
    if (!pending.has(url)) pending.set(url, request.answering);
    return undefined;
  };

  const remember = async (request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<unknown> => {
    const { answering } = request;
    if (
      reply.hasHeader('etag') ||
      request.headers.authorization !== undefined ||
      reply.statusCode !== 200 ||
      typeof body !== 'string'
    )
      return body;
    const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
    label(reply, etag);
    if (answering?.isWanted) {
      const until = await untilOf(answering);
      const answer: Remembered = {
        body: Buffer.from(body),
        etag,
        type: String(reply.getHeader('content-type')),
        mark: answering.mark,
        from: answering.from.getTime(),
        until,
      };
      known.set(request.url, answer);
      settle(request, answer);
    } else settle(request, null);
    if (!matches(request.headers['if-none-match'], etag)) return body;
    reply.code(304).removeHeader('content-type');
    return '';
  };

  const settle = (request: FastifyRequest, answer: Remembered | null): void => {
    const { answering } = request;
    if (!answering) return;
    request.answering = null;
    if (pending.get(request.url) === answering) pending.delete(request.url);
    answering.settle(answer);
  };

  app.decorateRequest('answering', null);
  app.addHook('onRoute', (route) => {
    if (!route.config?.remembered) return;
    route.onRequest = [route.onRequest ?? [], recall].flat();
    // Before the answer is compressed.
    route.onSend = [remember, route.onSend ?? []].flat();
    // Whoever waits must not wait for an answer that was refused or never came.
    const letGo = async (request: FastifyRequest): Promise<void> => settle(request, null);
    route.onResponse = [route.onResponse ?? [], letGo].flat();
    route.onRequestAbort = [route.onRequestAbort ?? [], letGo].flat();
  });
};

const send = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Remembered,
): Promise<FastifyReply> => {
  label(reply, answer.etag);
  if (matches(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  reply.type(answer.type);
  if (answer.body.length < worthCompressing || !acceptsGzip(request)) return reply.send(answer.body);
  answer.gzipped ??= zipped(answer.body);
  return reply.header('content-encoding', 'gzip').send(await answer.gzipped);
};

/** The tag is weak, as the same answer may be sent compressed or not. */
const label = (reply: FastifyReply, etag: string): void => {
  const vary = [reply.getHeader('vary') ?? [], 'authorization', 'accept-encoding'].flat();
  reply.header('etag', etag).header('cache-control', forCaches).header('vary', vary.join(', '));
};

/** Whether one of the tags is that one, weakly compared (RFC 9110, section 13.1.2). */
const matches = (sent: string | undefined, etag: string): boolean =>
  sent !== undefined &&
  (sent.trim() === '*' || sent.split(',').some((tag) => tag.trim().replace(/^(?!W\/)/, 'W/') === etag));
