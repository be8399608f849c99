import t from 'tap';
import { openInvitationScene, phone } from '../../test-support/invitation-scene.ts';

t.test('a guest accepts a mailed invitation with a phone and a code', async (t) => {
  const { guest, mailed, code, attending, world, signIn, call, party } = await openInvitationScene(t);
  const link = await mailed();
  const first = await guest.open(link);
  t.equal(first.status, 200);
  for (const words of ['Mira invites you', 'Roof party', 'Maybachufer 1, Berlin', '13:00–15:00 GMT+1'])
    t.match(first.words, words);
  for (const words of ['Songs by the canal', 'Show on a map', 'Free'])
    t.match(first.words, words, 'what the API shows its holder');
  t.notMatch(first.words, 'person is going', 'none is');
  const second = await first.press('Send me a code', { phone: ` ${phone} ` });
  t.equal(second.status, 200);
  t.equal(world.smsSent.at(-1)?.phone, phone);
  const third = await second.press('Yes, I’m coming', { code: code() });
  t.equal(third.status, 200);
  t.match(third.words, 'You are going');
  t.match(third.words, '1 person is going');
  t.equal(await attending(), 1);
  t.match(world.tables.sessions.rows().at(-1), { isReceipt: true, endedAt: null });
  const calendar = await call(`GET ${third.document.querySelector('a[href$=".ics"]')?.getAttribute('href')}`);
  t.match(calendar.headers['content-type'], 'text/calendar');
  t.match(calendar.text, `UID:${party.id}@event-platform`);
  for (const part of [/^GEO:52/m, /Songs by the canal/]) t.match(calendar.text, part);
  t.notMatch(calendar.text, /^URL/m, 'no public page');
  const same = await signIn(phone);
  t.match((await call(`GET /v1/events/${party.id}`, { as: same })).body, { myRsvp: 'going' }, 'one account');
});

t.test('repeating an answer says the same and changes nothing', async (t) => {
  const { mailed, code, attending, world, askCode } = await openInvitationScene(t);
  const link = await mailed();
  const codePage = await askCode(link);
  const accept = () => codePage.press('Yes, I’m coming', { code: code() });
  const together = await Promise.all([accept(), accept(), accept()]);
  for (const visit of together) t.match(visit.words, 'You are going', 'pressed three times');
  const people = world.tables.users.rows().length;
  world.clock.advance(600_000);
  const later = await accept();
  t.equal(later.status, 200);
  t.match(later.words, 'You are going', 'reloaded');
  t.equal(await attending(), 1);
  t.equal(world.tables.users.rows().length, people);
  const again = await askCode(link);
  t.match(
    (await again.press('Yes, I’m coming', { code: code() })).words,
    'You are going',
    'with another code',
  );
  t.equal(await attending(), 1);
  const wrong = await codePage.press('Yes, I’m coming', { code: '0000' });
  t.equal(wrong.status, 400, 'another code is another form');
});

t.test('a shared link takes many guests and offers no declining', async (t) => {
  const { guest, invite, code, attending, world, askCode } = await openInvitationScene(t);
  const link = await invite({ emails: ['friend@example.org'] });
  for (const number of ['+491711111111', '+491712222222']) {
    const codePage = await askCode(link, number);
    t.notMatch(codePage.words, 'No, I can’t come');
    t.match((await codePage.press('Yes, I’m coming', { code: code() })).words, 'You are going');
  }
  t.equal(await attending(), 2);
  const codePage = await askCode(link, '+491713333333');
  const fields = new URLSearchParams({
    phone: '+491713333333',
    code: code(),
    form: codePage.field('form') ?? '',
  });
  const declinedPage = await guest.send(`${link}/decline`, fields.toString());
  t.equal(declinedPage.status, 404);
  t.match(declinedPage.words, 'Invitation not found');
  t.ok(world.tables.sessions.rows().every(({ isReceipt }, index) => index === 0 || isReceipt));
});

