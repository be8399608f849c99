import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Respond = (response: ServerResponse, request: Recorded) => void;

/** A real HTTP server for one test: it records what it is asked and responses as told. */
export const startHttp = async (t: Test, respond: Respond) => {
  const requests: Recorded[] = [];
  const server = createServer(async (request, response) => {
    const recorded = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    };
    requests.push(recorded);
    respond(response, recorded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  t.teardown(stop);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, stop };
};

/** Answers everything with one status and a JSON body. */
export const always =
  (status: number, body: unknown = {}): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

/** Takes the request and never responses. */
export const never: Respond = () => {};

/** Closes the connection without a response. */
export const hangUp: Respond = (response) => {
  response.destroy();
};

/** The URL of a server that no longer listens. */
export const unusedUrl = async (t: Test): Promise<string> => {
  const { url, stop } = await startHttp(t, never);
  await stop();
  return url;
};
