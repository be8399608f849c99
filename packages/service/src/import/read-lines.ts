import { OperatorError } from '../operator-error.ts';

/** One line of a file; `text` is null when it is longer than allowed or no UTF-8. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string | null;
  /** Why there is no text. */
  readonly fault?: string;
  /** How many bytes of the file lie before and in this line. */
  readonly bytesRead: number;
}

/** Longer lines are passed over unread: one line must not fill the memory. */
export const maxLineBytes = 1_048_576;

const lineFeed = 0x0a;

/** White space of JSON, and the bytes of a byte order mark. */
const before = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);
const openingBracket = 0x5b;

const refuseArray = (first: number | undefined): void => {
  if (first === openingBracket)
    throw new OperatorError(
      "FILE: holds one JSON array; JSON lines are needed, an event a line. Convert it with: jq -c '.[]' FILE > events.jsonl",
    );
};

/**
 * Splits bytes into lines, holding one line at a time however long the file is. A byte order mark is left out.
 * @throws {OperatorError} for a file that begins with a JSON array
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

  const take = (part: Buffer) => {
    length += part.length;
    if (length > maxBytes) parts = [];
    else parts.push(part);
  };
  const finish = (): Line => {
    number += 1;
    const line = lineOf(decoder, parts, length > maxBytes, maxBytes);
    parts = [];
    length = 0;
    return { number, bytesRead, ...line };
  };

  let hasBegun = false;
  for await (const chunk of chunks) {
    if (!hasBegun) {
      const first = chunk.find((byte) => !before.has(byte));
      refuseArray(first);
      hasBegun = first !== undefined;
    }
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
