import t, { type Test } from 'tap';
import { isProblem, openTestApp, type Person, publicUrl } from '../../../test-support/test-app.ts';

const tokenOf = (link: string) => link.split('/').at(-1) ?? '';

/** A private event with a guest by the link and an invited one. */
const openScene = async (t: Test, changes: object = { visibility: 'private' }) => {
  const app = await openTestApp(t);
  const { call, person, event } = app;
  const [organizer, guest, invitedPerson] = [await person(), await person(), await person()];
  const { id } = await event(organizer, changes);
  const { body } = await call(`POST /v1/events/${id}/invites`, {
    as: organizer,
    body: { userIds: [invitedPerson.id] },
  });
  const link = tokenOf(body.inviteLink);
  const accept = (as: Person, token = link) => call(`POST /v1/event-invites/${token}/accept`, { as });
  await accept(guest);
  const at = `/v1/events/${id}/attendees`;
  const list = (query = '', as: Person | undefined = organizer) => call(`GET ${at}${query}`, { as });
  const remove = (who: string, as: Person | undefined = organizer) => call(`DELETE ${at}/${who}`, { as });
  const rsvp = (as: Person, status: string | null) =>
    call(`POST /v1/events/${id}/rsvp`, { as, body: { status } });
  return { ...app, organizer, guest, invited: invitedPerson, id, link, accept, list, remove, rsvp, at };
};

t.test('the attendees of an event', async (t) => {
  const { call, person, guest, invited, list, rsvp, world, at } = await openScene(t);
  const profileOf = (who: Person) => ({
    id: who.id,
    name: '',
    username: who.username,
    avatar: `${publicUrl}/assets/avatar.svg`,
    avatarPicture: null,
  });
  const now = '2026-06-01T12:00:00.000Z';
  const both = [
    { user: profileOf(guest), rsvp: 'going', booking: null, answers: {}, via: 'link', since: now },
    { user: profileOf(invited), rsvp: null, booking: null, answers: {}, via: 'invitation', since: now },
  ];
  const all = await list();
  t.equal(all.status, 200);
  t.strictSame(all.body, { data: both, meta: { total: 2, page: 1, limit: 20 } });
  t.strictSame((await list('?rsvp=going&page=1&limit=1')).body, {
    data: [both[0]],
    meta: { total: 1, page: 1, limit: 1 },
  });
  world.clock.advance(1_000);
  await rsvp(invited, 'interested');
  t.match((await list('?rsvp=interested')).body, {
    data: [{ user: { id: invited.id }, rsvp: 'interested', since: now }],
    meta: { total: 1 },
  });
  await rsvp(invited, 'going');
  t.match((await list('?page=2&limit=1')).body.data, [{ rsvp: 'going', since: '2026-06-01T12:00:01.000Z' }]);
  for (const query of ['?rsvp=declined', '?rsvp=', '?limit=51', '?page=0', '?rsvp=going&rsvp=going'])
    isProblem(t, await list(query), 400, 'invalid_request', query);
  isProblem(t, await list('', guest), 403, 'forbidden');
  isProblem(t, await list('', await person()), 404, 'event_not_found');
  isProblem(t, await call(`GET ${at}`), 401, 'unauthenticated');
  isProblem(t, await call('GET /v1/events/x/attendees', { as: guest }), 404, 'event_not_found');
});

t.test('removing a guest of a private event', async (t) => {
  const { call, person, organizer, guest, invited, id, link, accept, list, remove, rsvp, at } =
    await openScene(t);
  const admin = await person();
  await call(`PUT /v1/events/${id}/admins/${admin.id}`, { as: organizer });
  isProblem(t, await remove(invited.id, guest), 403, 'forbidden');
  isProblem(t, await call(`DELETE ${at}/${guest.id}`), 401, 'unauthenticated');
  isProblem(t, await remove(admin.id), 409, 'is_manager');
  isProblem(t, await remove(organizer.id, admin), 409, 'is_manager');
  for (const unknown of [(await person()).id, '019e830e-1a00-7000-8000-0000000fffff', 'x'])
    isProblem(t, await remove(unknown), 404, 'not_found', unknown);
  const removeResponse = await remove(guest.id, admin);
  t.strictSame([removeResponse.status, removeResponse.text], [204, '']);
  isProblem(t, await remove(guest.id), 404, 'not_found', 'once');
  isProblem(t, await call(`GET /v1/events/${id}`, { as: guest }), 404, 'event_not_found');
  isProblem(t, await rsvp(guest, 'going'), 404, 'event_not_found');
  isProblem(t, await accept(guest), 404, 'invitation_not_found');
  const { status, body } = await accept(guest, 'unknown-token');
  t.strictSame([status, body.code], [404, 'invitation_not_found'], 'as for an unknown token');
  t.equal((await accept(await person())).status, 200, 'the link lets others in');
  t.equal((await call(`GET /v1/event-invites/${link}`)).status, 200);
  t.equal((await list()).body.meta.total, 2);
  t.equal((await call(`GET /v1/events/${id}`, { as: organizer })).body.rsvpCount, 1);
  const again = await call(`POST /v1/events/${id}/invites`, { as: organizer, body: { userIds: [guest.id] } });
  t.match(again.body, { sent: 1, skipped: 0 });
  t.equal((await rsvp(guest, 'going')).status, 200);
});

t.test('removing a guest of a public event', async (t) => {
  const { call, organizer, guest, id, accept, remove, rsvp } = await openScene(t, {});
  t.equal((await remove(guest.id)).status, 204);
  t.match((await call(`GET /v1/events/${id}`, { as: guest })).body, { myRsvp: null, rsvpCount: 0 });
  isProblem(t, await rsvp(guest, 'going'), 403, 'removed_by_organizer');
  isProblem(t, await rsvp(guest, 'interested'), 403, 'removed_by_organizer');
  t.strictSame((await rsvp(guest, null)).body, { myRsvp: null, rsvpCount: 0 });
  isProblem(t, await accept(guest), 404, 'invitation_not_found');
  const rotateResponse = await call(`POST /v1/events/${id}/invite-link/rotate`, { as: organizer });
  isProblem(t, await accept(guest, tokenOf(rotateResponse.body.inviteLink)), 404, 'invitation_not_found');
});

t.test('revoking an accepted invitation', async (t) => {
  const { call, organizer, invited, id, accept } = await openScene(t);
  const { body } = await call('GET /v1/me/event-invites', { as: invited });
  const [{ id: inviteId, token }] = body.data;
  await accept(invited, token);
  const revoke = (query = '') =>
    call(`DELETE /v1/events/${id}/invites/${inviteId}${query}`, { as: organizer });
  for (const query of ['?remove=1', '?remove=', '?remove=yes', '?remove=true&remove=true'])
    isProblem(t, await revoke(query), 400, 'invalid_request', query);
  const revocation = await revoke('?remove=false');
  t.strictSame([revocation.status, revocation.body], [200, { stillAttends: true }]);
  isProblem(t, await revoke(), 404, 'invitation_not_found');
  t.equal((await call(`GET /v1/events/${id}`, { as: invited })).status, 200);
  const removeResponse = await revoke('?remove=true');
  t.strictSame([removeResponse.status, removeResponse.text], [204, '']);
  isProblem(t, await call(`GET /v1/events/${id}`, { as: invited }), 404, 'event_not_found');
  isProblem(t, await revoke('?remove=true'), 404, 'invitation_not_found');
});
