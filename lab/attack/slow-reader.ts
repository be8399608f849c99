import { connect } from 'node:net';

/** What a slow reader takes of its response in a second, in bytes. */
const bytesPerSecond = 300;

/** A connection that reads its response slowly. */
export interface SlowReader {
  /** The status of its response; 0 without one. */
  status(): number;
  close(): void;
}

/** Sends a request and takes a few bytes of its response a second; the kernel keeps as much as it likes. */
export const openSlowReader = (port: number, localAddress: string, request: string): SlowReader => {
  let status = 0;
  const socket = connect({
    ...{ port, host: '127.0.0.1', localAddress },
    onread: {
      buffer: Buffer.alloc(bytesPerSecond),
      callback: (_count, buffer) => {
        status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(String(buffer))?.[1] ?? 0);
        // It pauses.
        return false;
      },
    },
  });
  const timer = setInterval(() => socket.resume(), 1_000);
  socket.on('error', () => undefined).once('close', () => clearInterval(timer));
  socket.write(request);
  return { status: () => status, close: () => socket.destroy() };
};
