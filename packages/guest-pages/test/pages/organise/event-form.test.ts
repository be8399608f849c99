import t, { type Test } from 'tap';
import { locationOf, signedIn } from '../../../test-support/signed-in.ts';
import { openTestSite } from '../../../test-support/test-site.ts';
import type { Visit } from '../../../test-support/visitor.ts';

/** The clock of tests stands in May 2026. */
const typedEvent = {
  title: 'Roof party',
  startAt: '2026-06-10T20:00',
  address: 'Maybachufer 1, Berlin',
  map: '52.4931, 13.4266',
  timeZone: 'Europe/Berlin',
  category: 'music',
};

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const mira = await scene.person();
  const browser = await signedIn(scene, mira);
  const eventOf = async (visit: Visit) => {
    const [, id = ''] = /\/organise\/([0-9a-f-]{36})/.exec(locationOf(visit)) ?? [];
    return (await scene.call(`GET /v1/events/${id}`, { as: mira })).body;
  };
  const mine = async () =>
    (await scene.call('GET /v1/me/events?role=organizing&limit=50', { as: mira })).body.data;
  return { ...scene, mira, browser, eventOf, mine };
};

const faultsOf = ({ document }: Visit) =>
  document.querySelectorAll('.wrong').map(({ id }) => id.replace(/-fault$/, ''));

t.test('who is not signed in is led to the sign-in and back', async (t) => {
  const { call, person } = await openTestSite(t);
  const response = await call('GET /organise/new?series=1', {});
  t.equal(response.status, 303);
  t.equal(response.headers.location, '/sign-in?back=%2Forganise%2Fnew%3Fseries%3D1');
  t.equal(response.headers['cache-control'], 'private, no-store');
  void person;
});

t.test('an event takes a title, a time and a place', async (t) => {
  const { browser, eventOf, mine } = await openScene(t);
  const page = await browser.open('/organise/new');
  t.equal(page.status, 200);
  t.ok(Buffer.byteLength(page.text) < 40_000, `${Buffer.byteLength(page.text)} bytes`);
  const made = await page.press('Create event', typedEvent);
  const event = await eventOf(made);
  t.match(event, {
    title: 'Roof party',
    startAt: '2026-06-10T18:00:00.000Z',
    endAt: '2026-06-10T20:00:00.000Z',
    timeZone: 'Europe/Berlin',
    location: { address: 'Maybachufer 1, Berlin', lat: 52.4931, lng: 13.4266 },
    category: { slug: 'music' },
    visibility: 'public',
    price: 0,
    capacity: null,
    waitlist: true,
  });
  const again = await page.press('Create event', typedEvent);
  t.equal(locationOf(again), locationOf(made), 'sent twice, it is one event');
  const parallel = await browser.open('/organise/new');
  const both = await Promise.all(
    [1, 2, 3].map(() => parallel.press('Create event', { ...typedEvent, title: 'B' })),
  );
  t.equal(new Set(both.map(locationOf)).size, 1, 'at once, too');
  t.equal((await mine()).length, 2);
  const other = await page.press('Create event', { ...typedEvent, title: 'C' });
  t.equal(other.status, 409, 'with other contents it asks');
  t.match(other.words, 'sent before with other contents');
  t.equal(other.field('title'), 'C');
  t.equal((await eventOf(await other.press('Create event'))).title, 'C');
});

t.test('what is wrong is told at its field, and all stays', async (t) => {
  const { browser, mine } = await openScene(t);
  const page = await browser.open('/organise/new');
  const typed = {
    ...{ title: ' ', startAt: '', map: 'somewhere', address: '', price: 'much', capacity: '0', tags: 'Ä' },
    ...{
      description: 'Songs & <b>',
      coverUrl: 'ftp://x',
      'question-0-label': 'Which?',
      'question-0-kind': 'choice',
    },
  };
  const first = await page.press('Create event', typed);
  t.equal(first.status, 400);
  t.equal(faultsOf(first).length, 9, 'all at once');
  const refused = await first.press('Create event', { startAt: '2026-06-10T20:00', map: '52.4931, 13.4266' });
  t.equal(refused.status, 400);
  t.strictSame(faultsOf(refused).sort(), [
    'address',
    'capacity',
    'coverUrl',
    'price',
    'question-0-options',
    'tags',
    'title',
  ]);
  for (const [name, value] of Object.entries(typed))
    if (!['startAt', 'map', 'description', 'title', 'question-0-kind'].includes(name))
      t.equal(refused.field(name) ?? '', value, name);
  t.equal(refused.document.querySelector('textarea[name=description]')?.text.trim(), 'Songs & <b>');
  t.ok(refused.document.querySelector('details[open]'), 'where the faults are');
  t.equal(refused.document.querySelectorAll('[aria-invalid=true]').length, 7);
  t.strictSame(await mine(), []);
  const german = await browser.open('/organise/new?lang=de');
  const germanRefusal = await german.press('Veranstaltung anlegen', {});
  t.match(germanRefusal.words, 'Gib ein, wann es beginnt');
});

