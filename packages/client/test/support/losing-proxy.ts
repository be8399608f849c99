import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';

/**
 * A proxy that loses the response of every request once: it lets the service response, then cuts the connection. A request
 * that is sent again, with the same key and body, gets its response.
 */
export const losingProxy = async (t: Test, target: string) => {
  const keys = new Set<string>();
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const body = await text(incoming);
    const { authorization: _any, ...named } = headers;
    const identity = JSON.stringify([method, url, named['idempotency-key'], body]);
    const upstream = send(`${target}${url}`, { method, headers: { ...headers, connection: 'close' } });
    upstream.on('response', (response) => {
      if (!keys.has(identity)) {
        keys.add(identity);
        response.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    upstream.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.closeAllConnections());
  t.teardown(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lost: keys };
};
