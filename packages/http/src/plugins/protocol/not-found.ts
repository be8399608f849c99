import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import type { Links } from '../../links.ts';
import { type Refusal, sendProblem } from '../../problems/problem-response.ts';

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split('/')
      .map((segment) =>
        segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
      )
      .join('/')}$`,
  );

export interface NotFoundOptions {
  readonly links: Links;
  /** Sends a page in place of a problem; null for requests that no page fits. */
  readonly page?:
    | ((request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => FastifyReply | null)
    | undefined;
}

/** Responds 405 with `Allow` to a wrong method on the path of a later route, and 404 to an unknown path. */
export const notFound = fp(async (app: App, { links, page }: NotFoundOptions) => {
  // Fastify would refuse a QUERY without a content type as malformed; no route has one.
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
  const templates = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method, config }) => {
    // Their existence is a secret: a wrong method is as unknown as the path.
    if (config?.auth === 'operator') return;
    const template = templates.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const each of [method].flat()) template.methods.add(each);
    templates.set(url, template);
  });

  const methodsOf = (path: string): readonly string[] => {
    const matching = [...templates].filter(([, { pattern }]) => pattern.test(path));
    // As in routing, a literal path takes precedence over one with parameters.
    const exact = matching.filter(([template]) => template === path);
    return [...new Set((exact.length > 0 ? exact : matching).flatMap(([, { methods }]) => [...methods]))];
  };

  const respond = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path = ''] = (request.raw.url ?? '').split('?');
    const allowedMethods = methodsOf(path);
    if (allowedMethods.length > 0) reply.header('allow', allowedMethods.join(', '));
    const refusal: Refusal = { code: allowedMethods.length > 0 ? 'method_not_allowed' : 'not_found' };
    return page?.(request, reply, refusal) ?? sendProblem(request, reply, refusal, links);
  };
  app.setNotFoundHandler(respond);
  // Before the body is read: one that is too large would tell unknown paths from those of operators.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (request.is404) respond(request, reply);
    else done();
  });
});
