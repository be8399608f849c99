import fastify, { type FastifyReply } from 'fastify';
import t, { type Test } from 'tap';
import { responseOf } from '../../../src/plugins/protocol/stored-response.ts';

/** What is kept of a handler's payload. */
const keptOf = async (
  t: Test,
  payload: unknown,
  prepare: (reply: FastifyReply) => unknown = () => undefined,
) => {
  const app = fastify();
  t.teardown(() => app.close());
  let text = '';
  app.get('/', async (_request, reply) => {
    prepare(reply);
    text = responseOf(reply, payload).response;
    return 'fine';
  });
  await app.inject('/');
  return JSON.parse(text);
};

t.test('an object is kept as JSON, with its status and location', async (t) => {
  const text = await keptOf(t, { id: 7 }, (reply) =>
    reply.code(201).header('location', '/7').header('x-other', '1'),
  );
  t.strictSame(text, {
    status: 201,
    headers: { 'content-type': 'application/json; charset=utf-8', location: '/7' },
    body: '{"id":7}',
  });
});

t.test('a response without a payload is kept without a media type', async (t) => {
  for (const payload of [undefined, null])
    t.strictSame(await keptOf(t, payload, (reply) => reply.code(204)), {
      status: 204,
      headers: {},
      body: '',
    });
});

t.test('the media type of a handler stays', async (t) => {
  const text = await keptOf(t, { id: 7 }, (reply) => reply.type('application/geo+json'));
  t.match(text.headers, { 'content-type': 'application/geo+json' });
});
