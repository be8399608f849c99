import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const phone = '+491711234567';
const minute = 60_000;

const openScene = async (t: Test, options: Parameters<typeof openTestSite>[1] = {}) => {
  const scene = await openTestSite(t, options);
  const organizer = await scene.person();
  const concert = await scene.event(organizer);
  const code = () => scene.world.smsSent.at(-1)?.code ?? '';
  return { ...scene, organizer, concert, path: `/e/${concert.id}`, code, guest: visitor(scene) };
};

t.test('a guest answers a public event', async (t) => {
  const { guest, path, code, call, concert, world } = await openScene(t);
  const first = await guest.open(path);
  t.equal(first.status, 200);
  for (const words of ['Lantern concert', 'Songs by the canal', 'Free', '13:00–15:00 GMT+1'])
    t.match(first.words, words);
  const codePage = await first.press('Send me a code', { phone });
  t.match((await codePage.press('I’m interested', { code: code() })).words, 'You are interested');
  t.match((await call(`GET /v1/events/${concert.id}`)).body, { rsvpCount: 1 });
  world.clock.advance(60_000);
  const again = await (await guest.open(path)).press('Send me a code', { phone });
  const going = await again.press('I’m going', { code: code() });
  t.match(going.words, 'You are going');
  t.match(going.document.querySelector('title')?.text, 'You are going');
  t.match((await call(`GET /v1/events/${concert.id}`)).body, { rsvpCount: 1 });
  const calendar = await call(`GET ${path}/calendar.ics`);
  t.match(calendar.text.replaceAll('\r\n ', ''), `URL;VALUE=URI:https://events.example.com${path}`);
  t.match(calendar.headers['content-disposition'], `event-${concert.id}.ics`);
});

t.test('forms with wrong fields come back with what was typed', async (t) => {
  const { guest, path, code, world } = await openScene(t);
  const page = await guest.open(path);
  for (const wrong of ['', '12', 'x'.repeat(5_000), '+49 171 123"><script>', '0171', '\u0000']) {
    const visit = await page.press('Send me a code', { phone: wrong });
    t.equal(visit.status, 400, wrong.slice(0, 20));
    t.match(visit.words, 'Enter a phone number');
    t.equal(visit.field('phone'), wrong.slice(0, 64).trim(), 'still there');
    t.notMatch(visit.text, '<script>');
  }
  const smsCount = world.smsSent.length;
  const token = page.field('form');
  for (const body of [
    '',
    'phone=%2B491711234567',
    `form=${token}&phone=%2B491711234567&phone=%2B491711234568`,
    `form=${token}&form=${token}&phone=%2B491711234567`,
    `form=${'A'.repeat(22)}&phone=%2B491711234567`,
    `form[]=${token}&phone=%2B491711234567`,
    '__proto__=1&constructor=2',
    '%ff=%zz&&&=',
  ]) {
    const visit = await guest.send(`${path}/code`, body);
    t.equal(visit.status, 400, body);
    t.ok(visit.document.querySelector('form'), 'the form again');
  }
  t.equal(world.smsSent.length, smsCount, 'nothing was sent');
  const codePage = await guest.send(`${path}/code`, `form=${token}&phone=%2B491711234567&extra=1&admin=true`);
  t.equal(codePage.status, 200, 'foreign fields do no harm');
  for (const wrong of ['', '12345', 'abcd', '１２３']) {
    const visit = await codePage.press('I’m going', { code: wrong });
    t.equal(visit.status, 400, wrong);
    t.match(visit.words, 'Enter the digits');
    t.equal(visit.field('phone'), phone);
  }
  const fields = new URLSearchParams({ form: codePage.field('form') ?? '', phone, code: code() });
  for (const status of ['', 'null', 'declined', 'GOING']) {
    const visit = await guest.send(`${path}/rsvp`, `${fields}&status=${status}`);
    t.equal(visit.status, 400, status);
    t.match(visit.words, 'Choose one of the answers');
    t.equal(visit.field('code'), code(), 'the code is not used');
  }
  const wrong = await codePage.press('I’m going', { code: code() === '1111' ? '2222' : '1111' });
  t.match(wrong.words, 'This code is wrong');
  t.match((await wrong.press('I’m going', { code: code() })).words, 'You are going');
});

