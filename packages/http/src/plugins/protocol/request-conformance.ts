import type { IncomingMessage } from 'node:http';
import { refuseInput } from '@event-platform/domain';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';

/** The number of `Host` headers; names and values take turns in the list. */
const hostsOf = ({ rawHeaders }: IncomingMessage): number => {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts;
};

/** Handles what Node's HTTP server would refuse without a body: a wrong `Host`, and an unknown `Expect`. */
export const requestConformance = fp(async (app: App) => {
  // A server may ignore an expectation that it does not know (RFC 9110 section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = hostsOf(raw);
    // RFC 9112 section 3.2: without one host, a proxy may have read a different request.
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1'))
      throw refuseInput({ path: '', message: 'must have one Host header' });
    done();
  });
});
