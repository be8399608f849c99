import type { Socket } from 'node:net';

/** What one client may leave unread before its requests wait, and twice that in all; in bytes. */
const maxOfClient = 3_000_000;
/** What all clients may leave unread before each of them has to do with less. */
const maxOfAll = 48_000_000;
/**
 * A connection that has taken nothing for so long may be closed for others of its client, in milliseconds.
 */
const stalledMs = 1_000;
const checkMs = 200;
/** Of a request that waits for its client to read; the rest of the handler timeout is for the work. */
const maxWaitMs = 2_000;

interface Connection {
  bytes: number;
  responses: number;
  /** When it last took something. */
  progressAt: number;
}

interface Holder {
  bytes: number;
  readonly connections: Map<Socket, Connection>;
}

/** A response that is made and not sent. */
export interface UnsentResponse {
  /** The connection has taken a part of it. */
  readonly progress: () => void;
  /** It is sent, or its connection closed. */
  readonly end: () => void;
}

/** The responses that are made and not sent, by client; one who reads takes no memory. */
export interface UnsentBytes {
  /** Whether a client has read enough to be served. */
  hasRoom(client: string): boolean;
  /**
   * Resolves to whether it has, within two seconds; meanwhile closes connections that take nothing, the
   * longest first.
   */
  waitForRoom(client: string): Promise<boolean>;
  /** Counts a response; null for one that is too much for its client. */
  add(client: string, socket: Socket, bytes: number): UnsentResponse | null;
  /** The bytes of all of them. */
  readonly total: number;
}

export const createUnsentBytes = (): UnsentBytes => {
  const holders = new Map<string, Holder>();
  let total = 0;

  const share = (): number => Math.min(maxOfClient, maxOfAll / Math.max(1, holders.size));
  const hasRoom = (client: string): boolean => {
    const holder = holders.get(client);
    return !holder || holder.bytes < share();
  };

  const closeStalled = (client: string): void => {
    const latest = performance.now() - stalledMs;
    const stalled = [...(holders.get(client)?.connections ?? [])]
      // One that took all there was waits for the service.
      .filter(([socket, { progressAt }]) => progressAt <= latest && socket.writableLength > 0)
      .sort(([, one], [, other]) => one.progressAt - other.progressAt);
    let excess = (holders.get(client)?.bytes ?? 0) - share();
    for (const [socket, { bytes }] of stalled) {
      if (excess < 0) return;
      excess -= bytes;
      socket.destroy();
    }
  };

  const remove = (client: string, holder: Holder, socket: Socket, bytes: number): void => {
    total -= bytes;
    holder.bytes -= bytes;
    const connection = holder.connections.get(socket);
    if (!connection) return;
    connection.bytes -= bytes;
    connection.responses -= 1;
    connection.progressAt = performance.now();
    if (connection.responses === 0) holder.connections.delete(socket);
    if (holder.connections.size === 0) holders.delete(client);
  };

  return {
    hasRoom,
    waitForRoom: async (client) => {
      const end = performance.now() + maxWaitMs;
      while (!hasRoom(client) && performance.now() < end) {
        closeStalled(client);
        await new Promise((resolve) => setTimeout(resolve, checkMs));
      }
      return hasRoom(client);
    },
    add: (client, socket, bytes) => {
      const holder = holders.get(client) ?? { bytes: 0, connections: new Map<Socket, Connection>() };
      if (holder.bytes > 0 && holder.bytes + bytes > 2 * share()) return null;
      holders.set(client, holder);
      const now = performance.now();
      const connection = holder.connections.get(socket) ?? { bytes: 0, responses: 0, progressAt: now };
      holder.connections.set(socket, connection);
      total += bytes;
      holder.bytes += bytes;
      connection.bytes += bytes;
      connection.responses += 1;
      let isEnded = false;
      return {
        progress: () => {
          connection.progressAt = performance.now();
        },
        end: () => {
          if (isEnded) return;
          isEnded = true;
          remove(client, holder, socket, bytes);
        },
      };
    },
    get total() {
      return total;
    },
  };
};
