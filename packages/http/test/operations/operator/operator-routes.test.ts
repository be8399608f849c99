import t, { type Test } from 'tap';
import { bodyLimits } from '../../../src/server-options.ts';
import { type CallResponse, isProblem, openTestApp, type Person } from '../../../test-support/test-app.ts';

const hour = 3_600_000;
const reason = 'It sells watches.';

/** A public event with a guest, another person and an operator. */
const openScene = async (t: Test) => {
  const app = await openTestApp(t);
  const { call, person, event, world } = app;
  const [organizer, guest, operator] = [await person(), await person(), await person()];
  await world.domain.grantOperator({ phone: operator.phone });
  const { id } = await event(organizer);
  const act = (target: string, body: object | undefined = { reason }, as: Person = operator) =>
    call(`POST /v1/operator/${target}`, { as, body });
  const rsvp = (as: Person, status: string | null) =>
    call(`POST /v1/events/${id}/rsvp`, { as, body: { status } });
  const report = (as: Person, body: object) => call('POST /v1/reports', { as, body });
  return { ...app, organizer, guest, operator, id, act, rsvp, report };
};

/** Answers save what differs from request to request. */
const comparable = ({ status, headers, text }: CallResponse) => {
  const { date: _, 'x-request-id': requestId, ...rest } = headers;
  return { status, headers: rest, text: text.replaceAll(String(requestId), 'REQUEST') };
};

t.test('to everybody else the routes of operators are unknown paths, byte for byte', async (t) => {
  const { call, organizer, app } = await openScene(t);
  const { body: document } = await call('GET /openapi.json');
  const routes = Object.entries(document.paths as Record<string, object>)
    .filter(([path]) => path.startsWith('/v1/operator/'))
    .flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => [method.toUpperCase(), path] as const),
    );
  t.equal(routes.length, 11);
  t.ok(app.hasRoute({ method: 'GET', url: '/v1/operator/reports' }));
  const callers = { anonymous: undefined, thief: { accessToken: 'x.y.z' }, member: organizer };
  const bodies = {
    none: {},
    good: { body: { reason } },
    broken: { raw: '{', headers: { 'content-type': 'application/json' } },
    large: { raw: ' '.repeat(bodyLimits.usual + 1), headers: { 'content-type': 'application/json' } },
  };
  for (const [method, path] of routes)
    for (const [who, as] of Object.entries(callers))
      for (const [what, request] of Object.entries(method === 'GET' ? { none: {} } : bodies))
        for (const verb of [method, 'PUT', 'HEAD']) {
          const response = await call(`${verb} ${path.replace(/\{\w+\}/, organizer.id)}`, { as, ...request });
          const unknownResponse = await call(`${verb} /v1/unknown/reports`, { as, ...request });
          t.strictSame(comparable(response), comparable(unknownResponse), `${verb} ${path} ${who} ${what}`);
          t.equal(response.status, 404);
        }
});

t.test('an operator’s session must have begun by a code within 12 hours', async (t) => {
  const { call, operator, world } = await openScene(t);
  const reports = (as: { accessToken: string }) => call('GET /v1/operator/reports', { as });
  t.equal((await reports(operator)).status, 200);
  world.clock.advance(12 * hour);
  const { body: refreshed } = await call('POST /v1/auth/refresh', {
    body: { refreshToken: operator.refreshToken },
  });
  t.equal((await reports(refreshed)).status, 200);
  world.clock.advance(1);
  isProblem(t, await reports(refreshed), 403, 'fresh_sign_in_required');
  t.match(world.auditEntries.at(-2), { event: 'operator_refused', userId: operator.id });
  t.match(world.auditEntries.at(-1), { event: 'access_refused' });
});

