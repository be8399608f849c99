import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { openTestApp } from './support/test-app.ts';

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
  for (const [path, { $ref }] of every(body))
    if (typeof $ref === 'string') {
      const target = $ref
        .split('/')
        .slice(1)
        .reduce<unknown>((node, key) => (node as Node | undefined)?.[key], body);
      t.ok(target, `${path} refers to something`);
    }
  const ids = new Set<unknown>();
  const tags = body.tags.map(({ name }: { name: string }) => name);
  for (const [path, operations] of Object.entries(body.paths as Record<string, Record<string, Node>>))
    for (const [method, operation] of Object.entries(operations)) {
      const name = `${method} ${path}`;
      t.notOk(ids.has(operation.operationId), `${name} has an id of its own`);
      ids.add(operation.operationId);
      t.type(operation.summary, 'string', `${name}: summary`);
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
      for (const [code, { description, content }] of Object.entries(responses)) {
        t.ok(description && description !== 'Default Response', `${name} ${code}: description`);
        if (/^[45]/.test(code)) t.ok(content?.['application/problem+json'], `${name} ${code}: media type`);
      }
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

t.test('what callers have to know is in it', async (t) => {
  const { call } = await openTestApp(t);
  const { paths, components, info } = (await call('GET /openapi.json')).body;
  t.match(info.description, 'EUR');
  t.strictSame(components.securitySchemes.bearer.scheme, 'bearer');
  t.strictSame(paths['/v1/auth/me'].get.security, [{ bearer: [] }]);
  t.strictSame(paths['/v1/events'].get.security, [{}, { bearer: [] }]);
  t.strictSame(paths['/v1/auth/otp/start'].post.security, []);
  t.equal(paths['/v1/auth/logout'].post.requestBody.required, false);
  t.equal(paths['/v1/auth/refresh'].post.requestBody.required, true);
  t.strictSame(Object.keys(paths['/v1/event-invites/{token}/accept'].post.responses).sort(), [
    '200',
    '401',
    '403',
    '404',
    '409',
    '503',
    'default',
  ]);
  t.match(paths['/v1/event-invites/{token}/accept'].post.responses['404'].description, 'invitation_expired');
  t.match(components.schemas.Event.required, ['id', 'title']);
  t.notOk(components.schemas.Event.required.includes('status'));
  const limit = paths['/v1/events'].get.parameters.find(({ name }: { name: string }) => name === 'limit');
  t.match(limit.schema, { type: 'integer', maximum: 50, default: 20 });
  t.ok(components.schemas.Problem.properties.code.enum.includes('rate_limited'));
});

t.test('the reference asks nobody else', async (t) => {
  const { app, call } = await openTestApp(t);
  const moved = await call('GET /docs');
  t.equal(moved.status, 301);
  t.equal(moved.headers.location, '/docs/');
  const page = await call('GET /docs/');
  t.equal(page.status, 200);
  t.match(page.headers['content-type'], 'text/html');
  t.notMatch(page.text, /https?:\/\//, 'nothing from elsewhere');
  const policy = String(page.headers['content-security-policy']);
  t.match(policy, /script-src 'self' 'sha256-[A-Za-z0-9+/=]+'/);
  t.notMatch(policy, /https?:|script-src[^;]*unsafe/);
  const [, source = ''] = /<script src="([^"]+)"/.exec(page.text) ?? [];
  const script = await call(`GET ${new URL(source, 'http://x/docs/').pathname}`);
  t.equal(script.status, 200);
  t.match(script.headers['content-type'], 'javascript');
  t.ok(script.text.length > 100_000);
  const compressed = await app.inject({
    url: new URL(source, 'http://x/docs/').pathname,
    headers: { 'accept-encoding': 'gzip' },
  });
  t.equal(compressed.headers['content-encoding'], 'gzip');
  t.equal(gunzipSync(compressed.rawPayload).toString(), script.text);
  const [, document = ''] = /"url": "([^"]+)"/.exec(page.text) ?? [];
  t.equal(new URL(document, 'http://x/docs/').pathname, '/openapi.json');
});
