import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file by which the command-line programs find the embedded database of a running service. */
export interface ConnectionFile {
  write(url: string): void;
  /** The URL last written, or undefined. */
  read(): string | undefined;
  remove(): void;
}

/** The file in the data folder; it holds a password, so only its owner may read it. */
export const connectionFile = (dataDir: string): ConnectionFile => {
  const path = join(dataDir, 'connection');
  return {
    write: (url) => {
      // An existing file would keep its mode.
      rmSync(path, { force: true });
      writeFileSync(path, `${url}\n`, { mode: 0o600 });
    },
    read: () => {
      try {
        return readFileSync(path, 'utf8').trim();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: () => rmSync(path, { force: true }),
  };
};
