/** One line of a file; `text` is null when it is too long or not UTF-8. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string | null;
  /** Why there is no text. */
  readonly fault?: string;
  /** The offset of the end of this line, in bytes. */
  readonly bytesRead: number;
}

/** Longer lines are skipped: one line must not exhaust the memory. */
export const maxLineBytes = 1_048_576;

/** But for a list, which may be a whole document. */
export const maxDocumentBytes = 67_108_864;

const lineFeed = 0x0a;

/** JSON whitespace, and the bytes of a byte order mark. */
const leadingBytes = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const openingBracket = 0x5b;

/**
 * Splits bytes into lines and holds one line at a time, however long the file is. Removes a byte order mark.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number = maxLineBytes,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  let bytesRead = 0;
  let parts: Buffer[] = [];
  let length = 0;

  let limit = maxBytes;
  const take = (part: Buffer) => {
    if (length === 0)
      limit = part.find((byte) => !leadingBytes.has(byte)) === openingBracket ? maxDocumentBytes : maxBytes;
    length += part.length;
    if (length > limit) parts = [];
    else parts.push(part);
  };
  const finish = (): Line => {
    number += 1;
    const line = lineOf(decoder, parts, length > limit, limit);
    parts = [];
    length = 0;
    return { number, bytesRead, ...line };
  };

  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      take(chunk.subarray(from, at));
      bytesRead += at + 1 - from;
      from = at + 1;
      yield finish();
    }
    take(chunk.subarray(from));
    bytesRead += chunk.length - from;
  }
  if (length > 0) yield finish();
}

const lineOf = (
  decoder: TextDecoder,
  parts: readonly Buffer[],
  isTooLong: boolean,
  maxBytes: number,
): Pick<Line, 'text' | 'fault'> => {
  if (isTooLong) return { text: null, fault: `is longer than ${maxBytes} bytes` };
  try {
    return { text: decoder.decode(Buffer.concat(parts)) };
  } catch {
    return { text: null, fault: 'is not UTF-8' };
  }
};
