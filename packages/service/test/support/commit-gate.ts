import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A way to the database on which the commit of a keyed request can be stopped. */
export interface CommitGate {
  /** The connection string of the database through the gate. */
  readonly url: string;
  /**
   * Stops the next commit of an answer: before it reaches the server, or its confirmation, so that the server has
   * committed. Resolves once that has happened; the connection then hangs.
   */
  stop(where: 'before' | 'after'): Promise<void>;
}

/** Where a connection string leads; a host may be the folder of a socket (libpq, section 34.1.1.2). */
const addressOf = ({ hostname, port }: URL) => {
  const host = decodeURIComponent(hostname);
  const number = Number(port || 5432);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number };
};

export const openCommitGate = async (
  t: { teardown(undo: () => unknown): void },
  databaseUrl: string,
): Promise<CommitGate> => {
  const target = addressOf(new URL(databaseUrl));
  const sockets = new Set<Socket>();
  let armed: { readonly where: 'before' | 'after'; readonly reached: () => void } | undefined;

  const server = createServer((client) => {
    const database = connect(target);
    for (const [ownSocket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(ownSocket);
      ownSocket.on('error', () => other.destroy());
      ownSocket.once('close', () => {
        sockets.delete(ownSocket);
        other.destroy();
      });
    }
    let keeps = false;
    let stopped: 'before' | 'after' | undefined;
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      keeps ||= text.includes('stored-response-write');
      if (armed && keeps && text.includes('commit\0')) {
        const { where, reached } = armed;
        armed = undefined;
        stopped = where;
        if (where === 'before') return reached();
        database.once('data', reached);
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (stopped !== 'after') client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    stop: (where) =>
      new Promise((resolve) => {
        armed = { where, reached: resolve };
      }),
  };
};
