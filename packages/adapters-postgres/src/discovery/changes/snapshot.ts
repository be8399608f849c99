/** What a statement saw: which transactions had ended when it began (PostgreSQL section 9.27.9). */
export interface Snapshot {
  /** All lower ones had ended. */
  readonly xmin: number;
  /** None from this one on had ended. */
  readonly xmax: number;
  /** Those between that had not. */
  readonly running: ReadonlySet<number>;
  /** Which server's: numbers of transactions say nothing about those of another one. */
  readonly server: string;
}

export const parseSnapshot = (text: string): Snapshot => {
  const [xmin = '', xmax = '', running = '', server = ''] = text.split(':');
  return {
    xmin: Number(xmin),
    xmax: Number(xmax),
    running: new Set(running === '' ? [] : running.split(',').map(Number)),
    server,
  };
};

/** Whether the snapshot shows what that transaction of its server committed. */
export const sees = ({ xmin, xmax, running }: Snapshot, xid: number): boolean =>
  xid < xmin || (xid < xmax && !running.has(xid));

/** Whether the other snapshot of the same server shows more: transactions that end are added to it and none leave. */
export const isOlder = (one: Snapshot, other: Snapshot): boolean =>
  one.xmax < other.xmax || (one.xmax === other.xmax && one.running.size > other.running.size);
