import fastify from 'fastify';
import t from 'tap';
import { Type } from 'typebox';
import type { App } from '../../src/index.ts';
import { type OperationNeeds, operation } from '../../src/operations/operation.ts';

const summary = 'Do it';
const id = '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12';

t.test('an operation requires a session and responds 204, unless it says otherwise', async (t) => {
  const app = fastify() as unknown as App;
  t.teardown(() => app.close());
  const configs: unknown[] = [];
  app.addHook('onRoute', ({ method, config }) => {
    if (method !== 'HEAD') configs.push(config);
  });
  const add = (name: string, operate: ReturnType<typeof operation>) =>
    operate(app, name, {} as OperationNeeds);
  add('plain', operation('POST /events/:id/plain', 'Discovery', { summary, handler: async () => undefined }));
  const responses = { 201: Type.Object({ id: Type.String() }) };
  const handler = async ({ params }: { params: { id: string } }) => params;
  add(
    'made',
    operation('POST /events/:id/made', 'Discovery', { summary, auth: 'operator', responses, handler }),
  );
  t.match(configs, [
    { auth: 'required', problems: ['event_not_found'] },
    { auth: 'operator', rateLimit: false },
  ]);
  const [plain, made] = await Promise.all(
    ['plain', 'made'].map((name) => app.inject({ method: 'POST', url: `/events/${id}/${name}` })),
  );
  t.match([plain?.statusCode, plain?.body], [204, '']);
  t.match([made?.statusCode, made?.json()], [201, { id }]);
});

t.test('what an operation cannot know does not compile, or stops the start', async (t) => {
  t.throws(
    () => operation('GET /events/:evnetId', 'Discovery', { summary, handler: async () => undefined }),
    {
      message: '/events/:evnetId: events/:evnetId is no known parameter',
    },
  );
  operation('GET /events/:id', 'Discovery', {
    summary,
    auth: 'none',
    handler: async ({ callerId, params }) => {
      // @ts-expect-error: anonymous callers have no id
      callerId.length;
      // @ts-expect-error: the path has no such parameter
      params.userId;
    },
  });
});
