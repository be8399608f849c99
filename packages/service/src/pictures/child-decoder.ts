import { type ChildProcess, fork } from 'node:child_process';
import {
  type DecodedPicture,
  DomainError,
  type PictureDecoder,
  picturePolicy,
  type ReceivedFile,
} from '@event-platform/domain';
import type { DecodeOrder, DecodeResult } from './decode-order.ts';

/** What one file may take. */
export interface DecoderLimits {
  /** Files at the same time. */
  readonly atOnce: number;
  /** In milliseconds, from the start of its process: below the requests' priority a busy machine lets it wait. */
  readonly withinMs: number;
  /** Of a processor, in milliseconds. */
  readonly maxProcessorMs: number;
  /** In bytes, of its process. */
  readonly maxBytes: number;
}

const usualLimits: DecoderLimits = {
  atOnce: 2,
  withinMs: 60_000,
  maxProcessorMs: 10_000,
  maxBytes: 512 * 1024 * 1024,
};
const retryAfterSeconds = 60;

/** In TypeScript where this is. */
const program = new URL(
  `./decoder${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
);

/** Nothing of the service's own: no secret of it is in the memory of a process that reads what anybody sent. */
const environment = { VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' };

const crashed = { fault: 'The file cannot be decoded within the memory that a picture may take.' };

/** Decodes each file in a process of its own, of a low priority, that loads `sharp`. */
export const childDecoder = (
  limits: Partial<DecoderLimits> = {},
  decoder: URL = program,
): PictureDecoder & { close(): void } => {
  const { atOnce, withinMs, maxProcessorMs, maxBytes } = { ...usualLimits, ...limits };
  const children = new Set<ChildProcess>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let isClosed = false;

  const run = (file: ReceivedFile): Promise<DecodeResult> =>
    new Promise((resolve) => {
      const child = fork(decoder, {
        env: environment,
        execArgv: process.execArgv.filter((argument) => argument.startsWith('--conditions')),
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      children.add(child);
      let result: DecodeResult = crashed;
      const timer = setTimeout(() => {
        result = { isUnavailable: true };
        child.kill('SIGKILL');
      }, withinMs);
      child.once('message', (message) => {
        result = message as DecodeResult;
      });
      child.once('error', () => {
        result = { isUnavailable: true };
      });
      child.once('close', () => {
        clearTimeout(timer);
        children.delete(child);
        resolve(result);
      });
      const order: DecodeOrder = {
        path: file.path,
        mediaType: file.mediaType,
        policy: picturePolicy,
        maxProcessorMs,
        maxBytes,
      };
      child.send(order, () => undefined);
    });

  return {
    decode: async (file): Promise<DecodedPicture | { readonly fault: string }> => {
      if (running >= atOnce) await new Promise<void>((begin) => waiting.push(begin));
      else running += 1;
      try {
        const result = isClosed ? { isUnavailable: true as const } : await run(file);
        // What closing killed is no fault of the file.
        if (isClosed || 'isUnavailable' in result)
          throw new DomainError(
            { code: 'unavailable', retryAfterSeconds },
            { cause: 'pictures cannot be decoded' },
          );
        return result;
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    close: () => {
      isClosed = true;
      for (const child of children) child.kill('SIGKILL');
    },
  };
};