t.test('a report is open until an operator closes it, with what is done about it', async (t) => {
  const { call, id, guest, organizer, operator, report, act, world } = await openScene(t);
  const first = await report(guest, { eventId: id, reason: 'spam', text: reason });
  t.equal(first.status, 201);
  const again = await report(guest, { eventId: id, reason: 'fraud' });
  t.strictSame(again.body, first.body, 'the same report');
  await report(guest, { userId: organizer.id, reason: 'other', text: 'Rude.' });
  const list = async (query = '') => (await call(`GET /v1/operator/reports${query}`, { as: operator })).body;
  t.match((await list()).meta, { total: 2, page: 1, limit: 20 });
  t.match((await list('?limit=1&page=2')).data, [
    {
      target: { kind: 'event', id },
      label: 'Lantern concert',
      count: 1,
      reasons: { fraud: 1 },
      closing: null,
    },
  ]);
  isProblem(t, await act(`reports/${id}/close`, { action: 'taken_down' }), 400, 'invalid_request');
  isProblem(
    t,
    await act(`reports/${organizer.id}/close`, { action: 'taken_down', note: 'x' }),
    400,
    'invalid_request',
  );
  const closeResponse = await act(`reports/${id}/close`, { action: 'taken_down', note: reason });
  t.strictSame(closeResponse.body, { closed: 1, action: 'taken_down' });
  isProblem(t, await call(`GET /v1/events/${id}`), 404, 'event_not_found');
  for (const target of [id, 'x', '%00'])
    isProblem(t, await act(`reports/${target}/close`, { action: 'none' }), 404, 'not_found');
  t.match((await list('?status=closed')).data, [{ closing: { action: 'taken_down', note: reason } }]);
  t.strictSame((await act(`reports/${organizer.id}/close`, { action: 'suspended', note: reason })).body, {
    closed: 1,
    action: 'suspended',
  });
  isProblem(t, await call('GET /v1/auth/me', { as: organizer }), 401, 'unauthenticated');
  t.match(
    world.auditEntries
      .filter(({ userId }) => userId === operator.id)
      .slice(-4)
      .map(({ event }) => event),
    ['event_taken_down', 'reports_closed', 'account_suspended', 'reports_closed'],
  );
});

t.test('a closing whose action fails closes nothing', async (t) => {
  const { operator, guest, report, act, call } = await openScene(t);
  await report(guest, { userId: operator.id, reason: 'hate' });
  isProblem(
    t,
    await act(`reports/${operator.id}/close`, { action: 'suspended', note: 'x' }),
    409,
    'is_operator',
  );
  const open = await call('GET /v1/operator/reports', { as: operator });
  t.equal(open.body.meta.total, 1);
});

t.test('only what the caller sees can be reported, and twenty times a day', async (t) => {
  const app = await openTestApp(t, { domain: { quotaScale: 1 } });
  const { call, person, event } = app;
  const [guest, organizer] = [await person(), await person()];
  const privateEvent = await event(organizer, { visibility: 'private' });
  const report = (body: object) => call('POST /v1/reports', { as: guest, body });
  isProblem(t, await report({ eventId: privateEvent.id, reason: 'spam' }), 404, 'event_not_found');
  isProblem(t, await report({ userId: privateEvent.id, reason: 'spam' }), 404, 'not_found');
  for (const body of [
    { reason: 'spam' },
    { userId: organizer.id, eventId: privateEvent.id, reason: 'spam' },
    { userId: organizer.id, reason: 'dull' },
  ])
    isProblem(t, await report(body), 400, 'invalid_request');
  for (let count = 0; count < 20; count += 1)
    t.equal((await report({ userId: organizer.id, reason: 'spam' })).status, 201);
  t.equal((await report({ userId: organizer.id, reason: 'spam' })).body.budget, 'daily-reports');
});