t.test('no value is taken for another one', async (t) => {
  const { browser, mine } = await openScene(t);
  const page = await browser.open('/organise/new');
  const odd = [
    ...[['startAt', '2027-02-31T10:00'] as const, ['startAt', '2026-06-10T25:00'] as const],
    ...[['endAt', '2026-06-31T10:00'] as const, ['startAt', '2026-06-10T10:75'] as const],
    ...[['price', '-5'] as const, ['price', '−5,00 €'] as const, ['visibility', 'secret'] as const],
  ];
  for (const [name, value] of odd) {
    const refused = await page.press('Create event', { ...typedEvent, [name]: value });
    t.equal(refused.status, 400, `${name} ${value}`);
    t.match(refused.document.querySelector('.fault a')?.getAttribute('href'), `#${name}`);
  }
  const both = await page.press('Create event', { ...typedEvent, price: '5', isPriceUnknown: '1' });
  t.strictSame(faultsOf(both), ['isPriceUnknown']);
  t.strictSame(faultsOf(await page.press('Create event', { ...typedEvent, price: '1.234' })), ['price']);
  t.strictSame(await mine(), []);
});

t.test('a price has marks between its thousands as its language writes them', async (t) => {
  const { browser, eventOf } = await openScene(t);
  for (const price of ['1.234,50', '1,234.50', '1 234,50 €', '1’234.50']) {
    const page = await browser.open('/organise/new');
    const event = await eventOf(await page.press('Create event', { ...typedEvent, price }));
    t.equal(event.price, 1234.5, price);
    for (const [language, shown] of [
      ['en', '1234.50'],
      ['de', '1234,50'],
    ] as const) {
      const edit = await browser.open(`/organise/${event.id}/edit?lang=${language}`);
      t.equal(edit.document.querySelector('#price')?.getAttribute('value'), shown);
    }
  }
});

t.test('a change that is sent twice is no conflict', async (t) => {
  const { browser, eventOf } = await openScene(t);
  const made = await (await browser.open('/organise/new')).press('Create event', typedEvent);
  const { id } = await eventOf(made);
  const page = await browser.open(`/organise/${id}/edit`);
  const changed = { title: 'Garden party', capacity: '9' };
  const [first, second] = [await page.press('Save', changed), await page.press('Save', changed)];
  t.equal(locationOf(second), locationOf(first));
  t.equal((await page.press('Save', { title: 'Cellar party' })).status, 409, 'another one is');
});

