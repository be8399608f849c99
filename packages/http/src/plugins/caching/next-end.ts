import type { SnapshotVersions } from '@event-platform/domain';

/**
 * Reads when the next listed event ends, in milliseconds since 1970, for a response of a version and a time. While
 * nothing is written the next end is the same for all responses, so one query serves them; 0 when it fails.
 */
export const nextEndReader = (snapshotVersions: SnapshotVersions) => {
  let last: { readonly version: string; readonly from: Date; readonly end: Promise<number> } | undefined;
  return async (version: string, from: Date): Promise<number> => {
    const known = last?.version === version && last.from <= from ? await last.end : 0;
    if (known > from.getTime()) return known;
    const end = snapshotVersions.nextEnd(from).then(
      (at) => at?.getTime() ?? Number.POSITIVE_INFINITY,
      () => 0,
    );
    last = { version, from, end };
    return end;
  };
};
