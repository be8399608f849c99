import t from 'tap';
import { isProblem, openTestApp, publicUrl, uuidv7 } from '../../../test-support/test-app.ts';

const tokenOf = (link: string) => link.split('/').at(-1) ?? '';

t.test('being invited: list, preview, decline, accept', async (t) => {
  const { call, person, event } = await openTestApp(t);
  const organizer = await person();
  const guest = await person();
  const other = await person();
  const { id } = await event(organizer, { visibility: 'private', coverUrl: 'https://example.com/c.jpg' });
  const inviteResponse = await call(`POST /v1/events/${id}/invites`, {
    as: organizer,
    body: { userIds: [guest.id] },
  });
  const list = await call('GET /v1/me/event-invites', { as: guest });
  t.equal(list.status, 200);
  t.strictSame(Object.keys(list.body), ['data']);
  const [mine] = list.body.data;
  t.match(mine.id, uuidv7);
  const times = {
    startAt: '2026-06-02T12:00:00.000Z',
    endAt: '2026-06-02T14:00:00.000Z',
    isAllDay: false,
    timeZone: 'Etc/GMT-1',
  };
  t.strictSame(mine, {
    id: mine.id,
    event: {
      id,
      title: 'Lantern concert',
      ...times,
      coverUrl: 'https://example.com/c.jpg',
      cover: null,
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
      ...times,
      coverUrl: 'https://example.com/c.jpg',
      cover: null,
      location: { address: 'Maybachufer 1, Berlin' },
      organizer: { name: '', avatar: `${publicUrl}/assets/avatar.svg`, avatarPicture: null },
    },
    token: mine.token,
    expiresAt: '2026-06-02T14:00:00.000Z',
  });

  const decline = (who = guest, what = mine.id) => call(`DELETE /v1/me/event-invites/${what}`, { as: who });
  isProblem(t, await decline(other), 404, 'invitation_not_found');
  isProblem(t, await decline(guest, 'x'), 404, 'invitation_not_found');
  const declineResponse = await decline();
  t.equal(declineResponse.status, 200);
  t.strictSame(declineResponse.body, { success: true });
  isProblem(t, await decline(), 404, 'invitation_not_found', 'declined already');

  const accept = (token: string, who = guest) => call(`POST /v1/event-invites/${token}/accept`, { as: who });
  isProblem(t, await call(`POST /v1/event-invites/${mine.token}/accept`), 401, 'unauthenticated');
  isProblem(t, await accept(mine.token, other), 403, 'invitation_not_yours');
  const acceptResponse = await accept(mine.token);
  t.equal(acceptResponse.status, 200);
  t.equal(acceptResponse.headers['cache-control'], 'no-store');
  t.strictSame(acceptResponse.body, {
    eventId: id,
    myRsvp: 'going',
    message: 'You are going to Lantern concert.',
  });
  isProblem(t, await accept(mine.token), 409, 'invitation_already_accepted');

  const link = tokenOf(inviteResponse.body.inviteLink);
  t.equal((await accept(link, other)).status, 200);
  isProblem(t, await accept(link, other), 409, 'invitation_already_accepted');
  isProblem(t, await call(`POST /v1/events/${id}/invite-link/rotate`, { as: other }), 403, 'forbidden');
  const rotateResponse = await call(`POST /v1/events/${id}/invite-link/rotate`, { as: organizer });
  t.equal(rotateResponse.status, 200);
  t.strictSame(Object.keys(rotateResponse.body), ['inviteLink']);
  t.not(rotateResponse.body.inviteLink, inviteResponse.body.inviteLink);
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
  const filledResponse = await call(target, { as: await person(), body: { any: 'thing' } });
  t.equal(filledResponse.status, 200, 'an unneeded body is ignored');
});