t.test('a guest declines, and changes their mind', async (t) => {
  const { mailed, code, attending, call, organizer, party, askCode } = await openInvitationScene(t);
  const link = await mailed();
  const ask = () => askCode(link);
  const codePage = await ask();
  const decline = () => codePage.press('No, I can’t come', { code: code() });
  const declinedPage = await decline();
  t.match(declinedPage.words, 'You declined');
  t.notOk(declinedPage.document.querySelector('a[href$=".ics"]'));
  t.match((await decline()).words, 'You declined', 'repeated');
  const list = await call(`GET /v1/events/${party.id}/invites`, { as: organizer });
  t.equal(list.body.data[0].status, 'declined');
  t.match((await (await ask()).press('Yes, I’m coming', { code: code() })).words, 'You are going');
  t.equal(await attending(), 1);
  t.match((await (await ask()).press('No, I can’t come', { code: code() })).words, 'You declined');
  t.equal(await attending(), 0, 'the user who had accepted is no longer going');
  t.match((await (await ask()).press('Yes, I’m coming', { code: code() })).words, 'You are going');
  t.equal(await attending(), 1);
});

t.test('a shared link shows the preview until its visitor has joined', async (t) => {
  const { guest, invite, code, call } = await openInvitationScene(t);
  const link = await invite({ emails: ['friend@example.org'] });
  const first = await guest.open(link);
  t.notMatch(first.text, /Songs by the canal|openstreetmap/);
  t.notMatch((await call(`GET ${link}/calendar.ics`)).text, /GEO:|Songs by the canal/);
  const codePage = await first.press('Send me a code', { phone, answer: 'interested' });
  const joinedPage = await codePage.press('I’m interested', { code: code(), stay: '1' });
  t.match(joinedPage.words, /You are interested[\s\S]*Songs by the canal/);
  const ownPage = await guest.open(link);
  t.match(ownPage.words, /You are interested[\s\S]*Songs by the canal/);
  t.equal(ownPage.headers['cache-control'], 'private, no-store');
  t.match((await guest.open(`${link}/calendar.ics`)).text, /^GEO:/m);
  t.notMatch((await call(`GET ${link}`)).text, 'Songs by the canal', 'others see what they saw');
});

t.test('“I can’t make it” comes first as well, and clears the RSVP', async (t) => {
  const { guest, mailed, code, attending, call, organizer, party, world } = await openInvitationScene(t);
  const link = await mailed();
  const answer = async (value: string, button: string) => {
    world.clock.advance(60_000);
    const codePage = await (await guest.open(link)).press('Send me a code', { phone, answer: value });
    return codePage.press(button, { code: code() });
  };
  const going = await answer('interested', 'I’m interested');
  t.equal(await attending(), 1);
  t.notMatch(going.words, 'No, I can’t come', 'one way out');
  t.match((await going.press('I can’t make it')).words, 'You are not coming');
  t.equal(await attending(), 0);
  t.match((await answer('declined', 'No, I can’t come')).words, 'You declined');
  const status = async () =>
    (await call(`GET /v1/events/${party.id}/invites`, { as: organizer })).body.data[0].status;
  t.equal(await status(), 'accepted', 'who had accepted stays a guest without an RSVP');
  const again = await answer('going', 'Yes, I’m coming');
  const withdrawnPage = await again.press('I can’t make it');
  t.match(withdrawnPage.words, 'You are not coming');
  t.equal(await attending(), 0);
  t.equal(await status(), 'accepted', 'withdrawing declines nothing');
});

t.test('a personal link alone does not tell where an event is online', async (t) => {
  const { guest, mailed, code, call, organizer, party } = await openInvitationScene(t);
  const onlineUrl = 'https://meet.example/secret-room';
  await call(`PATCH /v1/events/${party.id}`, { as: organizer, body: { attendance: 'mixed', onlineUrl } });
  const link = await mailed();
  const first = await guest.open(link);
  t.match(first.words, 'You get the link once you are going');
  t.notMatch(first.text, 'secret-room');
  t.notMatch((await call(`GET ${link}/calendar.ics`)).text, 'secret-room');
  const codePage = await first.press('Send me a code', { phone, answer: 'going' });
  t.match((await codePage.press('Yes, I’m coming', { code: code() })).text, onlineUrl);
});