t.test('all that an event may say is in the form, and comes back as it was', async (t) => {
  const { browser, eventOf, call, mira } = await openScene(t);
  const page = await browser.open('/organise/new');
  const made = await page.press('Create event', {
    ...typedEvent,
    ...{ endAt: '2026-06-11T01:00', attendance: 'mixed', onlineUrl: 'https://meet.example.com/x' },
    ...{
      description: 'Songs.\r\nBring a blanket.',
      category: 'music',
      tags: 'Open Air, #jazz',
      price: '12,50',
    },
    ...{
      capacity: '40',
      maxPerBooking: '4',
      rsvpUntil: '2026-06-09T12:00',
      visibility: 'private',
      bringList: '1',
    },
    ...{ coverUrl: 'https://example.com/a.jpg', 'question-0-label': 'Which?', 'question-0-kind': 'choice' },
    ...{ 'question-0-options': '5 km\n10 km\n', 'question-0-required': '1' },
  });
  const event = await eventOf(made);
  t.match(event, {
    endAt: '2026-06-10T23:00:00.000Z',
    attendance: 'mixed',
    onlineUrl: 'https://meet.example.com/x',
    description: 'Songs.\nBring a blanket.',
    category: { slug: 'music' },
    tags: ['open-air', 'jazz'],
    price: 12.5,
    capacity: 40,
    maxPerBooking: 4,
    rsvpUntil: '2026-06-09T10:00:00.000Z',
    visibility: 'private',
    enabledModules: ['bringList'],
    coverUrl: 'https://example.com/a.jpg',
    questions: [{ label: 'Which?', kind: 'choice', options: ['5 km', '10 km'], isRequired: true }],
  });
  await call(`PATCH /v1/events/${event.id}`, {
    as: mira,
    body: {
      ...{ metadata: { a: 'b' }, startAt: '2026-06-10T18:00:07.123Z' },
      enabledModules: ['bringList', 'playlist'],
    },
  });
  const before = (await call(`GET /v1/events/${event.id}`, { as: mira })).body;
  const edit = await browser.open(`/organise/${event.id}/edit`);
  t.equal(edit.status, 200);
  t.ok(Buffer.byteLength(edit.text) < 40_000, `${Buffer.byteLength(edit.text)} bytes`);
  const saved = await edit.press('Save');
  t.equal(locationOf(saved), `/organise/${event.id}?done=changed`);
  t.strictSame((await call(`GET /v1/events/${event.id}`, { as: mira })).body, before, 'nothing changes');
});

t.test('whole days end with their last one', async (t) => {
  const { browser, eventOf } = await openScene(t);
  const page = await browser.open('/organise/new');
  const typed = { ...typedEvent, isAllDay: '1', endAt: '2026-06-12T09:00' };
  const event = await eventOf(await page.press('Create event', typed));
  t.match(event, { isAllDay: true, startAt: '2026-06-09T22:00:00.000Z', endAt: '2026-06-12T22:00:00.000Z' });
  const edit = await browser.open(`/organise/${event.id}/edit`);
  t.strictSame([edit.field('startAt'), edit.field('endAt')], ['2026-06-10T00:00', '2026-06-12T00:00']);
});

t.test('a time that a clock change skips or repeats is asked about', async (t) => {
  const { browser, eventOf } = await openScene(t);
  const page = await browser.open('/organise/new');
  const repeated = await page.press('Create event', {
    ...typedEvent,
    startAt: '2026-10-25T02:30',
    endAt: '2026-10-25T06:00',
  });
  t.equal(repeated.status, 400);
  const choices = repeated.document.querySelectorAll('input[name=startAt-reading]');
  t.strictSame(
    choices.map((input) => input.getAttribute('value')),
    ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  );
  t.match(repeated.words, /02:30 CEST[\s\S]*02:30 CET/);
  const event = await eventOf(
    await repeated.press('Create event', { 'startAt-reading': '2026-10-25T01:30:00.000Z' }),
  );
  t.equal(event.startAt, '2026-10-25T01:30:00.000Z');
  const edit = await browser.open(`/organise/${event.id}/edit`);
  t.equal(
    locationOf(await edit.press('Save', { title: 'Later' })),
    `/organise/${event.id}?done=changed`,
    'it is asked once',
  );
  const skipped = await (await browser.open('/organise/new')).press('Create event', {
    ...typedEvent,
    startAt: '2027-03-28T02:30',
    endAt: '2027-03-28T06:00',
  });
  t.match(skipped.words, /01:30 CET[\s\S]*03:30 CEST/);
  t.equal(
    (await eventOf(await skipped.press('Create event', { 'startAt-reading': '2027-03-28T01:30:00.000Z' })))
      .startAt,
    '2027-03-28T01:30:00.000Z',
  );
});

t.test('an event online needs a zone of its own', async (t) => {
  const { browser, eventOf } = await openScene(t);
  const page = await browser.open('/organise/new');
  const typed = {
    ...typedEvent,
    attendance: 'online',
    timeZone: '',
    address: '',
    map: '',
    onlineUrl: 'https://meet.example.com/x',
  };
  const refused = await page.press('Create event', typed);
  t.strictSame(faultsOf(refused), ['timeZone']);
  const event = await eventOf(await refused.press('Create event', { timeZone: 'America/New_York' }));
  t.match(event, { attendance: 'online', startAt: '2026-06-11T00:00:00.000Z', location: { address: '' } });
});