t.test('taken down, an event is unknown to all but its organizer, who can change nothing', async (t) => {
  const { call, person, act, id, guest, organizer, rsvp } = await openScene(t);
  const saver = await person();
  await rsvp(guest, 'going');
  await call(`POST /v1/events/${id}/save`, { as: saver, body: { saved: true } });
  const feed = (await call('GET /v1/me/calendar', { as: guest })).body.url.replace(/^https:\/\/[^/]+/, '');
  t.match((await call(`GET ${feed}`)).text, 'Lantern concert');
  const takedown = await act(`events/${id}/take-down`);
  t.match(takedown.body, { id, takenDown: { reason, at: '2026-06-01T12:00:00.000Z' } });
  t.notMatch((await call(`GET ${feed}`)).text, 'Lantern concert', 'nor is the feed kept');
  for (const as of [guest, saver, undefined]) {
    isProblem(t, await call(`GET /v1/events/${id}`, { as }), 404, 'event_not_found');
    t.equal((await call('GET /v1/events', { as })).body.meta.total, 0);
    t.equal((await call('GET /v1/events/search?q=lantern', { as })).body.meta.total, 0);
  }
  const { body: own } = await call(`GET /v1/events/${id}`, { as: organizer });
  t.match(own, { visibility: 'public', takenDown: { reason }, rsvpCount: 1 });
  const at = `/v1/events/${id}`;
  const changes: readonly (readonly [string, object?])[] = [
    [`PATCH ${at}`, { title: 'Other' }],
    [`POST ${at}/cancel`],
    [`DELETE ${at}`],
    [`PUT ${at}/admins/${guest.id}`],
    [`DELETE ${at}/admins/${guest.id}`],
    [`DELETE ${at}/attendees/${guest.id}`],
    [`POST ${at}/invites`, { userIds: [saver.id] }],
    [`POST ${at}/invite-link/rotate`],
    [`POST ${at}/rsvp`, { status: 'going' }],
    [`POST ${at}/save`, { saved: true }],
  ];
  for (const [target, body] of changes)
    isProblem(t, await call(target, { as: organizer, body }), 409, 'event_taken_down', target);
  t.equal((await call(`GET ${at}/attendees`, { as: organizer })).body.meta.total, 1, 'who may still read');
  t.strictSame((await call(`POST ${at}/save`, { as: saver, body: { saved: false } })).body, {
    isSaved: false,
  });
  t.strictSame((await rsvp(guest, null)).body, { myRsvp: null, rsvpCount: 0 });
  isProblem(t, await rsvp(guest, null), 404, 'event_not_found');
  isProblem(t, await rsvp(saver, 'going'), 404, 'event_not_found');
  t.strictSame((await act(`events/${id}/restore`, {})).body, { id, takenDown: null });
  t.equal((await call(`GET /v1/events/${id}`, { as: guest })).status, 200);
  isProblem(t, await act(`events/${guest.id}/take-down`), 404, 'event_not_found');
  isProblem(t, await act(`events/${id}/take-down`, { reason: ' ' }), 400, 'invalid_request');
});

t.test('a suspended account is signed out and gets the reason when it signs in', async (t) => {
  const { call, act, id, organizer, operator, world } = await openScene(t);
  t.match((await act(`users/${organizer.id}/suspend`)).body, { id: organizer.id, suspended: { reason } });
  isProblem(t, await call('GET /v1/auth/me', { as: organizer }), 401, 'unauthenticated');
  const { refreshToken, phone } = organizer;
  isProblem(t, await call('POST /v1/auth/refresh', { body: { refreshToken } }), 401, 'refresh_token_invalid');
  isProblem(t, await call(`GET /v1/events/${id}`), 404, 'event_not_found');
  const signIn = async () => {
    world.clock.advance(60_000);
    await call('POST /v1/auth/otp/start', { body: { phone } });
    const code = world.smsSent.at(-1)?.code ?? '';
    const wrong = code === '0000' ? '0001' : '0000';
    isProblem(
      t,
      await call('POST /v1/auth/otp/check', { body: { phone, code: wrong } }),
      401,
      'code_invalid',
    );
    return call('POST /v1/auth/otp/check', { body: { phone, code } });
  };
  const refusal = await signIn();
  isProblem(t, refusal, 403, 'account_suspended');
  t.equal(refusal.body.reason, reason);
  const dossier = await act('users/look-up', { phone, reason: 'Asked by mail.' });
  t.match(dossier.body, {
    user: { id: organizer.id, phone },
    suspended: { reason },
    counts: { events: 1, rsvps: 0, reportsMade: 0, reportsAbout: 0 },
    sessions: [],
  });
  t.match(world.auditEntries.at(-1), {
    ...{ event: 'account_looked_up', userId: operator.id, subjectId: organizer.id, reason: 'Asked by mail.' },
  });
  t.match((await act(`users/${organizer.id}/lift`, {})).body, { suspended: null });
  t.equal((await signIn()).status, 200);
  t.equal((await call(`GET /v1/events/${id}`)).status, 200);
});

t.test('operators are looked up with their sessions and cannot be suspended', async (t) => {
  const { act, operator, organizer } = await openScene(t);
  isProblem(t, await act(`users/${operator.id}/suspend`), 409, 'is_operator');
  const { body, text } = await act('users/look-up', { id: operator.id, reason });
  t.equal(body.sessions.length, 1);
  t.notMatch(text, /token/i);
  for (const body of [{ reason }, { id: organizer.id, phone: organizer.phone, reason }, { id: organizer.id }])
    isProblem(t, await act('users/look-up', body), 400, 'invalid_request');
  isProblem(t, await act('users/look-up', { phone: '+447700900999', reason }), 404, 'not_found');
});
