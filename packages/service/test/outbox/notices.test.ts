import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { openTellingService, until } from './telling-service.ts';

t.test('guests are told', async (t) => {
  const minute = 60_000;
  const hour = 60 * minute;

  const scene = await openTellingService(t);
  const { clock, person, create, guestByMail, mailsTo } = scene;
  const organizer = await person('Ada Lovelace');

  /** Debian's: its modules are not those of another Python on the PATH. */
  const python = '/usr/bin/python3';

  const calendarReader = `
import json, sys
from icalendar import Calendar
found = []
for text in json.load(sys.stdin):
    calendar = Calendar.from_ical(text)
    entries = calendar.walk('VEVENT')
    entry = entries[0]
    found.append({'method': str(calendar['METHOD']), 'entries': len(entries), 'status': str(entry['STATUS']),
        'uid': str(entry['UID']), 'sequence': int(entry['SEQUENCE']), 'organizer': str(entry['ORGANIZER']), 'url': str(entry['URL']),
        'start': entry.decoded('DTSTART').isoformat()})
print(json.dumps(found))
`;

  /** The calendar parts of a change and a cancellation, and the UID of the calendar file. */
  let [parts, uid]: [string[], string] = [[], ''];

  await t.test('changes, their calendar parts, and cancelling', async (t) => {
    const eventId = await create(organizer, { capacity: 9 });
    const path = `/v1/events/${eventId}`;
    const mailed = await guestByMail(organizer, eventId, 'guest@example.org');
    const [going, interested, booked, saver, admin] = [
      await person(),
      await person(),
      await person(),
      await person(),
      await person('Admin'),
    ];
    await going.asks(`POST ${path}/rsvp`, { status: 'going' });
    await interested.asks(`POST ${path}/rsvp`, { status: 'interested' });
    await booked.asks(`PUT ${path}/booking`, { quantity: 1 });
    await booked.asks(`POST ${path}/rsvp`, { status: null });
    await saver.asks(`POST ${path}/save`, { saved: true });
    await organizer.asks(`PUT ${path}/admins/${admin.id}`);
    await admin.asks(`POST ${path}/rsvp`, { status: 'going' });
    const before = (await organizer.asks(`GET ${path}`)).body;
    const moved = new Date(Date.parse(before.startAt) + hour).toISOString();

    // Back to what it was within the window.
    await organizer.asks(`PATCH ${path}`, { startAt: moved });
    await organizer.asks(`PATCH ${path}`, { startAt: before.startAt });
    clock.advance(6 * minute);
    await delay(2_500);
    t.strictSame(await going.kinds(), [], 'nothing changed in the end');

    // First old, last new, done by a manager who goes.
    await admin.asks(`PATCH ${path}`, { startAt: new Date(Date.parse(before.startAt) + 2 * hour) });
    clock.advance(4 * minute);
    await admin.asks(`PATCH ${path}`, {
      startAt: moved,
      location: { address: 'Elsewhere 1, Berlin', lat: 52.5, lng: 13.4 },
    });
    clock.advance(2 * minute);
    for (const one of [going, interested, booked, mailed]) {
      const [notice] = await one.delivered(1);
      t.match(notice, {
        kind: 'event_changed',
        event: { id: eventId },
        changes: {
          startAt: { old: before.startAt, new: moved },
          address: { old: 'Maybachufer 1, Berlin', new: 'Elsewhere 1, Berlin' },
        },
        readAt: null,
      });
      t.notOk('endAt' in notice.changes);
    }
    for (const one of [saver, organizer, admin]) t.strictSame(await one.kinds(), []);
    await organizer.asks(`PATCH ${path}`, { title: 'Another title' });
    clock.advance(6 * minute);

    // Cancelling overtakes an edit.
    await organizer.asks(`PATCH ${path}`, { startAt: before.startAt });
    await organizer.asks(`POST ${path}/cancel`);
    await going.delivered(2);
    clock.advance(6 * minute);
    await delay(2_500);
    for (const one of [going, interested, booked, mailed])
      t.strictSame(await one.kinds(), ['event_cancelled', 'event_changed']);
    t.strictSame(await admin.kinds(), ['event_cancelled']);
    t.strictSame(await organizer.kinds(), []);

    const mails = await until(() => mailsTo('guest@example.org').length >= 2 && mailsTo('guest@example.org'));
    t.equal(mails.length, 2);
    parts = mails.map(({ attachments, headers }) => {
      const list = headers.get('list') as unknown as Record<string, { url?: string; name?: string }>;
      t.match(list.unsubscribe?.url, /^https:\/\/gather\.example\/u\/[\w-]+$/);
      t.match(list['unsubscribe-post'], { name: 'List-Unsubscribe=One-Click' });
      const [part, ...others] = attachments.filter(({ contentType }) => contentType === 'text/calendar');
      t.strictSame(others, []);
      return part?.content.toString() ?? '';
    });
    uid = /UID:(\S+)/.exec((await going.asks(`GET /e/${eventId}/calendar.ics`)).body)?.[1] ?? '';
  });

  const lacksReader = spawnSync(python, ['-c', 'import icalendar']).status !== 0;

  await t.test(
    'a library of others reads them',
    { skip: lacksReader && 'needs python3-icalendar' },
    async (t) => {
      const read = spawnSync(python, ['-c', calendarReader], { input: JSON.stringify(parts) });
      t.equal(read.stderr.toString(), '');
      const [change, cancel] = JSON.parse(read.stdout.toString());
      const [entries, organizer] = [1, 'mailto:events@gather.example'];
      const url = /\/e\/[\w-]{36}$/;
      t.match(change, { method: 'REQUEST', entries, status: 'CONFIRMED', organizer, uid, url });
      t.match(cancel, { method: 'CANCEL', entries, status: 'CANCELLED', organizer, uid, url });
      t.ok(cancel.sequence > change.sequence, `${cancel.sequence} > ${change.sequence}`);
    },
  );

  await t.test('who is out, gets in, is invited, or whose event is gone, is told', async (t) => {
    const eventId = await create(organizer, { capacity: 1 });
    const path = `/v1/events/${eventId}`;
    const mailed = await guestByMail(organizer, eventId, 'out@example.org');
    const [first, second] = [await person(), await person()];
    await first.asks(`PUT ${path}/booking`, { quantity: 1 });
    await second.asks(`PUT ${path}/booking`, { quantity: 1 });
    await first.asks(`DELETE ${path}/booking`);
    await second.delivered(1);
    await organizer.asks(`DELETE ${path}/attendees/${mailed.id}`);
    await mailed.delivered(1);
    const [mail] = await until(() => mailsTo('out@example.org').length > 0 && mailsTo('out@example.org'));
    const part = mail?.attachments[0]?.content.toString() ?? '';
    t.match(part, /METHOD:CANCEL/);
    const sequence = Number(/SEQUENCE:(\d+)/.exec(part)?.[1]);
    t.ok(sequence >= 1, 'higher than what the calendar holds');
    const party = await create(organizer, { visibility: 'private' });
    await organizer.asks(`POST /v1/events/${party}/invites`, { userIds: [second.id] });
    await second.delivered(2);
    await first.asks(`POST ${path}/rsvp`, { status: 'interested' });
    await organizer.asks(`DELETE ${path}`);
    await second.delivered(3);
    t.strictSame(await second.kinds(), ['event_cancelled', 'invitation_received', 'booking_confirmed']);
    const [{ event }] = (await first.delivered(1)) as [{ event: object }];
    t.match(event, { id: eventId, title: 'Roof party' });
    t.strictSame(await mailed.kinds(), ['guest_removed']);

    const host = await person('Host');
    const cancelledEvent = await create(host);
    await first.asks(`POST /v1/events/${cancelledEvent}/rsvp`, { status: 'going' });
    const over = await create(host, {
      startAt: new Date(clock.now().getTime() - 3 * hour),
      endAt: clock.now(),
    });
    await second.asks(`POST /v1/events/${over}/rsvp`, { status: 'going' });
    clock.advance(11 * minute);
    await host.asks('GET /v1/me/notices');
    t.equal((await host.asks('DELETE /v1/auth/me')).status, 204);
    await first.delivered(2);
    t.strictSame(await first.kinds(), ['event_cancelled', 'event_cancelled']);
    t.equal((await second.kinds()).length, 3, 'nothing about what is over');
  });

  await t.test('the inbox, its pages and settings', async (t) => {
    const guest = await person();
    const events = [await create(organizer), await create(organizer), await create(organizer)];
    for (const id of events) {
      await guest.asks(`POST /v1/events/${id}/rsvp`, { status: 'going' });
      clock.advance(1_000);
      await organizer.asks(`POST /v1/events/${id}/cancel`);
      await guest.delivered(events.indexOf(id) + 1);
    }
    const page = (await guest.asks('GET /v1/me/notices?page=2&limit=1')).body;
    t.match(page, { meta: { total: 3, page: 2, limit: 1 }, unread: 3, data: [{ event: { id: events[1] } }] });
    t.strictSame(Object.keys(page.data[0]).sort(), [
      'body',
      'changes',
      'createdAt',
      'event',
      'id',
      'kind',
      'readAt',
      'text',
      'title',
    ]);
    const before = page.data[0].createdAt;
    const read = await guest.asks('POST /v1/me/notices/read', { before });
    t.ok(read.status === 200 || read.status === 204, `${read.status}`);
    const all = (await guest.asks('GET /v1/me/notices')).body;
    t.equal(all.unread, 1);
    t.strictSame(
      all.data.map(({ readAt }: { readAt: string | null }) => readAt === null),
      [true, false, false],
    );
    for (const body of [{}, { before: 'yesterday' }, { before: 5 }])
      t.equal((await guest.asks('POST /v1/me/notices/read', body)).status, 400);
    for (const query of ['limit=51', 'limit=0', 'page=0'])
      t.equal((await guest.asks(`GET /v1/me/notices?${query}`)).status, 400, query);

    t.strictSame((await guest.asks('GET /v1/me/notice-settings')).body, {
      email: true,
      reminders: ['P1D', 'PT2H'],
      activity: 'daily',
      push: true,
      pushPreview: 'title',
    });
    const put = (reminders: unknown, email: unknown = true) =>
      guest.asks('PUT /v1/me/notice-settings', { email, reminders } as object);
    for (const reminders of [
      ['PT4M'],
      ['P31D'],
      ['P30DT1M'],
      ['P1Y'],
      ['P1M'],
      ['1 day'],
      [''],
      ['P'],
      ['PT'],
      ['PT5M30S'],
      ['-P1D'],
      [5],
      'P1D',
      null,
      ['PT5M', 'PT6M', 'PT7M', 'PT8M', 'PT9M', 'PT10M'],
    ])
      t.equal((await put(reminders)).status, 400, JSON.stringify(reminders));
    t.equal((await put(['P1D'], 'yes')).status, 400);
    for (const [reminders, expected] of [
      [[], []],
      [
        ['PT5M', 'P30D', 'PT90M', 'PT36H', 'P1W'],
        ['PT5M', 'P30D', 'PT1H30M', 'P1DT12H', 'P7D'],
      ],
      [['PT24H', 'P1D'], ['P1D']],
    ] as const) {
      const answer = await put(reminders, false);
      t.strictSame(
        [answer.status, answer.body],
        [200, { email: false, reminders: expected, activity: 'daily', push: true, pushPreview: 'title' }],
        JSON.stringify(reminders),
      );
    }
  });

  await t.test('announcements', async (t) => {
    const eventId = await create(organizer, { capacity: 1 });
    const path = `/v1/events/${eventId}/announcements`;
    const mailed = await guestByMail(organizer, eventId, 'hears@example.org');
    const [going, interested, booked, waiting, invited, blocker, stranger, saver] = [
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    const rsvp = (one: typeof going, status: string) =>
      one.asks(`POST /v1/events/${eventId}/rsvp`, { status });
    await rsvp(going, 'going');
    await rsvp(interested, 'interested');
    await booked.asks(`PUT /v1/events/${eventId}/booking`, { quantity: 1 });
    await waiting.asks(`PUT /v1/events/${eventId}/booking`, { quantity: 1 });
    await rsvp(waiting, 'interested');
    await organizer.asks(`POST /v1/events/${eventId}/invites`, { userIds: [invited.id] });
    await rsvp(blocker, 'going');
    await blocker.asks(`PUT /v1/me/blocked-users/${organizer.id}`);
    await saver.asks(`POST /v1/events/${eventId}/save`, { saved: true });
    await rsvp(organizer, 'going');
    const text = 'Bring a lamp.\nSee https://evil.example/pay or call +49 171 3920037';
    const post = (to: unknown, words: unknown = text, who = organizer) =>
      who.asks(`POST ${path}`, { text: words, to } as object);
    for (const [to, words] of [
      [[], 'x'],
      [['everybody'], 'x'],
      ['going', 'x'],
      [['going'], ''],
      [['going'], 'x'.repeat(2_001)],
      [['going'], 5],
      [['going'], 'a\u0007b'],
      [undefined, 'x'],
    ])
      t.equal((await post(to, words)).status, 400, JSON.stringify([to, String(words).slice(0, 9)]));
    t.equal((await post(['going'], 'x', going)).status, 403);
    t.equal((await post(['going'], 'x'.repeat(2_000))).status, 201);
    await going.delivered(1);
    const { status, body } = await post(['waitlisted', 'booked']);
    t.strictSame([status, body.recipients], [201, 2]);
    t.equal(typeof body.id, 'string');
    await waiting.delivered(1);
    t.equal((await post(['invited'])).body.recipients, 1);
    t.equal((await post(['interested'])).body.recipients, 2);
    const { body: last } = await post(['going', 'interested', 'booked', 'waitlisted', 'invited']);
    t.equal(
      last.recipients,
      6,
      'mailed, going, interested, booked, waiting, invited; not the blocker and who speaks',
    );
    await invited.delivered(3);
    await delay(1_500);
    t.strictSame(await blocker.kinds(), []);
    t.strictSame(await organizer.kinds(), []);
    t.strictSame(await saver.kinds(), []);
    t.match((await invited.notices()).data[0], { kind: 'announcement', text, event: { id: eventId } });
    for (const one of [going, interested, booked, waiting, invited, organizer, mailed]) {
      const list = await one.asks(`GET ${path}?limit=2&page=2`);
      t.match(list, {
        status: 200,
        body: { meta: { total: 5, page: 2, limit: 2 }, data: [{ text }, { text }] },
      });
    }
    for (const one of [stranger, saver])
      t.match(await one.asks(`GET ${path}`), { status: 403, body: { code: 'forbidden' } });
    const mail = await until(() =>
      mailsTo('hears@example.org').find(({ text: words }) => words?.includes('lamp')),
    );
    t.match(mail.text, /^> Bring a lamp\.$/m);
    t.notMatch(mail.text, /evil\.example\/pay|3920037/);
    t.notMatch(mail.html || '', /evil\.example\/pay/);
    t.match(mail.subject, 'A message about Roof party');
  });

  await t.test('a session from a network and a device not seen before', async (t) => {
    const one = await person('Walker', '198.51.100.7');
    clock.advance(31_000);
    await one.signInFrom('198.51.100.99');
    await delay(1_500);
    t.strictSame(await one.kinds(), [], 'a known network');
    clock.advance(31 * minute);
    await one.signInFrom('203.0.113.5');
    t.match(await one.delivered(1), [{ kind: 'new_sign_in', event: null, changes: null }]);
  });

  await t.test('who unsubscribed, or wants none, gets no mail', async (t) => {
    clock.advance(2 * hour);
    const eventId = await create(organizer);
    const quiet = await guestByMail(organizer, eventId, 'quiet@example.org');
    const stopped = await guestByMail(organizer, eventId, 'stopped@example.org');
    await quiet.asks('PUT /v1/me/notice-settings', { email: false, reminders: [] });
    const invitation = scene.smtp.mails.find(({ to }) =>
      JSON.stringify(to ?? '').includes('stopped@example.org'),
    );
    const [link = ''] = /\/u\/[\w-]+/.exec(invitation?.text ?? '') ?? [];
    await scene.call(`POST ${link}`);
    await organizer.asks(`POST /v1/events/${eventId}/cancel`);
    await quiet.delivered(1);
    await stopped.delivered(1);
    await delay(2_000);
    t.strictSame([...mailsTo('quiet@example.org'), ...mailsTo('stopped@example.org')], []);
  });
});
