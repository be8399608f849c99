import { readFile } from 'node:fs/promises';
import t from 'tap';
import { every, type Node } from '../../test-support/openapi-nodes.ts';
import { openTestApp } from '../../test-support/test-app.ts';

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
      // An app makes the ids of its devices itself.
      if (/\{(?:id|token|username)/.test(path) && !path.includes('/devices/'))
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

const respondWithSecrets = ['rotateCalendarFeed', 'createWebhook', 'rotateWebhookSecret'];

t.test('what writes for a bearer takes a key, unless its response holds a secret', async (t) => {
  const { call } = await openTestApp(t);
  const { paths } = (await call('GET /openapi.json')).body;
  const keyed: string[] = [];
  for (const [path, operations] of Object.entries(paths as Record<string, Record<string, Node>>))
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
      // Those of operators set states, and keep nothing of callers whom they do not know.
      const writes =
        ['post', 'put', 'patch'].includes(method) &&
        security.some(({ bearer }) => bearer) &&
        !path.startsWith('/v1/operator/');
      t.equal(!!key && '422' in responses, writes && !respondWithSecrets.includes(operationId), operationId);
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
          // What is in public addresses cannot be guessed.
          t.equal(parameter.schema.format, path.includes('/pictures/') ? undefined : 'uuid', name);
          t.match(parameter.description, /^Id of the [a-z]+\.$/, name);
        }
    }
  t.ok(components.schemas.NewEvent.required.includes('title'));
  t.equal(info.version, JSON.parse(await readFile('packages/http/package.json', 'utf8')).version);
  t.match(info.description, '5 calls in 10 minutes from one IP address');
  t.match(info.description, '5 in 1 h and 10 in 24 h');
  const limitedApp = await openTestApp(t, {
    app: { generalLimit: { limit: 240, counter: { count: async () => 1 } } },
  });
  t.match((await limitedApp.call('GET /openapi.json')).body.info.description, '240 a minute');
});

t.test('the document names whom to ask, the terms, the imprint and the privacy page', async (t) => {
  const contact = {
    email: 'help@gather.example',
    imprintUrl: 'https://gather.example/imprint',
    privacyUrl: 'https://gather.example/privacy',
    termsUrl: 'https://gather.example/terms',
  };
  const { body } = await (await openTestApp(t, { with: { contact } })).call('GET /openapi.json');
  t.strictSame(body.info.contact, { email: contact.email });
  t.equal(body.info.termsOfService, contact.termsUrl);
  t.match(body.info.description, `[Imprint](${contact.imprintUrl}) · [Privacy](${contact.privacyUrl})`);
  const { body: plain } = await (await openTestApp(t)).call('GET /openapi.json');
  t.notMatch(plain.info.description, 'Imprint');
  t.notOk('contact' in plain.info || 'termsOfService' in plain.info);
});

t.test('enums of responses are open, those of requests closed', async (t) => {
  const { call } = await openTestApp(t);
  const { paths, components } = (await call('GET /openapi.json')).body;
  const { kind } = components.schemas.Notice.properties;
  t.equal(kind.type, 'string');
  t.notOk('enum' in kind);
  t.ok(kind['x-extensible-enum'].includes('event_changed'));
  t.match(kind.description, /Later versions may have others\.$/);
  t.strictSame(components.schemas.Event.properties.myRsvp.type, ['string', 'null']);
  t.strictSame(components.schemas.Event.properties.myRsvp['x-extensible-enum'], ['going', 'interested']);
  t.ok(components.schemas.Problem.properties.code['x-extensible-enum'].includes('rate_limited'));
  t.strictSame(components.schemas.Success.properties.success.enum, [true], 'no text');
  t.strictSame(components.schemas.RsvpRequest.properties.status.enum, ['going', 'interested', null]);
  const { schema } = paths['/v1/events'].get.parameters.find(({ name }: { name: string }) => name === 'sort');
  t.strictSame(schema.enum, ['time', 'distance']);
  t.strictSame(
    components.schemas.Question.properties.kind['x-extensible-enum'],
    components.schemas.NewEvent.properties.questions.items.properties.kind.enum,
  );
});
