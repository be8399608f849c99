// A thread of its own: what the readers take of a processor does not delay what the program measures.

import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';

interface Reading {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parallel: number;
}

/** The responses that readers got, 0 for none, and their bytes as sent. */
export interface ReadCounts {
  readonly statuses: readonly number[];
  readonly bytes: number;
}

/** An attacker on another machine takes no processor from the service: a reader pauses between two requests. */
const pauseMs = 20;

/** Reads one URL in parallel, again and again, without looking at what it gets. */
const readUntil = async ({ url, headers, parallel }: Reading, isOver: () => boolean): Promise<ReadCounts> => {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const statuses: number[] = [];
  let bytes = 0;
  const read = () =>
    new Promise<void>((resolve) => {
      const end = (status = 0) => {
        statuses.push(status);
        resolve();
      };
      get(url, { agent, headers: { 'accept-encoding': 'gzip', ...headers } }, (response: IncomingMessage) => {
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.on('end', () => end(response.statusCode));
        response.on('error', () => end());
      }).on('error', () => end());
    });
  const reader = async () => {
    while (!isOver()) {
      await read();
      await delay(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: parallel }, reader));
  agent.destroy();
  return { statuses, bytes };
};

/** Starts readers of a URL; resolves with a function that stops them and tells what they got. */
export const startReaders = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  parallel = 20,
): Promise<() => Promise<ReadCounts>> => {
  const reading: Reading = { url, headers, parallel };
  const worker = new Worker(new URL(import.meta.url), { workerData: reading });
  const messageOf = <Message>() =>
    new Promise<Message>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  await messageOf<'reading'>();
  return async () => {
    const counts = messageOf<ReadCounts>();
    worker.postMessage('stop');
    const statusCounts = await counts;
    await worker.terminate();
    return statusCounts;
  };
};

if (parentPort) {
  const port = parentPort;
  let isOver = false;
  port.once('message', () => {
    isOver = true;
  });
  port.postMessage('reading');
  port.postMessage(await readUntil(workerData as Reading, () => isOver));
}
