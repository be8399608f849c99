import type * as Client from '../../src/index.ts';

/** What the tour needs: the client's module, and three people whose code is known. */
export interface TourSettings {
  readonly module: Pick<typeof Client, 'createClient' | 'memoryStorage'>;
  readonly baseUrl: string;
  readonly phones: readonly [string, string, string];
  readonly code: string;
}

const day = 86_400_000;

/**
 * Calls every operation of the API through the client, on any runtime, and throws where a response is not what it
 * should be. It has no imports, so that a browser runs it as it is. Returns the requests, such as `GET /v1/events`.
 */
export const tour = async ({ module, baseUrl, phones, code }: TourSettings): Promise<string[]> => {
  const { createClient, memoryStorage } = module;
  const requests: string[] = [];
  const check = (isTrue: boolean, what: string): void => {
    if (!isTrue) throw new Error(`not so: ${what}; last request: ${requests.at(-1)}`);
  };
  const send: typeof fetch = (url, init) => {
    requests.push(`${init?.method ?? 'GET'} ${new URL(String(url)).pathname}`);
    return fetch(url, init);
  };
  const signedIn = async (phone: string) => {
    const client = createClient({ baseUrl, tokens: memoryStorage(), fetch: send });
    await client.startSignIn({ phone });
    const { user } = await client.checkCode({ phone, code });
    return { client, id: user.id };
  };
  const [ada, bob, eve] = [await signedIn(phones[0]), await signedIn(phones[1]), await signedIn(phones[2])];

  const profile = await bob.client.updateProfile({ name: 'Bob', city: 'Berlin' });
  check((await ada.client.findUser({ username: profile.username })).id === bob.id, 'a user is found by name');
  check((await ada.client.getProfile()).phone === phones[0], 'the profile is the own one');
  check((await ada.client.refreshSession()).accessToken !== '', 'the session is refreshed');
  check(
    (await ada.client.listSessions()).data.some(({ isCurrent }) => isCurrent),
    'the session is listed',
  );
  await ada.client.endOtherSessions();

  const [category] = (await ada.client.listCategories()).data;
  const draft = {
    title: 'Lantern concert',
    description: 'Songs by the canal.',
    startAt: new Date(Date.now() + day).toISOString(),
    endAt: new Date(Date.now() + 2 * day).toISOString(),
    location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
    category: category?.slug ?? '',
    tags: ['lanterns'],
  };
  const { id } = await ada.client.createEvent(draft);
  const titles: string[] = [];
  for await (const event of bob.client.listEvents.all({ lat: 52.5, lng: 13.4, radius: 20 }))
    titles.push(event.id);
  check(titles.includes(id), 'the event is listed');
  check(
    (await bob.client.listTags({ prefix: 'lan' })).data.some(({ slug }) => slug === 'lanterns'),
    'its tag is offered',
  );
  check(
    (await bob.client.searchEvents({ q: 'lantern' })).data.some((event) => event.id === id),
    'it is found',
  );
  check((await bob.client.answerRsvp({ id, status: 'going' })).rsvpCount === 1, 'an RSVP counts');
  check((await bob.client.saveEvent({ id, saved: true })).isSaved, 'the event is saved');
  check((await bob.client.getEvent({ id })).myRsvp === 'going', 'the event shows the RSVP');
  check((await bob.client.listMyEvents({ role: 'saved' })).meta.total === 1, 'saved events are listed');
  check(
    (await ada.client.listAttendees({ id })).data.some(({ user }) => user.id === bob.id),
    'so are attendees',
  );
  check((await bob.client.getEventCalendar({ id })).startsWith('BEGIN:VCALENDAR'), 'the event is a calendar');
  await bob.client.getCalendarFeed();
  const feed = new URL((await bob.client.rotateCalendarFeed()).url).pathname.split('/').at(-2) ?? '';
  check((await bob.client.readCalendarFeed({ token: feed })).includes('Lantern concert'), 'the feed has it');
  await ada.client.addEventAdmin({ id, userId: bob.id });
  check(
    (await ada.client.listEventAdmins({ id })).data.some((admin) => admin.id === bob.id),
    'an event has admins',
  );
  check(
    (await bob.client.updateEvent({ id, title: 'Moved' })).title === 'Moved',
    'an admin changes the event',
  );
  await ada.client.removeEventAdmin({ id, userId: bob.id });
  await ada.client.removeAttendee({ id, userId: bob.id });
  check((await ada.client.postponeEvent({ id })).status === 'postponed', 'the event is postponed');
  check((await ada.client.cancelEvent({ id })).status === 'cancelled', 'the event is cancelled');
  await ada.client.deleteEvent({ id });
  const notFound: unknown = await ada.client.getEvent({ id }).catch((error: unknown) => error);
  check((notFound as { code?: string }).code === 'event_not_found', 'a deleted event is not found');

  const dinner = await ada.client.createEvent({ ...draft, capacity: 2, enabledModules: ['bringList'] });
  const booking = await bob.client.bookSeats({ id: dinner.id, quantity: 2 });
  check(booking.status === 'confirmed', 'seats are booked');
  const waiting = await eve.client.bookSeats({ id: dinner.id, quantity: 1 });
  check(waiting.position === 1, 'who does not fit waits');
  check((await bob.client.listMyBookings()).data[0]?.event.id === dinner.id, 'own bookings are listed');
  check((await ada.client.listBookings({ id: dinner.id })).meta.total === 2, 'and those of an event');
  const { status } = await ada.client.confirmBooking({ id: dinner.id, bookingId: waiting.id, force: true });
  check(status === 'confirmed', 'a booking is confirmed out of turn');
  check(
    (await ada.client.checkInGuest({ id: dinner.id, code: booking.code })).isFirst,
    'a guest is checked in',
  );
  check((await ada.client.exportAttendees({ id: dinner.id })).startsWith('userId,'), 'attendees are CSV');
  const salad = await ada.client.addBringItem({ id: dinner.id, title: 'Salad', quantity: 2 });
  const item = { id: dinner.id, itemId: salad.id };
  check((await bob.client.claimBringItem({ ...item, quantity: 2 })).myClaim === 2, 'a guest brings it');
  await bob.client.releaseBringItem(item);
  check((await ada.client.changeBringItem({ ...item, quantity: 3 })).quantity === 3, 'items change');
  await ada.client.removeBringItem(item);
  check((await bob.client.listBringItems({ id: dinner.id })).data.length === 0, 'the list is empty');
  await bob.client.cancelBooking({ id: dinner.id });
  check((await bob.client.getEvent({ id: dinner.id })).myBooking === null, 'a booking is cancelled');

  const quiz = await ada.client.createEvent({
    ...draft,
    questions: [{ label: 'Team name?', kind: 'text', isRequired: true }],
  });
  await bob.client.answerRsvp({ id: quiz.id, status: 'going' });
  const { missingAnswers, questions } = await bob.client.getEvent({ id: quiz.id });
  check(missingAnswers === 1, 'an answer is missing');
  const answers = { [questions[0]?.id ?? '']: 'The Lanterns' };
  await bob.client.answerQuestions({ id: quiz.id, answers });
  check(
    Object.values((await bob.client.getMyAnswers({ id: quiz.id })).answers)[0] === 'The Lanterns',
    'questions are answered',
  );

  const runs = await ada.client.createEventSeries({ event: draft, rule: 'FREQ=WEEKLY;COUNT=3' });
  check(runs.events.length === 3, 'a series makes events');
  const series = { id: runs.id };
  check(
    (await bob.client.answerEventSeries({ ...series, status: 'going' })).events === 3,
    'all are answered',
  );
  check((await bob.client.getEventSeries(series)).myRsvp === 'going', 'the series shows it');
  await ada.client.changeEventSeries({ ...series, event: { title: 'Lantern run' } });
  await ada.client.cancelEventSeries(series);
  check((await bob.client.getEventSeries(series)).status === 'cancelled', 'a series is cancelled');

  const { id: announcement, recipients } = await ada.client.announce({
    id: dinner.id,
    text: 'Soon',
    to: ['going'],
  });
  check(recipients > 0, 'guests are told');
  const { data: announcements } = await ada.client.listAnnouncements({ id: dinner.id });
  check(announcements[0]?.id === announcement, 'announcements are listed');
  check((await bob.client.listNotices()).unread >= 0, 'notices are listed');
  await bob.client.readNotices({ before: new Date().toISOString() });
  const settings = { email: false, reminders: ['PT1H'] };
  await bob.client.changeNoticeSettings(settings);
  check((await bob.client.getNoticeSettings()).reminders[0] === 'PT1H', 'notices are set');
  const webhook = await ada.client.createWebhook({
    url: 'https://hooks.example.com/',
    types: ['rsvp.changed'],
  });
  check(webhook.secret.startsWith('whsec_'), 'a webhook has a secret');
  const hook = { id: webhook.id };
  check((await ada.client.listWebhooks()).data.length === 1, 'webhooks are listed');
  check((await ada.client.changeWebhook({ ...hook, isEnabled: false })).isEnabled === false, 'and disabled');
  await ada.client.changeWebhook({ ...hook, isEnabled: true });
  check((await ada.client.getWebhook(hook)).isEnabled, 'and enabled');
  check((await ada.client.rotateWebhookSecret(hook)).secret !== webhook.secret, 'secrets are replaced');
  await ada.client.testWebhook(hook);
  const [delivery] = (await ada.client.listDeliveries(hook)).data;
  check(delivery?.type === 'webhook.test', 'deliveries are listed');
  await ada.client
    .retryDelivery({ ...hook, deliveryId: delivery?.id ?? '' })
    .catch((error: unknown) => check((error as { status?: number }).status === 409, 'or retried'));
  await ada.client.deleteWebhook(hook);

  const circle = await ada.client.createCircle({ name: 'Band' });
  await ada.client.addCircleMembers({ id: circle.id, userIds: [bob.id] });
  check(
    (await ada.client.renameCircle({ id: circle.id, name: 'Choir' })).name === 'Choir',
    'a circle is renamed',
  );
  check((await ada.client.listCircleMembers({ id: circle.id })).data[0]?.id === bob.id, 'members are listed');
  const party = await ada.client.createEvent({ ...draft, visibility: 'private' });
  const invitedOutcome = await ada.client.invitePeople({
    id: party.id,
    circleIds: [circle.id],
    emails: ['eve@mail.example'],
  });
  check(invitedOutcome.sent === 2, 'two are invited');
  const [mine] = (await bob.client.listMyInvitations()).data;
  await bob.client.declineInvitation({ id: mine?.id ?? '' });
  const token = invitedOutcome.inviteLink.split('/i/')[1] ?? '';
  check((await bob.client.previewInvitation({ token })).event.id === party.id, 'an invitation is shown');
  check((await bob.client.acceptInvitation({ token })).eventId === party.id, 'and accepted');
  const { data: invitations } = await ada.client.listEventInvitations({ id: party.id });
  const mail = { id: party.id, inviteId: invitations.find(({ kind }) => kind === 'email')?.id ?? '' };
  check((await ada.client.resendInvitation(mail)).status === 'pending', 'a mail is sent again');
  const early: unknown = await ada.client.resendInvitation(mail).catch((error: unknown) => error);
  check((early as { code?: string }).code === 'rate_limited', 'but not twice in a moment');
  await ada.client.revokeInvitation(mail);
  check(
    (await ada.client.rotateInviteLink({ id: party.id })).inviteLink !== invitedOutcome.inviteLink,
    'links change',
  );
  await ada.client.removeCircleMember({ id: circle.id, userId: bob.id });
  await ada.client.deleteCircle({ id: circle.id });
  check((await ada.client.listCircles()).meta.total === 0, 'a circle is deleted');

  const refusal = async (call: Promise<unknown>): Promise<string | undefined> => {
    const error: unknown = await call.then(
      () => undefined,
      (fault: unknown) => fault,
    );
    return (error as { code?: string } | undefined)?.code;
  };
  const { expiresAt } = await bob.client.askEmailProof({ email: 'bob@mail.example' });
  check(Date.parse(expiresAt) > Date.now(), 'an address can be proven');
  check((await refusal(bob.client.checkEmailCode({ code: '000000' }))) === 'code_invalid', 'by its code');
  await bob.client.removeEmail();
  const cut = Uint8Array.from('\x89PNG\r\n\x1a\n', (letter) => letter.charCodeAt(0));
  const broken = await refusal(bob.client.uploadPicture(cut));
  // The decoder in memory looks at no bytes.
  check(broken === 'picture_invalid' || broken === undefined, 'half a picture is none');
  check((await bob.client.listMyPictures()).meta.total === (broken ? 0 : 1), 'pictures are listed');
  check((await refusal(bob.client.deletePicture({ id: party.id }))) === 'not_found', 'and deleted');
  const { platforms } = await bob.client.getPush();
  const device = { id: party.id, platform: 'fcm', token: 'a-token' } as const;
  const refused = platforms.includes('fcm') ? undefined : 'push_unavailable';
  check((await refusal(bob.client.registerDevice(device))) === refused, 'a device is registered');
  check((await bob.client.listDevices()).data.length === (refused ? 0 : 1), 'devices are listed');
  await bob.client.removeDevice(device);

  const report = { userId: ada.id, reason: 'spam' } as const;
  const { id: reportId } = await bob.client.fileReport(report);
  check((await bob.client.fileReport(report)).id === reportId, 'a report is filed once');
  const unknown = async (call: Promise<unknown>): Promise<void> => {
    const error: unknown = await call.catch((fault: unknown) => fault);
    check((error as { code?: string }).code === 'not_found', 'an operator’s route is unknown to others');
  };
  await unknown(bob.client.listReports());
  await unknown(bob.client.closeReports({ targetId: ada.id, action: 'none' }));
  await unknown(bob.client.takeDownEvent({ id: party.id, reason: 'x' }));
  await unknown(bob.client.restoreEvent({ id: party.id }));
  await unknown(bob.client.suspendUser({ id: ada.id, reason: 'x' }));
  await unknown(bob.client.liftSuspension({ id: ada.id }));
  await unknown(bob.client.lookUpUser({ phone: phones[0], reason: 'x' }));
  await unknown(bob.client.listManagedCategories());
  await unknown(bob.client.addCategory({ slug: 'x', name: 'X', emoji: '✨' }));
  await unknown(bob.client.changeCategory({ slug: 'x', name: 'Y' }));
  await unknown(bob.client.mergeCategory({ slug: 'x', into: 'y' }));
  check((await bob.client.exportAccount()).profile?.[0] !== undefined, 'an account is exported');

  await bob.client.blockUser({ userId: ada.id });
  check((await bob.client.listBlockedUsers()).data[0]?.id === ada.id, 'a user is blocked');
  await bob.client.unblockUser({ userId: ada.id });
  const [session] = (await bob.client.listSessions()).data;
  await bob.client.endSession({ id: session?.id ?? '' });
  const ended: unknown = await bob.client.getProfile().catch((error: unknown) => error);
  check(typeof (ended as { code?: string }).code === 'string', 'an ended session is over');
  check(!(await bob.client.isSignedIn()), 'and the user signed out');
  await ada.client.deleteAccount();
  check(!(await ada.client.isSignedIn()), 'an erased account is signed out');
  await eve.client.logOut();
  check(!(await eve.client.isSignedIn()), 'the user is logged out');
  return requests;
};

/** The part of an OpenAPI document that names the operations. */
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/** The operations of the document that none of the requests calls. */
export const uncalled = ({ paths }: Described, requests: readonly string[]): readonly string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) => {
      const pattern = new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return operationId !== undefined && !requests.some((request) => pattern.test(request))
        ? [operationId]
        : [];
    }),
  );
