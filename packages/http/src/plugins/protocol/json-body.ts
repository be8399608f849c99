import { refuseInput } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { mayHoldUnstorableText, refuseUnstorableText } from '../../input/unstorable-text.ts';
import { RefusedRequest } from '../../problems/refused-request.ts';

/** The maximum size of a body, in bytes. */
export const bodyLimits = { usual: 64 * 1024, invites: 1024 * 1024 } as const;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const textOf = (body: Buffer): string => {
  try {
    return utf8.decode(body);
  } catch {
    throw refuseInput({ path: '', message: 'has a body that is not valid UTF-8' });
  }
};

/** Compressed bodies are refused: a small one may expand to a large one. */
const refuseCompressed = ({ headers }: FastifyRequest): void => {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new RefusedRequest({ code: 'unsupported_media_type' });
};

const jsonOf = (text: string): unknown => {
  try {
    // A key named `__proto__` is harmless: no code copies the keys of a body to another object.
    return JSON.parse(text);
  } catch {
    throw refuseInput({ path: '', message: 'has a body that is not valid JSON' });
  }
};

/** Parses JSON bodies in valid UTF-8, accepts empty bodies of any type, and refuses all others. */
export const jsonBody = fp(async (app: App) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0 || request.is404) return undefined;
      refuseCompressed(request);
      const text = textOf(body);
      const value = jsonOf(text);
      if (mayHoldUnstorableText(text)) refuseUnstorableText(value);
      return value;
    },
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length > 0 && !request.is404) throw new RefusedRequest({ code: 'unsupported_media_type' });
    return undefined;
  });
});
