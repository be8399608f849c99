import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { sendGzipped } from '../plugins/caching/gzipped-body.ts';
import { longHandlerTimeout } from '../server-options.ts';
import { type ApiReferenceFiles, type ApiReferenceInput, referenceUrls } from './api-reference-files.ts';

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Allows only the page's own scripts, and the inline styles that they make. */
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

/** In this thread the library would keep 17 MB of memory; the compressed script needs one. */
const loadReference = async (input: ApiReferenceInput): Promise<ApiReferenceFiles> => {
  const program = `./api-reference-worker${extname(import.meta.url)}`;
  const worker = new Worker(new URL(program, import.meta.url), { workerData: input });
  try {
    const [reference] = await once(worker, 'message');
    return reference;
  } finally {
    await worker.terminate();
  }
};

/** The API reference at /docs: one page and one script, without any other origin; made for the first request. */
export const apiReference = async (app: App, { appName }: { readonly appName: string }): Promise<void> => {
  let files: Promise<ApiReferenceFiles> | undefined;
  const reference = (): Promise<ApiReferenceFiles> => {
    files ??= loadReference({ pageTitle: `${appName} API` }).catch((error) => {
      files = undefined;
      throw error;
    });
    return files;
  };
  const cacheable = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=3600');
  // On a busy machine making the reference takes longer than the usual timeout.
  const options = { config: { handlerTimeout: longHandlerTimeout } };

  app.get(referenceUrls.prefix, async (_request, reply) => reply.redirect(referenceUrls.page, 301));
  app.get(referenceUrls.page, options, async (_request, reply) => {
    const { page } = await reference();
    return cacheable(reply)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyFor(page))
      .send(page);
  });
  app.get(referenceUrls.script, options, async (request, reply) => {
    const { gzippedScript } = await reference();
    cacheable(reply).type('text/javascript; charset=utf-8');
    return sendGzipped(request, reply, gzippedScript);
  });
};
