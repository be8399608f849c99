import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenFault } from '../start-up-fault.ts';

/** Metrics in an exposition format. */
export interface Exposition {
  /** Its media type. */
  readonly type: string;
  readonly text: string;
}

/**
 * Answers `GET /metrics` and nothing else with what `read` gives, which may be the sum of several processes.
 * @returns what ends it
 * @throws {OperatorError} in one sentence, for an address that cannot be listened on
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
  // An orderly stop waits for the service, not for whoever reads its metrics.
  server.unref();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFault(host, port, error, 'METRICS_');
  }
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
};
