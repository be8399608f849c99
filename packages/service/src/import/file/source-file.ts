import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Item, readItems } from './read-items.ts';
import { readLines } from './read-lines.ts';

/** A file that can be read more than once. */
export interface SourceFile {
  items(): AsyncIterable<Item>;
  close(): void;
}

/** Opens a file; null is the standard input, which is kept in a temporary file until it is closed. */
export const openSource = async (file: string | null, signal: AbortSignal): Promise<SourceFile> => {
  const folder = file === null ? mkdtempSync(join(tmpdir(), 'import-')) : null;
  const close = () => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  const path = file ?? join(folder ?? '', 'input.json');
  if (file === null)
    await pipeline(process.stdin, createWriteStream(path), { signal }).catch((error) => {
      close();
      throw error;
    });
  return { items: () => readItems(readLines(createReadStream(path, { signal }))), close };
};
