import t from 'tap';
import { EventPlatformError } from '../src/index.ts';
import { newEvent, personOf, servePlatform, signIn, visitorOf } from './support/served-platform.ts';

t.test('signs in, shows the profile, logs out', async (t) => {
  const platform = await servePlatform(t);
  const { client, phone, tokens } = visitorOf(platform);
  t.equal(await client.isSignedIn(), false);
  const { requestId } = await client.startSignIn({ phone });
  const code = platform.world.smsSent.at(-1)?.code ?? '';
  const { isNewUser, user } = await client.checkCode({ phone, code, requestId });
  t.equal(isNewUser, true);
  t.equal(user.phone, phone);
  t.equal(await client.isSignedIn(), true);
  t.equal((await client.updateProfile({ name: 'Ada', city: 'Berlin' })).name, 'Ada');
  const me = await client.getProfile();
  t.strictSame([me.id, me.name, me.peacesBalance], [user.id, 'Ada', 0]);
  t.match(await client.findUser({ username: me.username }), { id: user.id, name: 'Ada' });
  t.match(await client.listSessions(), { data: [{ isCurrent: true }] });
  t.strictSame(await client.endOtherSessions(), { success: true });
  t.not((await client.refreshSession()).accessToken, undefined);
  t.strictSame(await client.logOut(), { success: true });
  t.equal(await tokens.load(), null);
  t.equal((await signIn(platform, { client, phone })).isNewUser, false);
  t.equal(await client.deleteAccount(), undefined);
  t.equal(await client.isSignedIn(), false);
});

t.test('finds, RSVPs and saves events', async (t) => {
  const platform = await servePlatform(t);
  const [ada, bob] = [await personOf(platform), await personOf(platform)];
  const event = await ada.client.createEvent({ ...newEvent(platform), title: 'Größe & Ä/rger?' });
  const { client } = bob;
  t.match(await client.listEvents({ lat: 52.5, lng: 13.4, radius: 20, category: 'music' }), {
    data: [{ id: event.id, myRsvp: null, isSaved: false }],
    meta: { total: 1, page: 1, limit: 20 },
  });
  t.match(await client.searchEvents({ q: 'grosse & ärger' }), { data: [{ id: event.id }] });
  t.strictSame(await client.answerRsvp({ id: event.id, status: 'going' }), { myRsvp: 'going', rsvpCount: 1 });
  t.strictSame(await client.saveEvent({ id: event.id, saved: true }), { isSaved: true });
  t.match(await client.getEvent({ id: event.id }), { myRsvp: 'going', isSaved: true, myBooking: null });
  t.match(await client.listMyEvents({ role: 'saved' }), { data: [{ id: event.id }] });
  t.match(await client.listAttendees({ id: event.id }).catch((error) => error.code), 'forbidden');
  t.match(await ada.client.listAttendees({ id: event.id }), { data: [{ user: { id: bob.id } }] });
  t.strictSame(await client.answerRsvp({ id: event.id, status: null }), { myRsvp: null, rsvpCount: 0 });
  t.match(await client.getEventCalendar({ id: event.id }), /^BEGIN:VCALENDAR/);
  const feed = await client.getCalendarFeed();
  t.not((await client.rotateCalendarFeed()).url, feed.url);
  t.match((await client.listCategories()).data, [{ slug: 'food' }, { slug: 'music' }, { slug: 'tech' }]);
});

