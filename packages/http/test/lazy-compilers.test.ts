import Fastify from 'fastify';
import t from 'tap';
import type { App } from '../src/app.ts';
import { compileLazily } from '../src/lazy-compilers.ts';
import { compileSchemas } from '../test-support/compile-schemas.ts';
import { openTestApp } from '../test-support/test-app.ts';

t.test('every schema of a route compiles, which a start does not tell', async (t) => {
  const compiled = await compileSchemas(t, openTestApp);
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
