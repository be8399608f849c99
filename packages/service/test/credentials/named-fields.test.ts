import type { CredentialName } from '@event-platform/domain';
import t from 'tap';
import { formFields } from '../../../guest-pages/src/forms/form-fields.ts';
import { nameOf, openScene, type SiteRoute } from './scene.ts';

/** How parts of requests are called that open something. */
const secret =
  /token|code|device|receipt|ticket|cookie|secret|password|credential|signature|key|auth|session/i;

/** The entries that a part of such a name may be. */
const entriesOf: Readonly<Record<string, readonly CredentialName[]>> = {
  token: ['feedAddress', 'invitationLink', 'emailLink', 'unsubscribeLink'],
  code: ['code', 'emailCode', 'ticket'],
  device: ['knownDevice'],
  refreshToken: ['refreshToken', 'sessionToken'],
  receipt: ['formReceipt'],
  ticket: ['ticket'],
};

/** Parts of that name which open nothing, by route or for all. */
const registration = 'PUT /v1/me/devices/:id';
const harmless = new Set([
  'GET /problems/:code code',
  'idempotency-key',
  // How its person calls a device.
  'deviceName',
  // Where pushes go: of what they open the device is the entry.
  ...['token', 'keys', 'auth'].map((name) => `${registration} ${name}`),
]);

type Schema = Readonly<Record<string, unknown>>;

/** The names of all properties in a schema, at any depth. */
const namesIn = (schema: unknown): readonly string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { readonly properties?: Schema };
  return [...Object.keys(properties), ...Object.values(schema as Schema).flatMap(namesIn)];
};

const namesOf = ({ url, schema }: SiteRoute): readonly string[] => [
  ...new Set([
    ...[...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    ...[schema.params, schema.querystring, schema.headers, schema.body].flatMap(namesIn),
  ]),
];

t.test('a route with a part that is called like a credential names its entry', async (t) => {
  const { routes } = await openScene(t);
  const seen = new Set<string>();
  for (const route of routes)
    for (const name of namesOf(route)) {
      if (!secret.test(name)) continue;
      const target = `${nameOf(route)} ${name}`;
      const known = [target, name].find((one) => harmless.has(one));
      seen.add(known ?? name);
      if (known !== undefined) continue;
      t.ok(
        entriesOf[name]?.some((entry) => route.credentials.includes(entry)),
        `${target} is of one of ${entriesOf[name] ?? 'no entry'}`,
      );
    }
  t.strictSame(
    [...seen].sort(),
    ['code', 'device', 'refreshToken', 'token', ...harmless].sort(),
    'all that routes take, besides the fields of forms',
  );
});

t.test('so does a field of a form', async (t) => {
  const fields = Object.keys(formFields({})).filter((name) => secret.test(name));
  t.strictSame(fields.sort(), ['code', 'receipt', 'ticket'], 'all that forms have');
  const { routes } = await openScene(t);
  for (const field of fields)
    t.ok(
      routes.some(
        ({ method, url, credentials }) =>
          method === 'POST' &&
          !url.startsWith('/v1/') &&
          entriesOf[field]?.some((entry) => credentials.includes(entry)),
      ),
      field,
    );
});
