import Fastify, { type RouteOptions } from 'fastify';
import t from 'tap';
import type { App } from '../src/app.ts';
import { compileLazily } from '../src/lazy-compilers.ts';
import { openTestApp } from '../test-support/test-app.ts';

t.test('every schema of a route compiles, which a start does not tell', async (t) => {
  const routes: RouteOptions[] = [];
  const { app } = await openTestApp(t, {
    app: { instrument: async (app) => void app.addHook('onRoute', (route) => void routes.push(route)) },
  });
  await app.ready();
  let compiled = 0;
  for (const { method, url, schema } of routes) {
    const route = { method: String(method), url };
    for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
      if (!schema?.[part]) continue;
      t.doesNotThrow(
        () => app.validatorCompiler?.({ ...route, schema: schema[part] })({}),
        `${part} of ${method} ${url}`,
      );
      compiled += 1;
    }
    for (const [httpStatus, response] of Object.entries(schema?.response ?? {})) {
      try {
        app.serializerCompiler?.({ ...route, httpStatus, schema: response })({});
      } catch (error) {
        // The compiled function refuses what lacks a property.
        t.match(error, { message: /is required!$/ }, `${httpStatus} of ${method} ${url}`);
      }
      compiled += 1;
    }
  }
  t.ok(compiled > 100, `${compiled} schemas`);
});

t.test('a schema of the same text is another one where it refers to other schemas', async (t) => {
  const statusOf = async (size: object, body: unknown) => {
    const app = Fastify();
    t.teardown(() => app.close());
    app.addSchema({ $id: 'size', ...size });
    compileLazily(app as unknown as App);
    app.post('/', { schema: { body: { $ref: 'size#' } } }, async () => 'accepted');
    const { statusCode } = await app.inject({ method: 'POST', url: '/', payload: body as object });
    return statusCode;
  };
  const [few, many] = [
    { type: 'array', maxItems: 1 },
    { type: 'array', maxItems: 2 },
  ];
  t.strictSame([await statusOf(few, [1, 2]), await statusOf(many, [1, 2])], [400, 200]);
  t.strictSame([await statusOf(many, [1, 2, 3]), await statusOf(few, [1])], [400, 200]);
});
