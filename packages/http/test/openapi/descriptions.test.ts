import t from 'tap';
import { every, type Node } from '../../test-support/openapi-nodes.ts';
import { openTestApp, publicUrl } from '../../test-support/test-app.ts';

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
  t.ok(components.schemas.Problem.properties.code['x-extensible-enum'].includes('rate_limited'));
  t.match(components.schemas.Session.properties.lastUsedAt.description, 'within 5 minutes');
});
