import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenFault } from '../faults/start-up-fault.ts';

/** Metrics in an exposition format. */
export interface Exposition {
  readonly type: string;
  readonly text: string;
}

/**
 * Serves what `read` returns as `GET /metrics`, and nothing else.
 * @returns a function that closes the server
 * @throws {OperatorError} when it cannot listen on the address
 */
export const serveMetrics = async (
  { host, port }: { readonly host: string; readonly port: number },
  read: () => Promise<Exposition>,
): Promise<() => Promise<void>> => {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (request.method !== 'GET' || path !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  // A graceful stop does not wait for clients that read metrics.
  server.unref();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFault(host, port, error, 'METRICS_');
  }
  return async () => {
    const closeEvent = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closeEvent;
  };
};