t.test('what two change at once is lost to neither', async (t) => {
  const { browser, event, mira, call } = await openScene(t);
  const { id } = await event(mira, { title: 'Old', description: 'Old text.', capacity: 10 });
  const page = await browser.open(`/organise/${id}/edit`);
  await call(`PATCH /v1/events/${id}`, {
    as: mira,
    body: { description: 'Theirs', title: 'Their title', capacity: 20 },
  });
  const conflict = await page.press('Save', { title: 'My title', tags: 'mine' });
  t.equal(conflict.status, 409);
  t.match(conflict.words, 'Somebody changed the event while you were writing');
  t.match(conflict.words, /Somebody changed this meanwhile\. Stored now: Their title/);
  t.equal(conflict.field('title'), 'My title');
  t.equal(conflict.field('capacity'), '20', 'what they alone changed');
  t.equal(conflict.field('tags'), 'mine');
  const stored = async () => (await call(`GET /v1/events/${id}`, { as: mira })).body;
  t.equal((await stored()).title, 'Their title', 'nothing is written');
  t.equal(locationOf(await conflict.press('Save')), `/organise/${id}?done=changed`);
  t.match(await stored(), { title: 'My title', description: 'Theirs', capacity: 20, tags: ['mine'] });
});

t.test('a form that was open for a day says so, and keeps all', async (t) => {
  const { browser, world } = await openScene(t);
  const page = await browser.open('/organise/new');
  world.clock.advance(23 * 3_600_000);
  const old = await page.press('Create event', typedEvent);
  t.equal(old.status, 400);
  t.match(old.words, 'The page was open for a long time');
  const made = await browser.done(old, 'Create event');
  t.equal(made.document.querySelector('h1')?.text, 'Roof party');
});

t.test('a form of somebody who is signed out waits for them', async (t) => {
  const { browser, world, mira, mine, call } = await openScene(t);
  const page = await browser.open('/organise/new');
  await call('POST /v1/auth/sessions/end-others', { as: mira });
  const out = await page.press('Create event', typedEvent);
  t.equal(out.status, 400);
  t.match(out.words, 'nothing of what you typed is lost');
  t.equal(out.field('title'), 'Roof party');
  world.clock.advance(60_000);
  const codePage = await (await browser.open('/sign-in')).press('Send me a code', { phone: mira.phone });
  await codePage.press('Sign in', { code: world.smsSent.at(-1)?.code ?? '', stay: '1' });
  const again = await out.press('Send again');
  t.equal(again.field('title'), 'Roof party');
  t.equal((await again.press('Create event')).status, 303);
  t.equal((await mine()).length, 1);
});

t.test('a series has a rule in words', async (t) => {
  const { browser, eventOf, mine, call, mira } = await openScene(t);
  const page = await browser.open('/organise/new?series=1');
  const wrong = await page.press('Create series', { ...typedEvent, days: 'MO', interval: 'x' });
  t.strictSame(faultsOf(wrong), ['interval']);
  const offDay = await page.press('Create series', { ...typedEvent, days: 'MO', interval: '1', count: '4' });
  t.match(offDay.words, 'It starts on a day that is none of the rule');
  const first = await eventOf(await offDay.press('Create series', { days: 'WE' }));
  t.equal((await mine()).length, 4);
  const own = await browser.open(`/organise/${first.id}`);
  t.match(own.words, 'Every Wednesday');
  const [, second, third] = (await mine()).map(({ id }: { id: string }) => id);
  const edit = await browser.open(`/organise/${second}/edit`);
  const moved = await edit.press('Save', { scope: 'all', startAt: '2026-06-18T20:00' });
  t.strictSame(faultsOf(moved), ['startAt']);
  const all = await edit.press('Save', {
    scope: 'all',
    startAt: '2026-06-17T19:00',
    endAt: '2026-06-17T22:00',
    title: 'Later',
  });
  t.equal(locationOf(all), `/organise/${second}?done=changed`);
  const read = async (id: string) => (await call(`GET /v1/events/${id}`, { as: mira })).body;
  t.match(
    await read(first.id),
    { title: 'Roof party', startAt: '2026-06-10T18:00:00.000Z' },
    'what was before stays',
  );
  t.match(await read(third), {
    title: 'Later',
    startAt: '2026-06-24T17:00:00.000Z',
    endAt: '2026-06-24T20:00:00.000Z',
  });
  const one = await (await browser.open(`/organise/${third}/edit`)).press('Save', {
    title: 'Alone',
    scope: 'one',
  });
  t.equal(one.status, 303);
  t.strictSame(
    (await mine()).map(({ title }: { title: string }) => title),
    ['Roof party', 'Later', 'Alone', 'Later'],
  );
});

