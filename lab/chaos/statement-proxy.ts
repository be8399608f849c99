import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a service and its database, and counts the statements that the service sends. */
export interface StatementProxy {
  readonly url: string;
  /** From now on calls `strike` in place of passing the statement with that number on; the first is 1. */
  arm(number: number, strike: () => void): void;
  close(): Promise<void>;
}

/** Messages that start work on the server: a simple query, and the end of an extended one (PostgreSQL, 54.7). */
const starts = new Set(['Q'.charCodeAt(0), 'S'.charCodeAt(0)]);
const headerBytes = 5;

/** Splits what a client sends into messages; the first of a connection, which has no type, passes. */
const messagesOf = () => {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  return (chunk: Buffer): Buffer[] => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      const header = isFirst ? headerBytes - 1 : headerBytes;
      if (rest.length < header) return messages;
      const length = rest.readInt32BE(header - 4) + (isFirst ? 0 : 1);
      if (rest.length < length) return messages;
      messages.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      isFirst = false;
    }
  };
};

/** @param url of a server on a Unix socket */
export const openStatementProxy = async (url: string): Promise<StatementProxy> => {
  const target = new URL(url);
  const path = `${decodeURIComponent(target.hostname)}/.s.PGSQL.${target.port || '5432'}`;
  const sockets = new Set<Socket>();
  let budget = Number.POSITIVE_INFINITY;
  let strike = (): void => undefined;
  const server = createServer((client) => {
    const database = connect(path);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          database.destroy();
        });
    }
    const split = messagesOf();
    let isCut = false;
    client.on('data', (chunk: Buffer) => {
      for (const message of split(chunk)) {
        if (starts.has(message[0] ?? 0) && message.length >= headerBytes) budget -= 1;
        if (budget === 0) {
          isCut = true;
          strike();
          client.destroy();
        }
        if (!isCut) database.write(message);
      }
    });
    database.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  target.hostname = '127.0.0.1';
  target.port = String((server.address() as AddressInfo).port);
  return {
    url: target.href,
    arm: (number, next) => {
      budget = number;
      strike = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
