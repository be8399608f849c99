/** Why the embedded database cannot serve, in one sentence meant for the person who started it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'there is a file in its place',
};

/** Puts a file system fault into one sentence about the data folder; other errors pass through unchanged. */
export const folderFault = (dataDir: string, error: unknown): unknown => {
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  if (!reason) return error;
  return new EmbeddedPostgresError(`The data folder ${dataDir} cannot be written: ${reason}.`, {
    cause: error,
  });
};

/** Puts what PostgreSQL wrote before it gave up into one sentence. */
export const serverFault = (dataDir: string, output: string): EmbeddedPostgresError => {
  if (/No space left on device|Check free disk space/.test(output)) {
    return new EmbeddedPostgresError(`The data folder ${dataDir} cannot be written: the disk is full.`);
  }
  const lines = [...output.matchAll(/(?:FATAL|PANIC|initdb: error|error):\s+(.+)$/gm)];
  const reason = lines.at(-1)?.[1] ?? output.trim().split('\n').at(-1);
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL did not start in ${dataDir}: ${reason || 'it gave no reason'}`,
  );
};
