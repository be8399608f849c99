import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from '../../local/cluster/cluster.ts';
import type { Node } from '../../local/cluster/node.ts';

const pollMs = 50;
const connectMs = 500;
const responseMs = 2_000;

/** Commits a transaction on that server itself; false when it takes none. */
const takesWrite = async (url: string): Promise<boolean> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: responseMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Writes a commit record, for which standbys are awaited.
    await client.query("select pg_logical_emit_message(true, 'chaos', 'write')");
    return true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
};

export interface WatchedWriters {
  /** Resolves when another server than the former writer takes writes. */
  readonly next: Promise<{ readonly node: Node; readonly at: number }>;
  /** Stops; resolves to the writes that the former writer took after another one had begun to. */
  stop(): Promise<number>;
}

/** Writes to all servers of the cluster, without anything between, from now on. */
export const watchWriters = (cluster: Cluster, former: Node): WatchedWriters => {
  let isOver = false;
  let writer: { node: Node; at: number } | null = null;
  let both = 0;
  let tell = (_: { node: Node; at: number }): void => undefined;
  const next = new Promise<{ node: Node; at: number }>((resolve) => {
    tell = resolve;
  });
  const watch = async (node: Node) => {
    while (!isOver) {
      const began = performance.now();
      const isTaken = await takesWrite(cluster.urlOf(node));
      if (isTaken && node !== former && !writer) {
        writer = { node, at: performance.now() };
        tell(writer);
      }
      if (isTaken && node === former && writer && began > writer.at) both += 1;
      await delay(pollMs);
    }
  };
  const watching = Promise.all(cluster.nodes.map(watch));
  return {
    next,
    stop: async () => {
      isOver = true;
      await watching;
      return both;
    },
  };
};