t.test('manages events, circles and invitations', async (t) => {
  const platform = await servePlatform(t);
  const [ada, bob, eve] = [await personOf(platform), await personOf(platform), await personOf(platform)];
  const { id } = await ada.client.createEvent({ ...newEvent(platform), visibility: 'private' });
  const circle = await ada.client.createCircle({ name: 'Band' });
  await ada.client.addCircleMembers({ id: circle.id, userIds: [bob.id] });
  t.equal((await ada.client.renameCircle({ id: circle.id, name: 'Choir' })).name, 'Choir');
  t.match(await ada.client.listCircleMembers({ id: circle.id }), { data: [{ id: bob.id }] });
  const invitedOutcome = await ada.client.invitePeople({
    id,
    circleIds: [circle.id],
    emails: ['eve@example.com'],
  });
  t.match(invitedOutcome, { sent: 2, skipped: 0, inviteLink: /\/i\// });

  const { data: mine } = await bob.client.listMyInvitations();
  t.equal(mine[0]?.event.id, id);
  t.strictSame(await bob.client.declineInvitation({ id: mine[0]?.id ?? '' }), { success: true });
  const link = invitedOutcome.inviteLink.split('/i/')[1] ?? '';
  t.match(await visitorOf(platform).client.previewInvitation({ token: link }), {
    event: { id },
    token: link,
  });
  t.match(await eve.client.acceptInvitation({ token: link }), { eventId: id, myRsvp: 'going' });

  const { data: invitations } = await ada.client.listEventInvitations({ id });
  const mail = invitations.find(({ kind }) => kind === 'email');
  platform.world.clock.advance(11 * 60_000);
  t.match(await ada.client.resendInvitation({ id, inviteId: mail?.id ?? '' }), { status: 'pending' });
  t.equal(await ada.client.revokeInvitation({ id, inviteId: mail?.id ?? '' }), undefined);
  t.not((await ada.client.rotateInviteLink({ id })).inviteLink, invitedOutcome.inviteLink);
  await ada.client.removeAttendee({ id, userId: eve.id });
  await ada.client.addEventAdmin({ id, userId: bob.id });
  t.equal((await bob.client.updateEvent({ id, title: 'Moved' })).title, 'Moved');
  await ada.client.removeEventAdmin({ id, userId: bob.id });
  await bob.client.blockUser({ userId: ada.id });
  t.match(await bob.client.listBlockedUsers(), { data: [{ id: ada.id }] });
  await bob.client.unblockUser({ userId: ada.id });
  t.equal((await ada.client.cancelEvent({ id })).status, 'cancelled');
  t.equal(await ada.client.deleteEvent({ id }), undefined);
  await ada.client.removeCircleMember({ id: circle.id, userId: bob.id });
  await ada.client.deleteCircle({ id: circle.id });
  t.strictSame((await ada.client.listCircles()).data, []);
});

t.test('goes through all pages of a list', async (t) => {
  const platform = await servePlatform(t);
  const { client } = await personOf(platform);
  for (let index = 0; index < 7; index += 1)
    await client.createEvent({ ...newEvent(platform), title: `Concert ${index}` });
  const titles = async (limit?: number) => {
    const titleList: string[] = [];
    for await (const { title } of client.listEvents.all(limit ? { limit } : {})) titleList.push(title);
    return titleList.sort();
  };
  const expected = Array.from({ length: 7 }, (_, index) => `Concert ${index}`);
  platform.received.length = 0;
  t.strictSame(await titles(), expected);
  t.strictSame(platform.received, ['GET /v1/events?page=1&limit=50']);
  for (const limit of [1, 3, 7]) t.strictSame(await titles(limit), expected, `pages of ${limit}`);
  for await (const event of client.searchEvents.all({ q: 'concert', limit: 2 })) {
    t.match(event.title, /Concert/);
    break;
  }
});

t.test('repeats no item that an insertion moves to the next page', async (t) => {
  const platform = await servePlatform(t);
  const { client } = await personOf(platform);
  for (const title of ['b', 'c', 'd']) await client.createEvent({ ...newEvent(platform), title });
  const titleList: string[] = [];
  const { startAt } = newEvent(platform);
  for await (const { title } of client.listEvents.all({ limit: 2 })) {
    titleList.push(title);
    const earlier = new Date(Date.parse(startAt) - 3_600_000).toISOString();
    if (titleList.length === 2)
      await client.createEvent({ ...newEvent(platform), title: 'a', startAt: earlier });
  }
  t.strictSame(titleList.toSorted(), ['b', 'c', 'd']);
});

t.test('narrows an error by its code', async (t) => {
  const platform = await servePlatform(t);
  const { client } = await personOf(platform);
  const errorOf = async (call: Promise<unknown>): Promise<EventPlatformError> => {
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    if (error instanceof EventPlatformError) return error;
    throw error;
  };
  const invalid = await errorOf(client.createEvent({ ...newEvent(platform), title: '' }));
  if (invalid.code !== 'invalid_request') throw invalid;
  t.equal(invalid.errors[0]?.path, '/title');
  t.equal(invalid.status, 400);
  t.match(invalid.requestId, /\w/);
  t.match(invalid.message, /title/);
  const missingError = await errorOf(client.getEvent({ id: 'none' }));
  t.strictSame(
    [missingError.name, missingError.code, missingError.status],
    ['EventPlatformError', 'event_not_found', 404],
  );
  const anonymous = await errorOf(visitorOf(platform).client.getProfile());
  t.equal(anonymous.code, 'unauthenticated');
  const { phone, client: stranger } = visitorOf(platform);
  await stranger.startSignIn({ phone });
  t.equal((await errorOf(stranger.checkCode({ phone, code: '0000' }))).code, 'code_invalid');
  t.equal(
    (await errorOf(client.getEvent({ id: '..' }))).code,
    'invalid_settings',
    'a path leads nowhere else',
  );
  const limitedClient = visitorOf(platform).client;
  const starts = Array.from({ length: 6 }, (_, index) =>
    limitedClient.startSignIn({ phone: `+49160000000${index}` }),
  );
  const refusal = await errorOf(Promise.all(starts));
  if (refusal.code !== 'rate_limited') throw refusal;
  t.ok((refusal.retryAfterSeconds ?? 0) > 20, 'a long wait is left to the app');
});

t.test('tells a file that is no picture by one code, however it is given', async (t) => {
  const platform = await servePlatform(t);
  const { client } = await personOf(platform);
  const refusal = async (file: Blob | Uint8Array): Promise<unknown> => {
    const error: unknown = await client.uploadPicture(file).catch((thrown: unknown) => thrown);
    return error instanceof EventPlatformError ? [error.code, error.message] : error;
  };
  const heic = new TextEncoder().encode('\0\0\0\x18ftypheic\0\0\0\0');
  const sendJpeg = ['unsupported_media_type', 'HEIC is not taken: send JPEG.'];
  t.strictSame(await refusal(heic), sendJpeg);
  t.strictSame(await refusal(new Blob([heic])), sendJpeg, 'a blob without a type');
  t.strictSame(await refusal(new Blob([heic], { type: 'image/heic' })), sendJpeg);
  const text = new TextEncoder().encode('Bring a lamp.');
  t.match(await refusal(text), ['unsupported_media_type', /image\/jpeg/]);
  t.match(await refusal(new Blob()), ['unsupported_media_type', /image\/jpeg/]);
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
  t.match(await client.uploadPicture(new Blob([jpeg])), { id: /./ }, 'the type is read from the bytes');
});

t.test('keeps invitations until the sign-in', async (t) => {
  const platform = await servePlatform(t);
  const ada = await personOf(platform);
  const { id } = await ada.client.createEvent({ ...newEvent(platform), visibility: 'private' });
  const { inviteLink } = await ada.client.invitePeople({ id, emails: ['bob@example.com'] });
  const bob = visitorOf(platform);
  await bob.client.keepInvitation(inviteLink);
  await bob.client.keepInvitation('t-unknown');
  await bob.client.keepInvitation(inviteLink);
  t.equal((await bob.client.getEvent({ id }).catch((error) => error)).code, 'event_not_found');
  const { invitations } = await signIn(platform, bob);
  t.match(invitations, [
    { token: 't-unknown', accepted: null, error: { code: 'invitation_not_found' } },
    { accepted: { eventId: id, myRsvp: 'going' }, error: null },
  ]);
  t.equal((await bob.client.getEvent({ id })).myRsvp, 'going');
  t.strictSame(await bob.client.acceptStoredInvitations(), [], 'what was responded is kept no longer');
  await t.rejects(bob.client.keepInvitation('https://events.example.com/'), { code: 'invalid_settings' });
});
