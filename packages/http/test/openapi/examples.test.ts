import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t from 'tap';
import { every, type Node } from '../../test-support/openapi-nodes.ts';
import { isProblem, openTestApp } from '../../test-support/test-app.ts';

t.test('every example fits its schema, and every format is a standard one', async (t) => {
  const { call } = await openTestApp(t);
  const { body } = await call('GET /openapi.json');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...body });
  const standard = ['date', 'date-time', 'uri', 'email', 'uuid'];
  let examples = 0;
  for (const [path, node] of every(body)) {
    if (typeof node.format === 'string') t.ok(standard.includes(node.format), `${path}: ${node.format}`);
    if (!Array.isArray(node.examples)) continue;
    const validate = ajv.getSchema(`openapi${encodeURI(path)}`);
    for (const example of node.examples) {
      examples += 1;
      t.ok(validate?.(example), `${path}: ${JSON.stringify(example)} ${ajv.errorsText(validate?.errors)}`);
    }
  }
  t.ok(examples > 100, `${examples} examples`);
});

t.test('the values that tools fill in make a request that is answered', async (t) => {
  const { call } = await openTestApp(t);
  const { paths } = (await call('GET /openapi.json')).body;
  for (const path of ['/v1/events', '/v1/events/search']) {
    const query = new URLSearchParams();
    for (const { name, schema, example, required } of paths[path].get.parameters) {
      const value = example ?? schema.examples?.[0] ?? schema.default;
      if (value !== undefined) query.set(name, String(value));
      if (name === 'q') t.equal(value !== undefined, required, `${path}: words are filled in where needed`);
    }
    t.equal((await call(`GET ${path}?${query}`)).status, 200, `${path}?${query}`);
  }
});

t.test('the body of each example is taken', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const host = await person();
  const { id } = await event(host);
  const { paths, components } = (await call('GET /openapi.json')).body;
  const fieldsOf = (schema: Node): unknown => {
    if (Array.isArray(schema.examples)) return schema.examples[0];
    if (schema.type === 'array') return [fieldsOf(schema.items as Node)];
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, Node>)
        // It stands in place of coverUrl.
        .filter(([key]) => key !== 'coverId')
        .map(([key, field]) => [key, fieldsOf(field)]),
    );
  };
  const send = (target: string, path = target.split(' ')[1] ?? '') => {
    const [method = ''] = target.split(' ');
    const { schema, example } = paths[path][method.toLowerCase()].requestBody.content['application/json'];
    const body = example ?? fieldsOf(components.schemas[schema.$ref.split('/').at(-1)]);
    return call(target.replace('{id}', id), { as: host, body });
  };
  t.equal((await send('POST /v1/auth/otp/start')).status, 200);
  isProblem(t, await send('POST /v1/auth/otp/check'), 401, 'code_invalid');
  t.equal((await send('PATCH /v1/auth/me')).status, 200);
  t.equal((await send('POST /v1/events')).status, 201);
  t.equal((await send('PATCH /v1/events/{id}')).status, 200);
  t.equal((await send('POST /v1/events/{id}/rsvp')).body.myRsvp, 'going');
  t.equal((await send('POST /v1/events/{id}/save')).body.isSaved, true);
  t.equal((await send('POST /v1/events/{id}/invites')).body.sent, 1);
  t.equal((await send('POST /v1/me/circles')).status, 201);
});
