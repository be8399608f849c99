import fastifyCompress from '@fastify/compress';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';

/** Shorter answers fit in one packet anyway. In bytes. */
export const worthCompressing = 1_400;

/** Compresses longer answers for callers who take it. Compressed requests are not read: bodies are small. */
export const compressAnswers = async (app: App): Promise<void> => {
  await app.register(fastifyCompress, {
    encodings: ['gzip'],
    threshold: worthCompressing,
    globalDecompression: false,
  });
};

/** Whether the caller takes gzip (RFC 9110, section 12.5.3). */
export const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''));
