import t from 'tap';
import { isProblem, newEvent, openTestApp, publicUrl, uuidv7 } from '../test-support/test-app.ts';

const tokenOf = (link: string) => link.split('/').at(-1) ?? '';
const day = 86_400_000;

t.test('inviting by circle, id and address', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const organizer = await person();
  const guest = await person();
  const friend = await person();
  const { id } = await event(organizer, { visibility: 'private' });
  const circle = await call('POST /v1/me/circles', { as: organizer, body: { name: ' Sunday ' } });
  t.equal(circle.status, 201);
  t.strictSame(circle.body, {
    id: circle.body.id,
    name: 'Sunday',
    memberCount: 0,
    createdAt: '2026-06-01T12:00:00.000Z',
  });
  await call(`POST /v1/me/circles/${circle.body.id}/members`, {
    as: organizer,
    body: { userIds: [friend.id] },
  });

  const invite = (body: unknown, as = organizer) => call(`POST /v1/events/${id}/invites`, { as, body });
  const sent = await invite({
    circleIds: [circle.body.id, 'no-uuid'],
    userIds: [guest.id, guest.id],
    emails: [' Mira@Example.com ', 'mira@example.com'],
  });
  t.equal(sent.status, 201);
  t.strictSame(sent.body, { sent: 3, skipped: 3, inviteLink: sent.body.inviteLink });
  t.match(sent.body.inviteLink, new RegExp(`^${publicUrl}/i/[A-Za-z0-9_-]{22,}$`));
  t.equal((await invite({ userIds: [guest.id] })).body.inviteLink, sent.body.inviteLink, 'one link');

  for (const body of [{}, { emails: [] }, { circleIds: [], userIds: [], emails: [] }, undefined, [], null])
    isProblem(t, await invite(body), 400, 'invalid_request', `invite ${JSON.stringify(body)}`);
  for (const body of [
    { emails: ['no address'] },
    { emails: 'a@example.com' },
    { emails: [5] },
    { userIds: null },
    { userIds: ['a\u0000'] },
    { emails: Array.from({ length: 501 }, (_, index) => `p${index}@example.com`) },
    { userIds: Array.from({ length: 1_001 }, () => guest.id) },
    { circleIds: Array.from({ length: 101 }, () => circle.body.id) },
  ])
    isProblem(t, await invite(body), 400, 'invalid_request', JSON.stringify(body).slice(0, 40));
  const silly = await invite({ userIds: Array.from({ length: 100_000 }, () => 1) });
  isProblem(t, silly, 400, 'invalid_request', 'a hundred thousand numbers');
  t.ok(silly.body.errors.length <= 20, 'at most 20 errors');
  isProblem(t, await invite({ userIds: ['x'.repeat(1_100_000)] }), 413, 'payload_too_large');
  t.equal(
    (await invite({ userIds: ['x'.repeat(100_000)] })).status,
    201,
    'invites may be heavier than 64 KiB',
  );
  isProblem(t, await invite({ userIds: [guest.id] }, guest), 403, 'forbidden');

  await world.deliverMails();
  t.strictSame(
    world.mailsSent.map(({ email }) => email),
    ['mira@example.com'],
  );
  const list = await call(`GET /v1/events/${id}/invites?limit=50`, { as: organizer });
  t.strictSame(list.body.meta, { total: 3, page: 1, limit: 50 });
  const byKind = (kind: string) => list.body.data.filter((item: { kind: string }) => item.kind === kind);
  const [toMira] = byKind('email');
  t.strictSame(toMira, {
    id: toMira.id,
    kind: 'email',
    email: 'mira@example.com',
    status: 'pending',
    deliveryStatus: 'sent',
    createdAt: '2026-06-01T12:00:00.000Z',
    expiresAt: '2026-06-02T14:00:00.000Z',
  });
  const toGuest = byKind('user').find((item: { user: { id: string } }) => item.user.id === guest.id);
  t.strictSame(Object.keys(toGuest).sort(), [
    'createdAt',
    'deliveryStatus',
    'expiresAt',
    'id',
    'kind',
    'status',
    'user',
  ]);
  t.strictSame(toGuest.user, {
    id: guest.id,
    name: '',
    username: guest.username,
    avatar: `${publicUrl}/assets/avatar.svg`,
  });

  const resent = await call(`POST /v1/events/${id}/invites/${toMira.id}/resend`, { as: organizer });
  t.equal(resent.status, 200);
  t.match(resent.body, { id: toMira.id, status: 'pending', deliveryStatus: 'queued' });
  isProblem(
    t,
    await call(`POST /v1/events/${id}/invites/${toMira.id}/resend`, { as: organizer }),
    429,
    'rate_limited',
  );
  t.equal((await call(`DELETE /v1/events/${id}/invites/${toMira.id}`, { as: organizer })).status, 204);
  isProblem(
    t,
    await call(`DELETE /v1/events/${id}/invites/${toMira.id}`, { as: organizer }),
    404,
    'invitation_not_found',
  );
  isProblem(
    t,
    await call(`POST /v1/events/${id}/invites/x/resend`, { as: organizer }),
    404,
    'invitation_not_found',
  );
});

