import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t from 'tap';
import { isProblem, openTestApp, publicUrl } from '../test-support/test-app.ts';

interface Node {
  readonly [key: string]: unknown;
}

const every = function* (node: unknown, path = '#'): Generator<[string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [path, node as Node];
  for (const [key, inner] of Object.entries(node)) yield* every(inner, `${path}/${key}`);
};

const routesOf = (tree: string): Set<string> => {
  const routes = new Set<string>();
  const above: string[] = [];
  for (const line of tree.split('\n')) {
    const [, indent = '', segment, methods] = /^([│\s]*)[├└]── (\S+)(?: \(([^)]+)\))?/.exec(line) ?? [];
    if (segment === undefined) continue;
    above.length = indent.length / 4;
    above.push(segment);
    for (const method of methods?.split(', ') ?? [])
      if (method !== 'HEAD') routes.add(`${method} ${above.join('')}`);
  }
  return routes;
};

t.test('the document and the routes are one', async (t) => {
  const { app, call } = await openTestApp(t);
  const { status, body, headers } = await call('GET /openapi.json');
  t.equal(status, 200);
  t.match(headers['content-type'], /^application\/json/);
  t.equal(body.openapi, '3.1.0');
  const served = [...routesOf(app.printRoutes({ commonPrefix: false }))]
    .filter((route) => route.includes(' /v1/'))
    .map((route) => route.replace(/:(\w+)/g, '{$1}'))
    .sort();
  const described = Object.entries(body.paths as Record<string, Node>)
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    .sort();
  t.ok(served.length >= 37, `${served.length} routes`);
  t.strictSame(described, served);
});

