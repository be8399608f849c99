import { refuseInput } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { RefusedRequest } from '../problems/refused-request.ts';
import { mayHoldUnfitText, refuseUnfitText } from './unfit-text.ts';

/** What a body may weigh, in bytes. */
export const bodyLimits = { usual: 64 * 1024, invites: 1024 * 1024 } as const;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const textOf = (body: Buffer): string => {
  try {
    return utf8.decode(body);
  } catch {
    throw refuseInput({ path: '', message: 'has a body that is not valid UTF-8' });
  }
};

/** Nothing is unpacked: a small body may unpack to a large one. */
const refusePacked = ({ headers }: FastifyRequest): void => {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new RefusedRequest({ code: 'unsupported_media_type' });
};

const jsonOf = (text: string): unknown => {
  try {
    // A key named `__proto__` stays an ordinary key: nothing is assigned from a body key by key.
    return JSON.parse(text);
  } catch {
    throw refuseInput({ path: '', message: 'has a body that is not valid JSON' });
  }
};

/** Takes JSON bodies in valid UTF-8, lets empty ones pass whatever their type, and refuses all others. */
export const readJsonBodies = (app: App): void => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0 || request.is404) return undefined;
      refusePacked(request);
      const text = textOf(body);
      const value = jsonOf(text);
      if (mayHoldUnfitText(text)) refuseUnfitText(value);
      return value;
    },
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length > 0 && !request.is404) throw new RefusedRequest({ code: 'unsupported_media_type' });
    return undefined;
  });
};