t.test('the mails of a day have a cap', async (t) => {
  const { call, person, event } = await openTestApp(t, { domain: { emailDailyCap: 1 } });
  const organizer = await person();
  const { id } = await event(organizer);
  const answer = await call(`POST /v1/events/${id}/invites`, {
    as: organizer,
    body: { emails: ['a@example.com', 'b@example.com'] },
  });
  isProblem(t, answer, 429, 'rate_limited');
  t.equal(answer.headers['retry-after'], String(12 * 3600));
});

t.test('being invited: list, preview, decline, accept', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const guest = await person();
  const other = await person();
  const { id } = await event(organizer, { visibility: 'private', coverUrl: 'https://example.com/c.jpg' });
  const invited = await call(`POST /v1/events/${id}/invites`, {
    as: organizer,
    body: { userIds: [guest.id] },
  });
  const list = await call('GET /v1/me/event-invites', { as: guest });
  t.equal(list.status, 200);
  t.strictSame(Object.keys(list.body), ['data']);
  const [mine] = list.body.data;
  t.match(mine.id, uuidv7);
  t.strictSame(mine, {
    id: mine.id,
    event: {
      id,
      title: 'Lantern concert',
      startAt: '2026-06-02T12:00:00.000Z',
      coverUrl: 'https://example.com/c.jpg',
      organizer: { name: '' },
    },
    status: 'pending',
    createdAt: '2026-06-01T12:00:00.000Z',
    token: mine.token,
  });

  const preview = await call(`GET /v1/event-invites/${mine.token}`);
  t.equal(preview.status, 200);
  t.equal(preview.headers['cache-control'], 'no-store');
  t.strictSame(preview.body, {
    event: {
      id,
      title: 'Lantern concert',
      startAt: '2026-06-02T12:00:00.000Z',
      coverUrl: 'https://example.com/c.jpg',
      location: { address: 'Maybachufer 1, Berlin' },
      organizer: { name: '', avatar: `${publicUrl}/assets/avatar.svg` },
    },
    token: mine.token,
    expiresAt: '2026-06-02T14:00:00.000Z',
  });

  const decline = (who = guest, what = mine.id) => call(`DELETE /v1/me/event-invites/${what}`, { as: who });
  isProblem(t, await decline(other), 404, 'invitation_not_found');
  isProblem(t, await decline(guest, 'x'), 404, 'invitation_not_found');
  const declined = await decline();
  t.equal(declined.status, 200);
  t.strictSame(declined.body, { success: true });
  isProblem(t, await decline(), 404, 'invitation_not_found', 'declined already');

  const accept = (token: string, who = guest) => call(`POST /v1/event-invites/${token}/accept`, { as: who });
  isProblem(t, await call(`POST /v1/event-invites/${mine.token}/accept`), 401, 'unauthenticated');
  isProblem(t, await accept(mine.token, other), 403, 'invitation_not_yours');
  const accepted = await accept(mine.token);
  t.equal(accepted.status, 200);
  t.equal(accepted.headers['cache-control'], 'no-store');
  t.strictSame(accepted.body, {
    eventId: id,
    myRsvp: 'going',
    message: 'You are going to Lantern concert.',
  });
  isProblem(t, await accept(mine.token), 409, 'invitation_already_accepted');

  const link = tokenOf(invited.body.inviteLink);
  t.equal((await accept(link, other)).status, 200);
  isProblem(t, await accept(link, other), 409, 'invitation_already_accepted');
  isProblem(t, await call(`POST /v1/events/${id}/invite-link/rotate`, { as: other }), 403, 'forbidden');
  const rotated = await call(`POST /v1/events/${id}/invite-link/rotate`, { as: organizer });
  t.equal(rotated.status, 200);
  t.strictSame(Object.keys(rotated.body), ['inviteLink']);
  t.not(rotated.body.inviteLink, invited.body.inviteLink);
  isProblem(t, await accept(link, organizer), 404, 'invitation_expired');
  isProblem(t, await call(`GET /v1/event-invites/${link}`), 404, 'invitation_expired');
  for (const token of ['unknown', '%00', 'a%00b', 'ü', "'--", 'x'.repeat(201), 'x'.repeat(1_500), '%20']) {
    isProblem(
      t,
      await call(`GET /v1/event-invites/${token}`),
      404,
      'invitation_not_found',
      token.slice(0, 20),
    );
    isProblem(t, await accept(token), 404, 'invitation_not_found', token.slice(0, 20));
  }
});

