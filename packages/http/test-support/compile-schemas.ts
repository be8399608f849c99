import type { RouteOptions } from 'fastify';
import type { Test } from 'tap';
import type { openTestApp } from './test-app.ts';

/** Compiles the schemas of all routes, or of those whose path is chosen; returns how many there are. */
export const compileSchemas = async (
  t: Test,
  open: typeof openTestApp,
  isChosen: (path: string) => boolean = () => true,
): Promise<number> => {
  const routes: RouteOptions[] = [];
  const { app } = await open(t, {
    app: { instrument: async (app) => void app.addHook('onRoute', (route) => void routes.push(route)) },
  });
  await app.ready();
  let compiled = 0;
  for (const { method, url, schema } of routes.filter(({ url }) => isChosen(url))) {
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
  return compiled;
};
