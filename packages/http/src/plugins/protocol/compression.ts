import { negotiate } from '@fastify/accept-negotiator';
import fastifyCompress from '@fastify/compress';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';

/** Shorter bodies fit in one packet anyway; in bytes. */
export const compressionThreshold = 1_400;

/** Compresses longer responses for clients that accept gzip. Compressed requests are refused: bodies are small. */
export const compression = fp(async (app: App) => {
  await app.register(fastifyCompress, {
    encodings: ['gzip'],
    threshold: compressionThreshold,
    globalDecompression: false,
  });
});

/** Whether the client accepts gzip (RFC 9110, section 12.5.3). */
export const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  negotiate(String(headers['accept-encoding'] ?? ''), ['gzip']) === 'gzip';
