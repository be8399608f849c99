import type { AuditEntry } from '@event-platform/domain';
import t, { type Test } from 'tap';
import { newEvent, openTestApp, type Person } from '../../../test-support/test-app.ts';

const unknown = '0190a000-0000-7000-8000-000000000000';

/** A private event of `host` and what else is theirs alone, and what the audit log says of calls by `other`. */
const scene = async (t: Test) => {
  const app = await openTestApp(t);
  const { call, person, event, world } = app;
  const [host, other] = [await person(), await person()];
  const privateEvent = await event(host, { visibility: 'private' });
  const noted = () => world.auditEntries.filter((entry) => entry.event === 'access_refused');
  /** What was recorded of a call, once its response is sent. */
  const notedOf = async (target: string, as?: Person, body?: unknown): Promise<readonly AuditEntry[]> => {
    const before = noted().length;
    await call(target, { as, ...(body === undefined ? {} : { body }) });
    await new Promise((resolve) => setImmediate(resolve));
    return noted().slice(before);
  };
  return { ...app, host, other, privateEvent, noted, notedOf };
};

t.test('records what is forbidden, with the event', async (t) => {
  const { event, host, other, notedOf } = await scene(t);
  const { id } = await event(host);
  const [entry, ...more] = await notedOf(`PATCH /v1/events/${id}`, other, { title: 'Mine' });
  t.strictSame(more, []);
  t.hasStrict(entry, { event: 'access_refused', userId: other.id, eventId: id, reason: 'forbidden' });
  t.match(entry?.origin, { sessionId: /^[0-9a-f-]{36}$/, network: String });
  t.strictSame(await notedOf(`PATCH /v1/events/${id}`, host, { title: 'Mine' }), []);
});

t.test('records what is said not to be there although it is, and nothing that is not', async (t) => {
  const { call, host, other, privateEvent, notedOf } = await scene(t);
  const circle = (await call('POST /v1/me/circles', { as: host, body: { name: 'Band' } })).body.id;
  const sessions = (await call('GET /v1/auth/sessions', { as: host })).body.data;
  const body = { url: 'https://hooks.example.com/', types: ['rsvp.changed'] };
  const webhook = (await call('POST /v1/webhooks', { as: host, body })).body.id;
  const guest = { userIds: [other.id] };
  const inviteResponse = (await call(`POST /v1/events/${privateEvent.id}/invites`, { as: host, body: guest }))
    .body;
  const token = inviteResponse.inviteLink.split('/').at(-1);
  const invites = (await call(`GET /v1/events/${privateEvent.id}/invites`, { as: host })).body.data;
  const [{ id: invite }] = invites;
  const own = (await call('POST /v1/me/circles', { as: other, body: { name: 'Mine' } })).body.id;
  const third = { ...other };
  await call(`DELETE /v1/events/${privateEvent.id}/attendees/${other.id}`, { as: host });
  const kinds: readonly (readonly [string, string, string])[] = [
    ['GET', '/v1/events/:', privateEvent.id],
    ['POST', '/v1/events/:/cancel', privateEvent.id],
    ['DELETE', '/v1/auth/sessions/:', sessions[0].id],
    ['PATCH', '/v1/me/circles/:', circle],
    ['GET', '/v1/webhooks/:', webhook],
    ['POST', '/v1/event-invites/:/accept', token],
  ];
  for (const [method, path, id] of kinds) {
    const sending = method === 'PATCH' ? { name: 'x' } : undefined;
    const [entry] = await notedOf(`${method} ${path.replace(':', id)}`, third, sending);
    t.hasStrict(entry, { event: 'access_refused', userId: other.id }, `${method} ${path}`);
    t.notMatch(JSON.stringify(entry), token, 'no token');
    const none = await notedOf(`${method} ${path.replace(':', unknown)}`, third, sending);
    t.strictSame(none, [], `${method} ${path}, of nothing`);
  }
  const stranger = (await notedOf(`GET /v1/events/${privateEvent.id}`))[0];
  t.equal(stranger?.userId, undefined, 'anonymous');
  t.equal(stranger?.eventId, privateEvent.id);
  t.strictSame(await notedOf('GET /v1/events/no-id', third), []);
  t.strictSame(
    await notedOf(`DELETE /v1/me/event-invites/${invite}`, third),
    [],
    'their own, which is closed',
  );
  t.equal((await notedOf(`DELETE /v1/me/event-invites/${invite}`, host)).length, 1, 'of another guest');
  t.strictSame(await notedOf(`DELETE /v1/events/${privateEvent.id}/invites/${unknown}`, host), []);
  t.strictSame(
    await notedOf(`DELETE /v1/events/${privateEvent.id}/invites/${invite}`, host),
    [],
    'their event',
  );
  t.strictSame(await notedOf(`DELETE /v1/me/circles/${own}`, third), []);
  t.strictSame(await notedOf('GET /v1/nothing', third), []);
  t.strictSame(await notedOf(`GET /v1/webhooks/${webhook}`, host), []);
});

t.test('no store is asked for a token that none can be', async (t) => {
  const { call, other, world } = await scene(t);
  const notes = t.capture(world.domain, 'noteRefusal', world.domain.noteRefusal);
  for (const token of ['%00', 'a%20b', 'a'.repeat(3_000)])
    t.equal((await call(`POST /v1/event-invites/${token}/accept`, { as: other })).status, 404);
  t.strictSame(notes(), []);
  await call('POST /v1/event-invites/unknown/accept', { as: other });
  t.equal(notes().length, 1, 'one that can be');
});

t.test('records who asks for a private series, or for a route of operators', async (t) => {
  const { call, world, host, other, notedOf } = await scene(t);
  const event = { ...newEvent(world), visibility: 'private' };
  const { body: series } = await call('POST /v1/event-series', {
    as: host,
    body: { event, rule: 'FREQ=WEEKLY;COUNT=2' },
  });
  for (const target of [
    `GET /v1/event-series/${series.id}`,
    `POST /v1/event-series/${series.id}/cancel`,
    'GET /v1/operator/reports',
    `POST /v1/operator/users/${host.id}/suspend`,
  ]) {
    const [entry] = await notedOf(target, other);
    t.hasStrict(entry, { event: 'access_refused', userId: other.id, reason: 'not_found' }, target);
  }
  t.strictSame(await notedOf(`GET /v1/event-series/${unknown}`, other), []);
  t.strictSame(await notedOf(`GET /v1/event-series/${series.id}`, host), []);
  t.strictSame(await notedOf('GET /v1/operator/nothing', other), []);
  t.equal((await notedOf('GET /v1/operator/reports'))[0]?.userId, undefined, 'anonymous');
});

t.test('of one caller thirty in ten minutes, whatever others do', async (t) => {
  const { privateEvent, other, host, event, notedOf, noted, world } = await scene(t);
  for (let count = 0; count < 40; count += 1) await notedOf(`GET /v1/events/${privateEvent.id}`, other);
  t.equal(noted().length, 30);
  const theirs = await event(other, { visibility: 'private' });
  t.equal((await notedOf(`GET /v1/events/${theirs.id}`, host)).length, 1);
  world.clock.advance(600_000);
  t.equal((await notedOf(`GET /v1/events/${privateEvent.id}`, other)).length, 1);
});
