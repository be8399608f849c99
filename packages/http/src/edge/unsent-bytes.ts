import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { reset } from './connections.ts';

/** What one client may hold before its requests wait, and twice that in all; in bytes. */
const maxOfClient = 3_000_000;
/** What all clients may hold before each of them has to do with less. */
const maxOfAll = 48_000_000;
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

/** A response that counts against its client. */
export interface CountedResponse {
  /** The connection has taken a part of it, which counts for so many more bytes. */
  readonly progress: (bytes?: number) => void;
  /** It counts no more. */
  readonly end: () => void;
}

/**
 * The bytes of responses that clients have yet to take, by client; one who reads takes no memory. Connections that took
 * nothing for `stalledMs` are closed where others of their client need room.
 */
export class UnsentBytes {
  /** The bytes of all clients. */
  total = 0;
  readonly #holders = new Map<string, Holder>();
  readonly #stalledMs: number;

  constructor(stalledMs: number) {
    this.#stalledMs = stalledMs;
  }

  /** Whether a client has read enough to be served. */
  hasRoom(client: string): boolean {
    const holder = this.#holders.get(client);
    return !holder || holder.bytes < this.#share();
  }

  /**
   * Resolves to whether it has, within two seconds; meanwhile closes connections that take nothing, the
   * longest first.
   */
  async waitForRoom(client: string): Promise<boolean> {
    const end = performance.now() + maxWaitMs;
    while (!this.hasRoom(client) && performance.now() < end) {
      this.#closeStalled(client);
      await delay(checkMs);
    }
    return this.hasRoom(client);
  }

  /** Counts a response; null for one that is too much for its client. */
  add(client: string, socket: Socket, bytes: number): CountedResponse | null {
    const holder = this.#holders.get(client) ?? { bytes: 0, connections: new Map<Socket, Connection>() };
    if (holder.bytes > 0 && holder.bytes + bytes > 2 * this.#share()) return null;
    this.#holders.set(client, holder);
    const connection = holder.connections.get(socket) ?? { bytes: 0, responses: 0, progressAt: 0 };
    holder.connections.set(socket, connection);
    connection.responses += 1;
    let ofResponse = 0;
    const count = (change: number): void => {
      connection.progressAt = performance.now();
      for (const each of [connection, holder]) each.bytes += change;
      this.total += change;
      ofResponse += change;
    };
    let isEnded = false;
    count(bytes);
    return {
      progress: (more = 0) => {
        if (!isEnded) count(more);
      },
      end: () => {
        if (isEnded) return;
        isEnded = true;
        count(-ofResponse);
        connection.responses -= 1;
        if (connection.responses === 0) holder.connections.delete(socket);
        if (holder.connections.size === 0) this.#holders.delete(client);
      },
    };
  }

  #share(): number {
    return Math.min(maxOfClient, maxOfAll / Math.max(1, this.#holders.size));
  }

  #closeStalled(client: string): void {
    const holder = this.#holders.get(client);
    const latest = performance.now() - this.#stalledMs;
    const stalled = [...(holder?.connections ?? [])]
      // One that took all there was waits for the service, unless nothing more is to come.
      .filter(
        ([socket, { progressAt }]) =>
          progressAt <= latest && (socket.writableLength > 0 || socket.writableEnded),
      )
      .sort(([, one], [, other]) => one.progressAt - other.progressAt);
    let excess = (holder?.bytes ?? 0) - this.#share();
    for (const [socket, { bytes }] of stalled) {
      if (excess < 0) return;
      excess -= bytes;
      reset(socket);
    }
  }
}
