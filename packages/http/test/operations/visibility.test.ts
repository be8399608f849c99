import t from 'tap';
import { type CallResponse, openTestApp, type Person } from '../../test-support/test-app.ts';

/**
 * Walks every route that names an event, taken from the application's own route table, as each caller that can stand
 * in some relation to a private event. To those who must not see it, each answers exactly as for an unknown id.
 */
const unknown = '01970000-0000-7000-8000-00000000dead';

/** Answers save what differs from request to request, and the id that was asked for. */
const comparable = ({ status, headers, text }: CallResponse, id: string) => {
  const { date: _, 'x-request-id': requestId, ...rest } = headers;
  return { status, headers: rest, text: text.replaceAll(String(requestId), 'REQUEST').replaceAll(id, 'ID') };
};

/** Bodies that make a route go as far as it can. */
const bodies: Readonly<Record<string, unknown>> = {
  'PUT /v1/events/:id/booking': { quantity: 1 },
  'POST /v1/events/:id/announcements': { text: 'Bring a lamp.', to: ['going'] },
  'POST /v1/events/:id/check-in': { code: 'unknown' },
  'POST /v1/events/:id/bring-list': { title: 'Salad', quantity: 1 },
  'PUT /v1/events/:id/bring-list/:itemId/claim': { quantity: 1 },
  'PUT /v1/events/:id/my-answers': { answers: {} },
  'PATCH /v1/events/:id': { title: 'Mine now' },
  'POST /v1/events/:id/rsvp': { status: 'going' },
  'POST /v1/events/:id/save': { saved: true },
  'POST /v1/events/:id/invites': { emails: ['friend@mail.example'] },
};

t.test('an invisible event answers like none, on every route', async (t) => {
  const { app, world, call, person, event } = await openTestApp(t);
  const { body: document } = await call('GET /openapi.json');
  const routes = Object.entries(document.paths as Record<string, object>)
    .filter(([path]) => path.startsWith('/v1/events/{id}'))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map(
        (method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
  t.ok(routes.length >= 14, `${routes.length} routes name an event`);
  for (const target of routes) {
    const [method = '', url = ''] = target.split(' ');
    t.ok(app.hasRoute({ method: method as 'GET', url }), target);
  }
  for (const target of Object.keys(bodies)) t.ok(routes.includes(target), `${target} is a route`);

  const organizer = await person();
  const secret = await event(organizer, { visibility: 'private' });
  const [outsider, invitedPerson, declinedPerson, revokedPerson, byLink, guest, admin, saver] = [
    await person(),
    await person(),
    await person(),
    await person(),
    await person(),
    await person(),
    await person(),
    await person(),
  ];
  const { body: outcome } = await call(`POST /v1/events/${secret.id}/invites`, {
    as: organizer,
    body: { userIds: [invitedPerson, declinedPerson, revokedPerson, guest, saver].map(({ id }) => id) },
  });
  const openOf = async (who: Person) => (await call('GET /v1/me/event-invites', { as: who })).body.data[0];
  await call(`DELETE /v1/me/event-invites/${(await openOf(declinedPerson)).id}`, { as: declinedPerson });
  await call(`DELETE /v1/events/${secret.id}/invites/${(await openOf(revokedPerson)).id}`, { as: organizer });
  await call(`POST /v1/events/${secret.id}/save`, { as: saver, body: { saved: true } });
  await call(`DELETE /v1/events/${secret.id}/invites/${(await openOf(saver)).id}`, { as: organizer });
  await call(`POST /v1/event-invites/${outcome.inviteLink.split('/i/')[1]}/accept`, { as: byLink });
  await call(`POST /v1/events/${secret.id}/rsvp`, { as: guest, body: { status: 'interested' } });
  await call(`DELETE /v1/events/${secret.id}/invites/${(await openOf(guest)).id}`, { as: organizer });
  await call(`PUT /v1/events/${secret.id}/admins/${admin.id}`, { as: organizer });
  const inviteId = world.tables.invitations.rows()[0]?.id ?? '';

  const ask = (target: string, id: string, who: Person | undefined) =>
    call(target.replace(':id', id).replace(':userId', outsider.id).replace(':inviteId', inviteId), {
      as: who,
      ...(target in bodies ? { body: bodies[target] } : {}),
    });

  const blind: Readonly<Record<string, Person | undefined>> = {
    anonymous: undefined,
    outsider,
    declined: declinedPerson,
    revoked: revokedPerson,
    saver,
  };
  for (const [name, who] of Object.entries(blind))
    for (const target of routes) {
      const response = await ask(target, secret.id, who);
      t.strictSame(
        comparable(response, secret.id),
        comparable(await ask(target, unknown, who), unknown),
        `${name}: ${target}`,
      );
      t.ok(
        response.status === 404 || (!who && response.status === 401),
        `${name}: ${target} is ${response.status}`,
      );
    }

  const seeing: Readonly<Record<string, Person>> = {
    organizer,
    admin,
    invited: invitedPerson,
    byLink,
    guest,
  };
  for (const [name, who] of Object.entries(seeing)) {
    t.equal((await ask('GET /v1/events/:id', secret.id, who)).status, 200, `${name} sees it`);
    t.equal((await ask('GET /v1/events/:id/calendar.ics', secret.id, who)).status, 200, `${name}: calendar`);
    const manages = name === 'organizer' || name === 'admin';
    const expected = manages ? 200 : 403;
    t.equal(
      (await ask('GET /v1/events/:id/invites', secret.id, who)).status,
      expected,
      `${name}: invitations`,
    );
    t.equal((await ask('PATCH /v1/events/:id', secret.id, who)).status, expected, `${name}: change`);
    for (const list of ['/v1/events?limit=50', '/v1/events/search?q=mine', '/v1/events/search?q=lantern'])
      t.equal((await call(`GET ${list}`, { as: who })).body.meta.total, 0, `${name}: in no list`);
  }
  for (const target of ['POST /v1/events/:id/cancel', 'DELETE /v1/events/:id'])
    for (const who of [admin, invitedPerson, byLink, guest])
      t.equal((await ask(target, secret.id, who)).status, 403, `${target} is the organizer’s`);

  const unsave = await call(`POST /v1/events/${secret.id}/save`, { as: saver, body: { saved: false } });
  t.strictSame(unsave.body, { isSaved: false }, 'one’s own save can always be taken back');
});
