import { refuseInput } from '@event-platform/domain';
import fp from 'fastify-plugin';
import type { App } from '../app.ts';

/** Handles what Node's HTTP server would refuse without a body: a wrong `Host`, and an unknown `Expect`. */
export const requestConformance = fp(async (app: App) => {
  // A server may ignore an expectation that it does not know (RFC 9110 section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    // RFC 9112 section 3.2: without one host, a proxy may have read a different request.
    if (hosts.length > 1 || (hosts.length === 0 && raw.httpVersion === '1.1'))
      throw refuseInput({ path: '', message: 'must have one Host header' });
    done();
  });
});
