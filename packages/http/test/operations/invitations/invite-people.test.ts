import t from 'tap';
import { isProblem, openTestApp, publicUrl } from '../../../test-support/test-app.ts';

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
  const response = await invite({
    circleIds: [circle.body.id, 'no-uuid'],
    userIds: [guest.id, guest.id],
    emails: [' Mira@Example.com ', 'mira@example.com'],
  });
  t.equal(response.status, 201);
  t.strictSame(response.body, { sent: 3, skipped: 3, inviteLink: response.body.inviteLink });
  t.match(response.body.inviteLink, new RegExp(`^${publicUrl}/i/[A-Za-z0-9_-]{22,}$`));
  t.equal((await invite({ userIds: [guest.id] })).body.inviteLink, response.body.inviteLink, 'one link');

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
    avatarPicture: null,
  });

  const resendResponse = await call(`POST /v1/events/${id}/invites/${toMira.id}/resend`, { as: organizer });
  t.equal(resendResponse.status, 200);
  t.match(resendResponse.body, { id: toMira.id, status: 'pending', deliveryStatus: 'queued' });
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
  const response = await call(`POST /v1/events/${id}/invites`, {
    as: organizer,
    body: { emails: ['a@example.com', 'b@example.com'] },
  });
  isProblem(t, response, 429, 'rate_limited');
  t.equal(response.headers['retry-after'], String(24 * 3600));
});
