/** What a statement saw: which transactions had ended when it began (PostgreSQL section 9.27.9). */
export interface Snapshot {
  /** All lower ones had ended. */
  readonly xmin: number;
  /** None from this one on had ended. */
  readonly xmax: number;
  /** Those between that had not. */
  readonly running: ReadonlySet<number>;
}

/** Reads the text of `snapshotText`. */
export const parseSnapshot = (text: string): Snapshot => {
  const [xmin = '', xmax = '', running = ''] = text.split(':');
  return {
    xmin: Number(xmin),
    xmax: Number(xmax),
    running: new Set(running === '' ? [] : running.split(',').map(Number)),
  };
};

/** Whether the snapshot shows what that transaction committed. */
export const sees = ({ xmin, xmax, running }: Snapshot, xid: number): boolean =>
  xid < xmin || (xid < xmax && !running.has(xid));

/** Whether the other snapshot of the same primary server shows more: transactions that end are added to it and none leave. */
export const isOlder = (one: Snapshot, other: Snapshot): boolean =>
  one.xmax < other.xmax || (one.xmax === other.xmax && one.running.size > other.running.size);