t.test('a form token is of one page and of two hours', async (t) => {
  const { guest, path, world, event, organizer, code } = await openScene(t);
  const other = await event(organizer, { title: 'Other' });
  const page = await guest.open(path);
  const token = page.field('form') ?? '';
  const body = (form: string) => new URLSearchParams({ form, phone }).toString();
  t.equal((await guest.send(`/e/${other.id}/code`, body(token))).status, 400, 'of another page');
  t.equal(world.smsSent.length, 1);
  world.clock.set(new Date(world.clock.now().getTime() + 3_600_000));
  const codePage = await page.press('Send me a code', { phone });
  t.equal(codePage.status, 200, 'the hour after');
  world.clock.advance(3_600_000);
  const late = await page.press('Send me a code', { phone });
  t.equal(late.status, 400);
  t.match(late.words, 'The page was open for a long time');
  t.equal(late.field('phone'), phone, 'nothing is lost');
  const renewedPage = await late.press('Send me a code');
  t.equal(renewedPage.status, 200, 'pressing once more works');
  world.clock.advance(7_200_000);
  const stale = await renewedPage.press('I’m interested', { code: code() });
  t.equal(stale.status, 400);
  t.same([stale.field('phone'), stale.field('code')], [phone, code()]);
});

t.test('forms of other websites are refused', async (t) => {
  const { guest, path, world } = await openScene(t);
  const page = await guest.open(path);
  const smsCount = world.smsSent.length;
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://events.example.com.evil.example' },
    { origin: 'not a url' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://events.example.com' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-site', origin: 'null' },
    { origin: 'null', cookie: 'session=another' },
    { origin: 'null', cookie: 'session=another', 'sec-fetch-site': 'none' },
  ];
  for (const headers of foreign) {
    const visit = await page.press('Send me a code', { phone }, { headers });
    t.equal(visit.status, 403, JSON.stringify(headers));
    t.match(visit.words, 'Sent from another website');
  }
  t.equal(world.smsSent.length, smsCount);
  const own: Record<string, string>[] = [
    { origin: 'https://events.example.com', 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: 'null' },
    { origin: 'null', cookie: 'theme=dark', 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of own)
    t.equal(
      (await page.press('Send me a code', { phone }, { headers })).status,
      200,
      JSON.stringify(headers),
    );
  t.equal(
    (await guest.open(path, { headers: { 'sec-fetch-site': 'cross-site' } })).status,
    200,
    'links may come from anywhere',
  );
});

t.test('limits are those of the API, and their pages keep what was typed', async (t) => {
  const { guest, path, call } = await openScene(t);
  const ip = '198.51.100.77';
  for (const _ of [1, 2, 3, 4])
    await call('POST /v1/auth/otp/start', { body: { phone: '+491719999999' }, ip });
  const page = await guest.open(path, { ip });
  t.equal((await page.press('Send me a code', { phone }, { ip })).status, 200, 'the fifth');
  const refusal = await page.press('Send me a code', { phone }, { ip });
  t.equal(refusal.status, 429);
  t.equal(refusal.headers['content-type'], 'text/html; charset=utf-8');
  t.ok(Number(refusal.headers['retry-after']) > 0);
  t.match(refusal.words, /Too many tries[\s\S]*Wait 10 minutes/);
  t.equal(refusal.field('phone'), phone);
  t.equal((await call('POST /v1/auth/otp/start', { body: { phone }, ip })).status, 429, 'one budget');
  const again = await refusal.press('Try again', {}, { ip: '198.51.100.78' });
  t.match(again.words, 'Enter your code', 'the same form works once the limit allows it');
});

t.test('while the database is away a page keeps what was typed', async (t) => {
  const { guest, path, world, code } = await openScene(t);
  const codePage = await (await guest.open(path)).press('Send me a code', { phone });
  const { eventCatalog } = world.dependencies.stores;
  const { detail } = eventCatalog;
  Object.assign(eventCatalog, { detail: () => Promise.reject(new Error('secret of the database')) });
  const brokenPage = await codePage.press('I’m interested', { code: code() });
  t.equal(brokenPage.status, 500);
  t.match(brokenPage.words, 'Something went wrong');
  t.notMatch(brokenPage.text, 'secret of the database');
  t.same(
    [brokenPage.field('phone'), brokenPage.field('code'), brokenPage.field('answer')],
    [phone, code(), 'interested'],
  );
  Object.assign(eventCatalog, { detail });
  t.match((await brokenPage.press('Try again')).words, 'You are interested');
});

t.test('an old form of a cancelled or ended event is refused, and no code is sent', async (t) => {
  const { guest, path, world, call, concert, organizer, event } = await openScene(t);
  const second = `/e/${(await event(organizer)).id}`;
  const forms = [
    { at: path, old: await guest.open(path), words: 'This event was cancelled' },
    { at: second, old: await guest.open(second), words: 'This event is over' },
  ];
  await call(`POST /v1/events/${concert.id}/cancel`, { as: organizer });
  world.clock.advance(3 * 86_400_000);
  const smsCount = world.smsSent.length;
  for (const { at, old, words } of forms) {
    const start = await old.press('Send me a code', { phone });
    t.equal(start.status, 409, at);
    t.match(start.words, words);
    const fields = `form=${old.field('form')}&phone=%2B491711234567&code=1234&status=going`;
    t.equal((await guest.send(`${at}/rsvp`, fields)).status, 409, at);
  }
  t.equal(world.smsSent.length, smsCount);
});

t.test('after the deadline an answer can only be taken back', async (t) => {
  const { guest, organizer, event, code, call, world } = await openScene(t);
  const { id } = await event(organizer, { rsvpUntil: '2026-06-01T14:00:00.000Z' });
  const path = `/e/${id}`;
  const first = await guest.open(path);
  t.match(first.words, 'Answer until');
  await (await first.press('Send me a code', { phone })).press('I’m going', { code: code() });
  t.match((await call(`GET /v1/events/${id}`)).body, { rsvpCount: 1 });
  world.clock.set(new Date('2026-06-01T14:00:00.000Z'));
  const smsCount = world.smsSent.length;
  const late = await first.press('Send me a code', { phone, answer: 'going' });
  t.equal(late.status, 409);
  t.match(late.words, 'Answers are closed');
  t.equal(world.smsSent.length, smsCount, 'no SMS');
  const page = await guest.open(path);
  t.match(page.words, 'Answers are closed');
  t.notMatch(page.words, 'I’m going');
  const codePage = await page.press('Send me a code', { phone });
  const done = await codePage.press('I can’t make it', { code: code() });
  t.match(done.words, 'You are not coming');
  t.notMatch(done.words, 'I’m going');
  t.match((await call(`GET /v1/events/${id}`)).body, { rsvpCount: 0 });
});

t.test('an online event tells where it is once one is going', async (t) => {
  const { guest, organizer, event, code, call } = await openScene(t);
  const onlineUrl = 'https://meet.example/secret-room';
  const body = { attendance: 'online', onlineUrl, timeZone: 'Europe/Berlin' };
  const { id } = await event(organizer, body);
  const first = await guest.open(`/e/${id}`);
  t.match(first.words, 'You get the link once you are going');
  t.notMatch(first.text, 'secret-room');
  t.match(first.text, '"VirtualLocation"');
  t.match(first.text, 'OnlineEventAttendanceMode');
  const german = await call(`GET /e/${id}`, { headers: { 'accept-language': 'de' } });
  t.match(german.text, 'Den Link bekommst du');
  const codePage = await first.press('Send me a code', { phone, answer: 'going' });
  t.match((await codePage.press('I’m going', { code: code() })).text, onlineUrl);
  t.notMatch((await call(`GET /e/${id}`)).text, 'secret-room');
  t.notMatch((await call(`GET /e/${id}/calendar.ics`)).text, 'secret-room');
});

t.test('what an event asks is answered together with the code', async (t) => {
  const { guest, organizer, event, code, call } = await openScene(t);
  const questions = [
    { label: 'Food?', kind: 'choice', options: ['Meat', 'Vegetables'], isRequired: true },
    { label: 'Vegan?', kind: 'yesNo' },
    { label: 'Days?', kind: 'choices', options: ['One', 'Two'] },
    { label: 'More <b>?', kind: 'text' },
  ];
  const { id } = await event(organizer, { questions });
  const [food, vegan, , more] = (await call(`GET /v1/events/${id}`)).body.questions.map(
    (one: { readonly id: string }) => one.id,
  );
  const first = await guest.open(`/e/${id}`);
  const codePage = await first.press('Send me a code', { phone, answer: 'going' });
  t.match(codePage.words, 'Food? (required)');
  t.match(codePage.text, 'More &lt;b&gt;?');
  const refusal = await codePage.press('I’m going', { code: code(), [`q-${vegan}`]: 'no' });
  t.equal(refusal.status, 400);
  t.match(refusal.words, 'Please answer all required questions');
  t.match(refusal.words, 'Food? Please answer this question.');
  t.equal(refusal.words.match(/Please answer this question/g)?.length, 1, 'it is named, and no other');
  t.match((await call(`GET /v1/events/${id}`)).body, { rsvpCount: 0 });
  const done = await refusal.press('I’m going', { code: code(), [`q-${food}`]: 'Vegetables' });
  t.match(done.words, 'You are going');
  const { body } = await call(`GET /v1/events/${id}/attendees`, { as: organizer });
  t.match(body.data, [{ rsvp: 'going', answers: { [food]: 'Vegetables', [vegan]: false } }]);
  t.notOk(more in body.data[0].answers);
});

t.test('guests change what they answered, and keep the answer itself', async (t) => {
  const { guest, organizer, event, code, call, world } = await openScene(t);
  const questions = [
    { label: 'Food?', kind: 'choice', options: ['Meat', 'Vegetables'], isRequired: true },
    { label: 'Days?', kind: 'choices', options: ['One', 'Two'], isRequired: true },
    { label: 'Vegan?', kind: 'yesNo' },
  ];
  const rsvpUntil = new Date(world.clock.now().getTime() + 5 * minute).toISOString();
  const { id } = await event(organizer, { questions, rsvpUntil });
  const [food, days, vegan] = (await call(`GET /v1/events/${id}`)).body.questions.map(
    (one: { readonly id: string }) => one.id,
  );
  const answers = async () =>
    (await call(`GET /v1/events/${id}/attendees`, { as: organizer })).body.data.map(
      (one: { readonly rsvp: string; readonly answers: object }) => [one.rsvp, one.answers],
    );
  const codePage = await (await guest.open(`/e/${id}`)).press('Send me a code', { phone, answer: 'going' });
  const formAnswers = { [`q-${food}`]: 'Meat', [`q-${days}`]: 'One', [`q-${vegan}`]: 'yes' };
  const done = await codePage.press('I’m going', { code: code(), stay: '1', ...formAnswers });
  t.match(done.words, 'You are going');
  const changedPage = await done.press('Save answers', { [`q-${food}`]: 'Vegetables' });
  t.match([changedPage.status, changedPage.words], [200, 'Your answers are saved']);
  t.strictSame(await answers(), [['going', { [food]: 'Vegetables', [days]: ['One'], [vegan]: true }]]);
  // After the deadline, too, and by the cookie.
  world.clock.advance(10 * minute);
  const later = await guest.open(`/e/${id}`);
  t.match(later.text, 'value="Vegetables" required checked');
  const last = await later.press('Save answers', { [`q-${vegan}`]: 'no' });
  t.match([last.status, last.words], [200, 'Your answers are saved']);
  const expected = { [food]: 'Vegetables', [days]: ['One'], [vegan]: false };
  t.strictSame(await answers(), [['going', expected]]);
  const empty = await last.press('Save answers', { [`q-${days}`]: '' });
  t.match([empty.status, empty.words], [400, 'Please answer all required questions']);
  t.match(empty.words, 'Days? Please answer this question.');
  t.match(empty.words, 'You are going');
  t.strictSame(await answers(), [['going', expected]]);
  const forgedPage = await guest.send(`/e/${id}/answers`, `form=forged&q-${food}=Meat`);
  t.equal(forgedPage.status, 400);
  t.strictSame(await answers(), [['going', expected]]);
});

t.test('a guest who stays signed in is told what is missing where they answer', async (t) => {
  const { guest, organizer, event, code, call } = await openScene(t);
  const question = { label: 'Days?', kind: 'choices', options: ['One', 'Two'], isRequired: true };
  const first = await event(organizer);
  const { id } = await event(organizer, { questions: [question] });
  const codePage = await (await guest.open(`/e/${first.id}`)).press('Send me a code', {
    phone,
    answer: 'going',
  });
  await codePage.press('I’m going', { code: code(), stay: '1' });
  t.notMatch((await guest.open(`/e/${first.id}`)).words, 'An answer that the organizer needs is missing.');
  await call(`PATCH /v1/events/${first.id}`, { as: organizer, body: { questions: [question] } });
  t.match((await guest.open(`/e/${first.id}`)).words, 'An answer that the organizer needs is missing.');
  const missingPage = await (await guest.open(`/e/${id}`)).press('I’m going');
  t.match([missingPage.status, missingPage.words], [400, 'Please answer all required questions']);
  t.equal((await call(`GET /v1/events/${id}`)).body.rsvpCount, 0);
  const [{ id: days }] = (await call(`GET /v1/events/${id}`)).body.questions;
  t.match((await missingPage.press('I’m going', { [`q-${days}`]: 'Two' })).words, 'You are going');
});
