/** What a statement saw: which transactions had ended when it began (PostgreSQL section 9.27.9). */
export interface Snapshot {
  /** All lower ones had ended. */
  readonly xmin: number;
  /** None from this one on had ended. */
  readonly xmax: number;
  /** Those between that had not. */
  readonly runningIds: ReadonlySet<number>;
  /** Which server's: numbers of transactions say nothing about those of another one. */
  readonly server: string;
}

export const parseSnapshot = (text: string): Snapshot => {
  const [xmin = '', xmax = '', runningIds = '', server = ''] = text.split(':');
  return {
    xmin: Number(xmin),
    xmax: Number(xmax),
    runningIds: new Set(runningIds === '' ? [] : runningIds.split(',').map(Number)),
    server,
  };
};

/** Whether the snapshot shows what that transaction of its server committed. */
export const sees = ({ xmin, xmax, runningIds }: Snapshot, xid: number): boolean =>
  xid < xmin || (xid < xmax && !runningIds.has(xid));

/** Whether the other snapshot of the same server shows more: transactions that end are added to it and none leave. */
export const isOlder = (one: Snapshot, other: Snapshot): boolean =>
  one.xmax < other.xmax || (one.xmax === other.xmax && one.runningIds.size > other.runningIds.size);