t.test('the document is whole', async (t) => {
  const { call } = await openTestApp(t);
  const { body } = await call('GET /openapi.json');
  const targetOf = ($ref: string) =>
    $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((node, key) => (node as Node | undefined)?.[key], body);
  const dangling = [...every(body)].filter(([, { $ref }]) => typeof $ref === 'string' && !targetOf($ref));
  t.strictSame(
    dangling.map(([path]) => path),
    [],
    'what refers to nothing',
  );
  const ids = new Set<unknown>();
  const tags = body.tags.map(({ name }: { name: string }) => name);
  for (const [path, operations] of Object.entries(body.paths as Record<string, Record<string, Node>>))
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method} ${path}`;
      t.notOk(ids.has(operation.operationId), `${name} has an id of its own`);
      ids.add(operation.operationId);
      t.match(operation.operationId, /^[a-z]+(?:[A-Z][a-z]+)*$/, `${name}: its id`);
      t.type(operation.summary, 'string', `${name}: summary`);
      t.equal((operation.tags as string[]).length, 1, `${name}: one tag`);
      t.strictSame(
        (operation.tags as string[]).filter((tag) => !tags.includes(tag)),
        [],
        `${name}: known tags`,
      );
      const responses = operation.responses as Record<string, { description: string; content?: Node }>;
      t.ok(responses.default?.content?.['application/problem+json'], `${name}: problems`);
      t.ok(
        Object.keys(responses).some((code) => code.startsWith('2')),
        `${name}: success`,
      );
      t.strictSame(
        Object.entries(responses).flatMap(([code, { description, content }]) => [
          ...(description && description !== 'Default Response' ? [] : [`${code}: no description`]),
          ...(/^[45]/.test(code) && !content?.['application/problem+json'] ? [`${code}: media type`] : []),
        ]),
        [],
        `${name}: responses`,
      );
      if (/\{(?:id|token|username)/.test(path))
        t.ok(responses['404'], `${name}: what it names may not be there`);
      const params = ((operation.parameters ?? []) as { name: string; in: string }[]).filter(
        (each) => each.in === 'path',
      );
      t.strictSame(
        params.map((each) => `{${each.name}}`),
        path.match(/\{\w+\}/g) ?? [],
        `${name}: path parameters`,
      );
    }
});

t.test('every field is described or shown by an example, and no text is empty', async (t) => {
  const { call } = await openTestApp(t);
  const { body } = await call('GET /openapi.json');
  const isTold = (field: unknown) => /"(?:description|examples|\$ref)":/.test(JSON.stringify(field));
  const faults: string[] = [];
  for (const [path, node] of every(body)) {
    for (const [key, value] of Object.entries(node)) {
      const texts: readonly unknown[] = ['examples', 'enum', 'required'].includes(key)
        ? [value].flat()
        : [value];
      if (texts.length === 0 || texts.includes('')) faults.push(`${path}/${key}: empty`);
    }
    for (const [name, field] of Object.entries((node.properties ?? {}) as Node))
      if (!isTold(field)) faults.push(`${path}: field ${name}`);
    for (const parameter of (Array.isArray(node.parameters) ? node.parameters : []) as Node[])
      if (!isTold(parameter)) faults.push(`${path}: parameter ${parameter.name}`);
    for (const [name, header] of Object.entries((node.headers ?? {}) as Node))
      if (!isTold(header)) faults.push(`${path}: header ${name}`);
  }
  t.strictSame(faults, []);
});

t.test('what callers have to know is in it', async (t) => {
  const { call } = await openTestApp(t);
  const { paths, components, info, servers } = (await call('GET /openapi.json')).body;
  t.match(info.description, 'EUR');
  t.strictSame(servers, [{ url: publicUrl }]);
  t.strictSame(components.securitySchemes.bearer.scheme, 'bearer');
  t.strictSame(paths['/v1/auth/me'].get.security, [{ bearer: [] }]);
  t.strictSame(paths['/v1/events'].get.security, [{}, { bearer: [] }]);
  t.strictSame(paths['/v1/auth/otp/start'].post.security, []);
  t.equal(paths['/v1/auth/logout'].post.requestBody.required, false);
  t.equal(paths['/v1/auth/refresh'].post.requestBody.required, true);
  t.strictSame(Object.keys(paths['/v1/event-invites/{token}/accept'].post.responses).sort(), [
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '422',
    '429',
    '503',
    'default',
  ]);
  t.match(paths['/v1/event-invites/{token}/accept'].post.responses['404'].description, 'invitation_expired');
  t.match(components.schemas.Event.required, ['id', 'title']);
  t.notOk(components.schemas.Event.required.includes('status'));
  const limit = paths['/v1/events'].get.parameters.find(({ name }: { name: string }) => name === 'limit');
  t.match(limit.schema, { type: 'integer', maximum: 50, default: 20 });
  t.ok(components.schemas.Problem.properties.code.enum.includes('rate_limited'));
  t.match(components.schemas.Session.properties.lastUsedAt.description, 'within 5 minutes');
});

t.test('what writes for a bearer takes a key, unless its response holds a secret', async (t) => {
  const { call } = await openTestApp(t);
  const { paths } = (await call('GET /openapi.json')).body;
  const keyed: string[] = [];
  for (const operations of Object.values(paths as Record<string, Record<string, Node>>))
    for (const [method, operation] of Object.entries(operations)) {
      const {
        operationId,
        parameters = [],
        responses,
        security,
      } = operation as {
        operationId: string;
        parameters?: { name: string; in: string; required?: boolean }[];
        responses: Record<string, { description: string; headers?: Node }>;
        security: Node[];
      };
      const key = parameters.find(({ name }) => name === 'idempotency-key');
      const writes = ['post', 'put', 'patch'].includes(method) && security.some(({ bearer }) => bearer);
      t.equal(!!key && '422' in responses, writes && operationId !== 'rotateCalendarFeed', operationId);
      if (!('422' in responses)) continue;
      keyed.push(operationId);
      t.match(key, { in: 'header' });
      t.notOk(key?.required);
      t.match(responses['409']?.description, 'idempotency_in_progress', operationId);
      t.ok(responses['409']?.headers?.['Retry-After'], operationId);
      t.match(responses['422']?.description, 'idempotency_key_reused', operationId);
      const success = Object.keys(responses).find((status) => status.startsWith('2')) ?? '';
      t.ok(responses[success]?.headers?.['Idempotency-Replayed'], operationId);
      t.notOk(responses['401']?.headers?.['Idempotency-Replayed'], operationId);
    }
  t.ok(keyed.length >= 16, `${keyed.length} operations`);
});

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

t.test('bodies and lists have names, refusals their headers, ids their format', async (t) => {
  const { call } = await openTestApp(t);
  const { paths, components, info } = (await call('GET /openapi.json')).body;
  for (const [path, operations] of Object.entries(paths as Record<string, Record<string, Node>>))
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method} ${path}`;
      // biome-ignore lint/suspicious/noExplicitAny: the document is what is tested
      const { requestBody, responses, parameters = [] } = operation as any;
      const schemas = [requestBody ?? {}, ...Object.values<{ content: object }>(responses)].flatMap(
        ({ content }) => Object.values<{ schema: Node }>(content ?? {}).map(({ schema }) => schema),
      );
      t.strictSame(
        schemas.filter(({ $ref, type }) => !$ref && type !== 'string'),
        [],
        `${name}: named`,
      );
      t.strictSame(Object.keys(responses['429'].headers), [
        'Retry-After',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
      ]);
      t.strictSame(Object.keys(responses['503'].headers), ['Retry-After']);
      for (const parameter of parameters)
        if (/^(?:id|\w+Id)$/.test(parameter.name)) {
          t.equal(parameter.schema.format, 'uuid', name);
          t.match(parameter.description, /^Id of the [a-z]+\.$/, name);
        }
    }
  t.ok(components.schemas.NewEvent.required.includes('title'));
  t.equal(info.version, JSON.parse(await readFile('packages/http/package.json', 'utf8')).version);
  t.match(info.description, '5 calls in 10 minutes from one IP address');
  t.match(info.description, '5 in 1 h and 10 in 24 h');
  const limited = await openTestApp(t, {
    app: { generalLimit: { limit: 240, counter: { count: async () => 1 } } },
  });
  t.match((await limited.call('GET /openapi.json')).body.info.description, '240 a minute');
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
      Object.entries((schema.properties ?? {}) as Record<string, Node>).map(([key, field]) => [
        key,
        fieldsOf(field),
      ]),
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
