import type { RouteOptions } from 'fastify';
import t from 'tap';
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