t.test('the accept route needs no body, whatever its type says', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const { id } = await event(organizer);
  const { body } = await call(`POST /v1/events/${id}/invites`, {
    as: organizer,
    body: { emails: ['a@example.com'] },
  });
  const target = `POST /v1/event-invites/${tokenOf(body.inviteLink)}/accept`;
  const types = ['application/json', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded'];
  for (const type of types) {
    const as = await person();
    t.equal((await call(target, { as, raw: '', headers: { 'content-type': type } })).status, 200, type);
  }
  const filled = await call(target, { as: await person(), body: { any: 'thing' } });
  t.equal(filled.status, 200, 'an unneeded body is ignored');
});

t.test('invitations that are over', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const organizer = await person();
  const guest = await person();
  const called = await event(organizer);
  const past = await event(organizer, {
    ...newEvent(world),
    endAt: new Date(world.clock.now().getTime() + 2 * day).toISOString(),
  });
  const link = async (id: string) =>
    tokenOf(
      (await call(`POST /v1/events/${id}/invites`, { as: organizer, body: { userIds: [guest.id] } })).body
        .inviteLink,
    );
  const ofCalled = await link(called.id);
  const ofPast = await link(past.id);
  await call(`POST /v1/events/${called.id}/cancel`, { as: organizer });
  isProblem(
    t,
    await call(`POST /v1/event-invites/${ofCalled}/accept`, { as: guest }),
    409,
    'event_cancelled',
  );
  isProblem(t, await call(`GET /v1/event-invites/${ofCalled}`), 404, 'invitation_expired');
  isProblem(
    t,
    await call(`POST /v1/events/${called.id}/invites`, { as: organizer, body: { userIds: [guest.id] } }),
    409,
    'event_cancelled',
  );
  world.clock.advance(10 * 60_000);
  t.equal((await call(`GET /v1/event-invites/${ofPast}`)).status, 200);
  world.clock.advance(2 * day);
  isProblem(t, await call(`GET /v1/event-invites/${ofPast}`), 404, 'invitation_expired');
});

t.test('circles', async (t) => {
  const { call, person } = await openTestApp(t);
  const owner = await person();
  const other = await person();
  const { body: circle } = await call('POST /v1/me/circles', { as: owner, body: { name: 'Team' } });
  const at = `/v1/me/circles/${circle.id}`;
  for (const body of [{}, { name: ' ' }, { name: '\u200b\u2060' }, { name: 5 }, { name: 'x'.repeat(101) }])
    isProblem(t, await call('POST /v1/me/circles', { as: owner, body }), 400, 'invalid_request');

  const added = await call(`POST ${at}/members`, {
    as: owner,
    body: { userIds: [other.id, other.id, 'x', '019e830e-1a00-7000-8000-0000000fffff'] },
  });
  t.equal(added.status, 200);
  t.strictSame(added.body, { ...circle, memberCount: 1 });
  isProblem(
    t,
    await call(`POST ${at}/members`, { as: owner, body: { userIds: [] } }),
    400,
    'invalid_request',
  );
  isProblem(t, await call(`POST ${at}/members`, { as: owner, body: {} }), 400, 'invalid_request');
  t.strictSame((await call(`GET ${at}/members`, { as: owner })).body, {
    data: [{ id: other.id, name: '', username: other.username, avatar: `${publicUrl}/assets/avatar.svg` }],
    meta: { total: 1, page: 1, limit: 20 },
  });
  const renamed = await call(`PATCH ${at}`, { as: owner, body: { name: 'Crew' } });
  t.strictSame(renamed.body, { ...circle, name: 'Crew', memberCount: 1 });
  t.strictSame((await call('GET /v1/me/circles', { as: owner })).body, {
    data: [renamed.body],
    meta: { total: 1, page: 1, limit: 20 },
  });

  for (const target of [
    `PATCH ${at}`,
    `DELETE ${at}`,
    `GET ${at}/members`,
    `POST ${at}/members`,
    `DELETE ${at}/members/${other.id}`,
  ]) {
    const body =
      target.startsWith('GET') || target.startsWith('DELETE') ? undefined : { name: 'x', userIds: ['x'] };
    isProblem(t, await call(target, { as: other, body }), 404, 'not_found', `${target} of another`);
    isProblem(t, await call(target, { body }), 401, 'unauthenticated', `${target} without a bearer`);
  }
  t.equal((await call(`DELETE ${at}/members/${other.id}`, { as: owner })).status, 204);
  t.equal((await call(`GET ${at}/members`, { as: owner })).body.meta.total, 0);
  t.equal((await call(`DELETE ${at}`, { as: owner })).status, 204);
  isProblem(t, await call(`DELETE ${at}`, { as: owner }), 404, 'not_found');
});

