import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { acceptsGzip } from '../plugins/compression.ts';
import { longHandlerTimeout } from '../server-options.ts';
import { type ApiReference, type ApiReferenceInput, referenceUrls } from './api-reference-parts.ts';

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Lets the page run its own script and that alone; styles are what it makes itself. */
const policyFor = (markup: string): string => {
  const hashes = [...markup.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** In this thread the library would hold 17 MB for good; its script is one, compressed. */
const loadReference = async (input: ApiReferenceInput): Promise<ApiReference> => {
  const program = `./api-reference-worker${extname(import.meta.url)}`;
  const worker = new Worker(new URL(program, import.meta.url), { workerData: input });
  try {
    const [reference] = await once(worker, 'message');
    return reference;
  } finally {
    await worker.terminate();
  }
};

/**
 * The API reference at /docs: one page and one script, both from here; it asks nobody else for anything. It is made
 * when somebody first looks at it.
 */
export const serveApiReference = (app: App, appName: string): void => {
  let loading: Promise<ApiReference> | undefined;
  const reference = (): Promise<ApiReference> => {
    loading ??= loadReference({ pageTitle: `${appName} API` }).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const kept = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=3600');
  const schema = { hide: true };
  // On a busy machine the first look takes longer than other answers may.
  const made = { schema, handlerTimeout: longHandlerTimeout };

  app.get(referenceUrls.prefix, { schema }, async (_request, reply) =>
    reply.redirect(referenceUrls.page, 301),
  );
  app.get(referenceUrls.page, made, async (_request, reply) => {
    const { page } = await reference();
    return kept(reply)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyFor(page))
      .send(page);
  });
  app.get(referenceUrls.script, made, async (request, reply) => {
    const { gzippedScript } = await reference();
    kept(reply).type('text/javascript; charset=utf-8').header('vary', 'accept-encoding');
    if (acceptsGzip(request)) return reply.header('content-encoding', 'gzip').send(gzippedScript);
    // Bit by bit: whoever reads slowly must not hold four megabytes.
    const script = createGunzip();
    script.end(gzippedScript);
    return reply.send(script);
  });
};
