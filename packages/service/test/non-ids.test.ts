import t from 'tap';
import { openTestPostgres } from '../../adapters-postgres/test-support/open-test-postgres.ts';
import { type CallResponse, newEvent, openTestApp } from '../../http/test-support/test-app.ts';

/**
 * Walks every route with a parameter in its path, taken from the application's own OpenAPI document, over a real database,
 * as a caller who may do everything: a text that names nothing there answers exactly as an unknown id.
 */
const unknown = '01970000-0000-7000-8000-00000000dead';
const nonIds = [
  ...['x', '-', '0', 'null', 'undefined', '%20', '%0A', '%00', 'a%00b', '__proto__', "'%20or%20''='", '*'],
  ...['%C3%A9', '%F0%9F%8E%88', '%E2%80%AE', '%EF%BC%90'.repeat(8), '..%2F..%2Fevents', 'x'.repeat(300)],
  ...[unknown.toUpperCase(), `%7B${unknown}%7D`, `urn:uuid:${unknown}`, unknown.replaceAll('-', '')],
  ...[`${unknown}%0A`, `${unknown}%00`, `%20${unknown}`, unknown.slice(1), `${unknown}0`],
];

/** What differs from request to request. */
const comparable = ({ status, text, body }: CallResponse) => [
  status,
  body?.requestId ? text.replace(body.requestId, 'REQUEST') : text,
];

t.test('what is no id answers as an unknown one, on every route', async (t) => {
  const { postgres, stores } = await openTestPostgres(t);
  const { call, person, event, world } = await openTestApp(t, {
    domain: { quotaScale: 0 },
    overrides: { stores, unitOfWork: postgres.unitOfWork },
  });
  const [as, guest] = [await person(), await person()];
  await world.domain.grantOperator({ phone: as.phone });
  const make = async (target: string, body: object) => (await call(target, { as, body })).body;
  const { id } = await event(as, { enabledModules: ['bringList'] });
  const series = await make('POST /v1/event-series', { event: newEvent(world), rule: 'FREQ=WEEKLY;COUNT=2' });
  const circle = await make('POST /v1/me/circles', { name: 'Band' });
  const item = await make(`POST /v1/events/${id}/bring-list`, { title: 'Salad', quantity: 2 });
  await call(`POST /v1/events/${id}/invites`, { as, body: { userIds: [guest.id] } });
  const invitations = (await call(`GET /v1/events/${id}/invites`, { as })).body;
  const webhook = await make('POST /v1/webhooks', {
    url: 'https://example.org/hook',
    types: ['rsvp.changed'],
  });
  const real: Readonly<Record<string, string>> = {
    '/v1/events': id,
    '/v1/event-series': series.id,
    '/v1/me/circles': circle.id,
    '/v1/webhooks': webhook.id,
    userId: guest.id,
    itemId: item.id,
    inviteId: invitations.data[0].id,
  };
  const bodies: Readonly<Record<string, object>> = {
    'post /v1/events/{id}/rsvp': { status: 'going' },
    'post /v1/events/{id}/save': { saved: true },
    'post /v1/event-series/{id}/rsvp': { status: 'going' },
    'post /v1/events/{id}/check-in': { code: 'unknown' },
    'put /v1/events/{id}/booking': { quantity: 1 },
    'post /v1/events/{id}/bring-list': { title: 'Bread', quantity: 1 },
    'put /v1/events/{id}/bring-list/{itemId}/claim': { quantity: 1 },
    'put /v1/events/{id}/my-answers': { answers: {} },
    'post /v1/events/{id}/invites': { userIds: [guest.id] },
    'post /v1/events/{id}/announcements': { text: 'Doors open at six.', to: ['going'] },
    'patch /v1/me/circles/{id}': { name: 'Choir' },
    'post /v1/me/circles/{id}/members': { userIds: [guest.id] },
    'post /v1/operator/reports/{targetId}/close': { action: 'suspended', note: 'It sells watches.' },
    'post /v1/operator/events/{id}/take-down': { reason: 'It sells watches.' },
    'post /v1/operator/categories/{slug}/merge': { into: 'music' },
    'post /v1/operator/users/{id}/suspend': { reason: 'It sells watches.' },
  };

  const paths = (await call('GET /openapi.json')).body.paths as Record<string, object>;
  const targets = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).flatMap((method) =>
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ method, path, name })),
    ),
  );
  t.ok(targets.length > 60, `${targets.length} parameters`);
  for (const target of Object.keys(bodies))
    t.ok(
      targets.some(({ method, path }) => target === `${method} ${path}`),
      target,
    );
  for (const { method, path, name } of targets) {
    // An app makes the id of a device itself; no UUID is refused.
    if (method === 'put' && path === '/v1/me/devices/{id}') continue;
    const target = `${method} ${path}`;
    const owner = Object.keys(real).find((one) => path.startsWith(`${one}/`)) ?? '';
    const ask = (value: string) => {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, each: string) =>
        each === name ? value : (real[each === 'id' ? owner : each] ?? unknown),
      );
      const body = method === 'get' || method === 'delete' ? undefined : (bodies[target] ?? {});
      return call(`${method.toUpperCase()} ${url}`, { as, body });
    };
    const response = await ask(unknown);
    t.ok([204, 404].includes(response.status), `${target} reaches ${name}: ${response.text}`);
    for (const text of nonIds)
      t.strictSame(comparable(await ask(text)), comparable(response), `${target}: ${name} ${text}`);
  }
});
