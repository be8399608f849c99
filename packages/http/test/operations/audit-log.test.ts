import t from 'tap';
import { signInAgain } from '../../test-support/sessions.ts';
import { openTestApp } from '../../test-support/test-app.ts';

t.test('the audit log knows the session and the network of each request', async (t) => {
  const app = await openTestApp(t);
  const { call, person, event, world } = app;
  const one = await person();
  const { sid } = JSON.parse(Buffer.from(one.accessToken.split('.')[1] ?? '', 'base64url').toString());
  const origin = { sessionId: sid, network: '192.0.2.0/24' };
  const requests = [
    ['event_made_private', 'PATCH /v1/events/:id', { visibility: 'private' }],
    ['link_rotated', 'POST /v1/events/:id/invite-link/rotate', undefined],
    ['event_deleted', 'DELETE /v1/events/:id', undefined],
    ['session_ended', 'POST /v1/auth/sessions/end-others', undefined],
    ['session_ended', 'DELETE /v1/auth/sessions/:other', undefined],
    ['account_erased', 'DELETE /v1/auth/me', undefined],
  ] as const;
  const { id } = await event(one);
  for (const [name, target, body] of requests) {
    if (name === 'session_ended') await signInAgain(app, one);
    const { body: sessions } = await call('GET /v1/auth/sessions', { as: one });
    const other = sessions.data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)?.id;
    const before = world.auditEntries.length;
    await call(target.replace(':id', id).replace(':other', other), { as: one, body, ip: '192.0.2.9' });
    t.match(world.auditEntries.slice(before), [{ event: name, userId: one.id, origin }], target);
  }
  const two = await person();
  const before = world.auditEntries.length;
  await call('POST /v1/auth/logout', { as: two, ip: '192.0.2.9' });
  t.match(world.auditEntries.slice(before), [
    { event: 'session_ended', origin: { network: '192.0.2.0/24' } },
  ]);
});