t.test('a caller’s invitations come in pages', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [organizer, guest] = [await person(), await person()];
  const ids: string[] = [];
  for (const day of ['04', '02', '03']) {
    const { id } = await event(organizer, {
      title: day,
      startAt: `2026-06-${day}T12:00:00Z`,
      endAt: `2026-06-${day}T13:00:00Z`,
    });
    ids.push(id);
    await call(`POST /v1/events/${id}/invites`, { as: organizer, body: { userIds: [guest.id] } });
  }
  const list = async (query: string) => {
    const { body } = await call(`GET /v1/me/event-invites${query}`, { as: guest });
    return body.data.map((invite: { event: { title: string } }) => invite.event.title);
  };
  t.strictSame(await list(''), ['02', '03', '04']);
  t.strictSame(await list('?limit=2'), ['02', '03']);
  t.strictSame(await list('?limit=2&page=2'), ['04']);
  t.strictSame(await list('?limit=100&page=2'), []);
  for (const query of ['?limit=0', '?limit=101', '?page=0', '?page=x', '?limit=1&limit=2'])
    isProblem(
      t,
      await call(`GET /v1/me/event-invites${query}`, { as: guest }),
      400,
      'invalid_request',
      query,
    );
});

t.test('blocked users', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const [organizer, guest] = [await person(), await person()];
  const at = `/v1/me/blocked-users/${organizer.id}`;
  for (const method of ['PUT', 'DELETE']) isProblem(t, await call(`${method} ${at}`), 401, 'unauthenticated');
  isProblem(t, await call('GET /v1/me/blocked-users'), 401, 'unauthenticated');
  for (const id of ['x', '0190a000-0000-7000-8000-000000000000']) {
    isProblem(t, await call(`PUT /v1/me/blocked-users/${id}`, { as: guest }), 404, 'not_found');
    t.equal((await call(`DELETE /v1/me/blocked-users/${id}`, { as: guest })).status, 204);
  }
  isProblem(t, await call(`PUT ${at}`, { as: organizer }), 400, 'invalid_request', 'oneself');

  const { id } = await event(organizer, { visibility: 'private' });
  const invite = async () =>
    (await call(`POST /v1/events/${id}/invites`, { as: organizer, body: { userIds: [guest.id] } })).body;
  for (const _ of [1, 2]) {
    const blocked = await call(`PUT ${at}`, { as: guest });
    t.equal(blocked.status, 204);
    t.equal(blocked.text, '');
  }
  t.match(await invite(), { sent: 0, skipped: 1 });
  const { body } = await call('GET /v1/me/blocked-users', { as: guest });
  t.match(body, { data: [{ id: organizer.id }], meta: { total: 1, page: 1, limit: 20 } });
  t.strictSame(Object.keys(body.data[0]), ['id', 'name', 'username', 'avatar']);
  t.strictSame((await call('GET /v1/me/blocked-users', { as: organizer })).body.data, []);
  t.equal((await call(`DELETE ${at}`, { as: guest })).status, 204);
  t.match(await invite(), { sent: 1, skipped: 0 });
});
