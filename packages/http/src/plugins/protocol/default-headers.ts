import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { securityHeaders } from '../../security/security-headers.ts';

/** Sets the security headers, the request's id and, unless its route overrides it, `Cache-Control: no-store`. */
export const defaultHeaders = fp(async (app: App, { publicUrl }: { readonly publicUrl: string }) => {
  const constant = { ...securityHeaders(publicUrl), 'cache-control': 'no-store' };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(constant).header('x-request-id', request.id);
    done();
  });
});
