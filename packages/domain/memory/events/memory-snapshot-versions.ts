import type { SnapshotVersions } from '../../src/ports/snapshot-versions.ts';
import type { Tables } from '../tables.ts';

/** Every version is different: reading memory again is cheap, so no read is ever declared current. */
export const memorySnapshotVersions = ({ events }: Tables): SnapshotVersions => {
  let asked = 0;
  return {
    current: async () => {
      asked += 1;
      return String(asked);
    },
    nextEnd: async (at) => {
      const ends = events
        .rows()
        .filter(
          ({ visibility, status, endAt }) => visibility === 'public' && status === 'scheduled' && endAt > at,
        )
        .map(({ endAt }) => endAt.getTime());
      return ends.length > 0 ? new Date(ends.reduce((one, other) => Math.min(one, other))) : null;
    },
  };
};
