import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** The part of Redis that the call counter uses (RESP2). */
export interface FakeRedis {
  readonly port: number;
  /** The counts by key. */
  readonly counts: ReadonlyMap<string, number>;
  /** From now on reads every command and responds to none, as a hung server does. */
  hang(): void;
  stop(): Promise<void>;
}

/** One command as a client sends it, `*2\r\n$4\r\nINCR\r\n$1\r\na\r\n`, split into its words; null while it is incomplete. */
const readCommand = (text: string): { words: readonly string[]; rest: string } | null => {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return null;
  let rest = text.slice(head[0].length);
  const words: string[] = [];
  for (let remaining = Number(head[1]); remaining > 0; remaining -= 1) {
    const length = /^\$(\d+)\r\n/.exec(rest);
    if (!length) return null;
    const start = length[0].length;
    const end = start + Number(length[1]);
    if (rest.length < end + 2) return null;
    words.push(rest.slice(start, end));
    rest = rest.slice(end + 2);
  }
  return { words, rest };
};

export const startFakeRedis = async (port = 0): Promise<FakeRedis> => {
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  let isHanging = false;
  const perform = ([name = '', key = '']: readonly string[]): string => {
    switch (name.toUpperCase()) {
      case 'INCR':
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return `:${counts.get(key)}\r\n`;
      case 'PEXPIRE':
        return ':1\r\n';
      case 'INFO':
        return '$17\r\nredis_version:7.0\r\n';
      default:
        return '+OK\r\n';
    }
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let text = '';
    let queued: string[] | null = null;
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (let command = readCommand(text); command; command = readCommand(text)) {
        text = command.rest;
        if (isHanging) continue;
        const name = command.words[0]?.toUpperCase();
        if (name === 'MULTI') {
          queued = [];
          socket.write('+OK\r\n');
        } else if (name === 'EXEC') {
          socket.write(`*${queued?.length ?? 0}\r\n${queued?.join('') ?? ''}`);
          queued = null;
        } else if (queued) {
          queued.push(perform(command.words));
          socket.write('+QUEUED\r\n');
        } else socket.write(perform(command.words));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    hang: () => {
      isHanging = true;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