t.test('a change of a series keeps its times where the form leaves them', async (t) => {
  const { browser, eventOf, mine, call, mira } = await openScene(t);
  const page = await browser.open('/organise/new?series=1');
  // On 28 March 2027 the clocks skip 02:30.
  const first = await eventOf(
    await page.press('Create series', {
      ...typedEvent,
      ...{
        startAt: '2027-03-21T02:30',
        rsvpUntil: '2027-03-20T12:00',
        days: 'SU',
        interval: '1',
        count: '3',
      },
    }),
  );
  const starts = async () => (await mine()).map(({ startAt }: { startAt: string }) => startAt);
  const before = await starts();
  t.strictSame(before, ['2027-03-21T01:30:00.000Z', '2027-03-28T01:30:00.000Z', '2027-04-04T00:30:00.000Z']);
  const [, second] = (await mine()).map(({ id }: { id: string }) => id);
  const open = () => browser.open(`/organise/${second}/edit`);
  const renamed = await (await open()).press('Save', { scope: 'all', title: 'Later' });
  t.equal(renamed.status, 303);
  t.strictSame(await starts(), before);
  t.strictSame(
    (await mine()).map(({ title }: { title: string }) => title),
    ['Roof party', 'Later', 'Later'],
  );
  const longer = await (await open()).press('Save', { scope: 'all', endAt: '2027-03-28T06:30' });
  t.equal(longer.status, 303);
  t.strictSame(await starts(), before, 'another end leaves the starts');
  const late = await (await open()).press('Save', { scope: 'all', rsvpUntil: '2027-03-27T13:00' });
  t.strictSame(faultsOf(late), ['rsvpUntil']);
  const rule = await (await open()).press('Save', { scope: 'one', interval: '2' });
  t.strictSame(faultsOf(rule), ['scope']);
  const stale = await open();
  const [{ series }] = await mine();
  const ofSix = { rule: 'FREQ=WEEKLY;BYDAY=SU;COUNT=6', from: before[0] };
  await call(`PATCH /v1/event-series/${series.id}`, { as: mira, body: ofSix });
  t.equal((await mine()).length, 6);
  t.equal((await stale.press('Save', { scope: 'all', description: 'Bring soap.' })).status, 303);
  t.equal((await mine()).length, 6, 'a rule that others changed meanwhile stays');
  const days = await (await open()).press('Save', { scope: 'all', isAllDay: '1' });
  t.equal(days.status, 303);
  const third = (await mine())[2].id;
  t.match((await call(`GET /v1/events/${third}`, { as: mira })).body, {
    ...{ isAllDay: true, startAt: '2027-04-03T22:00:00.000Z', endAt: '2027-04-04T22:00:00.000Z' },
  });
  t.match((await call(`GET /v1/events/${first.id}`, { as: mira })).body, { isAllDay: false });
});

t.test('a copy is a new event without a date', async (t) => {
  const { browser, event, mira, mine, eventOf } = await openScene(t);
  const { id } = await event(mira, { title: 'Old', questions: [{ label: 'Why?', kind: 'text' }] });
  const page = await browser.open(`/organise/new?from=${id}`);
  t.strictSame([page.field('title'), page.field('startAt')], ['Old', '']);
  const copy = await eventOf(await page.press('Create event', { startAt: '2026-07-01T10:00' }));
  t.match(copy, { title: 'Old', startAt: '2026-07-01T09:00:00.000Z', questions: [{ label: 'Why?' }] });
  t.equal((await mine()).length, 2);
});

t.test('more questions can be asked before anything is sent', async (t) => {
  const { browser, mine } = await openScene(t);
  const page = await browser.open('/organise/new');
  const more = await page.press('Ask more', { title: 'Kept', 'question-0-label': 'One?' });
  t.equal(more.status, 200);
  t.equal(more.field('title'), 'Kept');
  t.ok(more.document.querySelector('input[name=question-1-label]'));
  t.strictSame(await mine(), []);
});
