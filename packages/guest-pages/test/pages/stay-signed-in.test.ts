import type { UserId } from '@event-platform/domain';
import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const phone = '+491711234567';

const openScene = async (t: Test, options: Parameters<typeof openTestSite>[1] = {}) => {
  const scene = await openTestSite(t, options);
  const organizer = await scene.person();
  const concert = await scene.event(organizer);
  const path = `/e/${concert.id}`;
  const guest = visitor(scene);
  const code = () => scene.world.smsSent.at(-1)?.code ?? '';
  const going = async (typed: Record<string, string> = {}, by = guest) => {
    scene.world.clock.advance(60_000);
    const codePage = await (await by.open(path)).press('Send me a code', { phone, answer: 'going' });
    return codePage.press('I’m going', { code: code(), ...typed });
  };
  const event = async () => (await scene.call(`GET /v1/events/${concert.id}`)).body;
  return { ...scene, organizer, concert, path, guest, code, going, event };
};

const session = /^__Host-session=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/;

t.test('the answer comes first, and the name last', async (t) => {
  const { guest, path, code, concert, organizer, call, event, world } = await openScene(t);
  const page = await guest.open(path);
  const names = page.document.querySelectorAll('#answer input').map((input) => input.getAttribute('name'));
  t.same(names, ['form', 'answer', 'answer', 'phone']);
  const codePage = await page.press('Send me a code', { phone, answer: 'interested' });
  t.notMatch(codePage.words, 'I’m going', 'it was answered');
  world.clock.advance(60_000);
  const resentPage = await codePage.press('Send the code again');
  t.equal(resentPage.field('answer'), 'interested', 'with the new code as well');
  const done = await resentPage.press('I’m interested', { code: code() });
  t.match(done.words, /You are interested[\s\S]*Your name/);
  t.notOk(done.headers['set-cookie']);
  t.equal((await event()).rsvpCount, 1);
  const wrong = await done.press('Save my name', { name: 'x'.repeat(101) });
  t.equal(wrong.status, 400);
  t.match(wrong.words, 'Enter a name');
  const namedPage = await wrong.press('Save my name', { name: ' Ida ' });
  t.match(namedPage.words, 'You are interested');
  t.notMatch(namedPage.words, 'Your name');
  const list = await call(`GET /v1/events/${concert.id}/attendees`, { as: organizer });
  t.equal(list.body.data[0].user.name, 'Ida', 'the organizer sees it');
  const other = await done.press('Save my name', { name: 'Eve' });
  t.equal(other.status, 200);
  const same = await call(`GET /v1/events/${concert.id}/attendees`, { as: organizer });
  t.equal(same.body.data[0].user.name, 'Ida', 'a receipt changes no name');
});

t.test('a guest who answered changes and withdraws for half an hour without another code', async (t) => {
  const { going, event, world, guest, path } = await openScene(t);
  const done = await going();
  const smsCount = world.smsSent.length;
  t.match((await done.press('I’m interested')).words, 'You are interested');
  const back = await done.press('I can’t make it');
  t.match(back.words, 'You are not coming');
  t.equal((await event()).rsvpCount, 0);
  t.match((await back.press('I’m going')).words, 'You are going');
  t.equal(world.smsSent.length, smsCount);
  const receipt = done.field('receipt') ?? '';
  const body = (value: string) =>
    new URLSearchParams({ form: done.field('form') ?? '', receipt: value, answer: 'none' }).toString();
  for (const forged of [`${receipt}x`, receipt.replace(/^./, 'B'), 'a.b'])
    t.match((await guest.send(`${path}/rsvp`, body(forged))).words, 'You are not signed in any more');
  world.clock.advance(30 * 60_000);
  const late = await guest.send(`${path}/rsvp`, body(receipt));
  t.equal(late.status, 400);
  t.equal((await event()).rsvpCount, 1);
});

t.test('a receipt dies after half an hour, even when it is used every five minutes', async (t) => {
  const { going, world } = await openScene(t);
  let page = await going();
  const change = () => page.press(/You are interested/.test(page.words) ? 'I’m going' : 'I’m interested');
  for (let minutes = 5; minutes < 30; minutes += 5) {
    world.clock.advance(5 * 60_000);
    page = await change();
    t.equal(page.status, 200, `${minutes} minutes`);
  }
  world.clock.advance(5 * 60_000);
  page = await change();
  t.match([page.status, page.words], [400, 'You are not signed in any more']);
});

t.test('a receipt ends with its session, whatever ends that', async (t) => {
  type Scene = Awaited<ReturnType<typeof openScene>>;
  type Ida = Awaited<ReturnType<Scene['person']>>;
  const ends = {
    'end-others': ({ call }: Scene, as: Ida) => call('POST /v1/auth/sessions/end-others', { as }),
    erasure: ({ call }: Scene, as: Ida) => call('DELETE /v1/auth/me', { as }),
    'a suspension, lifted or not': async ({ world }: Scene, { id }: Ida) => {
      const { moderation } = world.dependencies.stores;
      await moderation.suspend(id as UserId, { reason: 'Spam.', at: world.clock.now() });
      await moderation.lift(id as UserId);
    },
  };
  for (const [what, end] of Object.entries(ends)) {
    const scene = await openScene(t);
    const ida = await scene.person();
    scene.world.clock.advance(60_000);
    const asked = { phone: ida.phone, answer: 'going' };
    const codePage = await (await scene.guest.open(scene.path)).press('Send me a code', asked);
    const done = await codePage.press('I’m going', { code: scene.code() });
    const { body } = await scene.call('GET /v1/auth/sessions', { as: ida });
    t.equal(body.data.length, 1, 'it is not listed');
    t.equal((await done.press('I’m interested')).status, 200);
    await end(scene, ida);
    const page = await done.press('I’m interested');
    t.match([page.status, page.words], [400, 'You are not signed in any more'], what);
  }
});

t.test('a guest stays signed in on this device', async (t) => {
  const { going, event, guest, path, world } = await openScene(t);
  const done = await going({ stay: '1' });
  t.match(done.headers['set-cookie'], session);
  const ownPage = await guest.open(path);
  t.match(ownPage.words, /You are going[\s\S]*You answer as … 4567/);
  t.equal(ownPage.headers['cache-control'], 'private, no-store');
  t.notOk('etag' in ownPage.headers || 'set-cookie' in ownPage.headers, 'a GET writes nothing');
  const sessions = JSON.stringify(world.tables.sessions.rows());
  await guest.open(path);
  t.equal(JSON.stringify(world.tables.sessions.rows()), sessions);
  const smsCount = world.smsSent.length;
  const changedPage = await ownPage.press('I’m interested');
  t.match(changedPage.headers['set-cookie'], session, 'a POST rotates');
  t.match((await guest.open(path)).words, 'You are interested');
  t.match(
    (await (await guest.open(path)).press('Save my name', { name: 'Ida' })).words,
    'You are interested',
  );
  t.match((await guest.open(path)).words, 'You answer as Ida');
  t.equal(world.smsSent.length, smsCount);
  const foreign = await (await guest.open(path)).press(
    'I can’t make it',
    {},
    { headers: { 'sec-fetch-site': 'cross-site' } },
  );
  t.equal(foreign.status, 403);
  t.equal((await event()).rsvpCount, 1);
  const out = await (await guest.open(path)).press('Sign out');
  t.equal(out.status, 303);
  t.match(out.headers['set-cookie'], /^__Host-session=; Max-Age=0/);
  t.match((await guest.open(path)).words, 'Phone number');
  t.ok(world.tables.sessions.rows().at(-1)?.endedAt, 'the session ended');
});

t.test('a guest who stays answers again without a code when a form was refused', async (t) => {
  const { going, guest, event, world, path } = await openScene(t);
  await going({ stay: '1' });
  const smsCount = world.smsSent.length;
  const ownPage = await guest.open(path);
  world.clock.advance(3 * 3_600_000);
  const late = await ownPage.press('I’m interested');
  t.match([late.status, late.words], [400, /open for a long time[\s\S]*You answer as … 4567/]);
  t.notMatch(late.words, 'Phone number');
  const again = new URLSearchParams({ form: (await guest.open(path)).field('form') ?? '', answer: 'maybe' });
  const unknown = await guest.send(`${path}/rsvp`, again.toString());
  t.match([unknown.status, unknown.words], [400, 'Choose one of the answers']);
  t.match((await unknown.press('I’m interested')).words, 'You are interested');
  t.equal(world.smsSent.length, smsCount);
  t.match(await event(), { rsvpCount: 1 });
});

t.test('naming oneself right after the code keeps saying whose answer it is', async (t) => {
  const { going, guest, path } = await openScene(t);
  const done = await going({ stay: '1' });
  t.match(done.words, 'You answer as … 4567');
  const namedPage = await done.press('Save my name', { name: 'Ida' });
  t.match(namedPage.words, /You are going[\s\S]*You answer as Ida/);
  t.equal(namedPage.headers['cache-control'], 'private, no-store', 'it read the cookie');
  const ownPage = await guest.open(path);
  t.equal(ownPage.document.querySelectorAll('a[href$=".ics"]').length, 1, 'one calendar file is offered');
  const changedPage = await ownPage.press('I can’t make it');
  t.equal(changedPage.headers['cache-control'], 'private, no-store');
  t.equal((await guest.open(path)).document.querySelectorAll('a[href$=".ics"]').length, 1);
});

t.test('reloading the page of a guest who stays shows the answer again', async (t) => {
  const { guest, path, code, event, world } = await openScene(t);
  const codePage = await (await guest.open(path)).press('Send me a code', { phone, answer: 'going' });
  const answer = () => codePage.press('I’m going', { code: code(), stay: '1' });
  t.match((await answer()).headers['set-cookie'], session);
  const again = await answer();
  t.match([again.status, again.words], [200, 'You are going']);
  t.notOk(again.headers['set-cookie']);
  t.equal((await event()).rsvpCount, 1);
  t.equal(
    world.tables.sessions.rows().filter(({ isReceipt }) => !isReceipt).length,
    2,
    'with the organizer’s',
  );
});

t.test('no form signs a visitor in as somebody else', async (t) => {
  const { going, guest, path, code, call, world, person } = await openScene(t);
  await going({ stay: '1' });
  const attacker = await person();
  const askCode = async (by: typeof guest) => {
    world.clock.advance(60_000);
    return (await by.open(path)).press('Send me a code', { phone: attacker.phone, answer: 'going' });
  };
  const [plain, byCookie] = [visitor({ call }), visitor({ call })];
  await (await askCode(byCookie)).press('I’m going', { code: code(), stay: '1' });
  const codePage = await askCode(plain);
  const fields = { phone: attacker.phone, code: code(), answer: 'going', stay: '1', once: 'x' };
  const forms = [codePage.field('form') ?? '', (await byCookie.open(path)).field('form') ?? ''];
  for (const form of forms) {
    const page = await guest.send(`${path}/rsvp`, new URLSearchParams({ form, ...fields }).toString());
    t.match([page.status, page.words], [400, 'open for a long time']);
    t.notOk(page.headers['set-cookie']);
    const out = await guest.send('/sign-out', new URLSearchParams({ form }).toString());
    t.notOk(out.headers['set-cookie'], 'nor out');
    t.match((await guest.open(path)).words, 'You answer as … 4567');
  }
  const [, ownForm = ''] = forms;
  const page = await plain.send(`${path}/rsvp`, new URLSearchParams({ form: ownForm, ...fields }).toString());
  t.equal(page.status, 400, 'nor a visitor without a cookie with a form of the attacker’s own');
});

t.test('a receipt of one guest beside the cookie of another does nothing', async (t) => {
  const { going, guest, concert, world } = await openScene(t);
  const done = await going({ stay: '1' });
  const [others = ''] = String(done.headers['set-cookie']).split(';');
  world.clock.advance(60_000);
  const page = await guest.open(`/e/${concert.id}`, { headers: { cookie: '' } });
  const codePage = await page.press(
    'Send me a code',
    { phone: '+491719999999', answer: 'going' },
    { headers: { cookie: '' } },
  );
  const ownPage = await codePage.press(
    'I’m going',
    { code: world.smsSent.at(-1)?.code ?? '' },
    { headers: { cookie: '' } },
  );
  const namedPage = await ownPage.press('Save my name', { name: 'Eve' }, { headers: { cookie: others } });
  t.match([namedPage.status, namedPage.words], [400, 'open for a long time']);
  t.notMatch(namedPage.words, 'You answer as');
});

t.test('a cookie that was taken over ends the session, and an ended session is none', async (t) => {
  const { going, guest, path, world } = await openScene(t);
  const done = await going({ stay: '1' });
  const [stolen = ''] = String(done.headers['set-cookie']).split(';');
  for (const button of ['I’m interested', 'I’m going']) await (await guest.open(path)).press(button);
  const thief = { headers: { cookie: stolen } };
  t.match((await guest.open(path, thief)).words, 'Phone number', 'an old cookie shows nothing');
  const form = (await guest.open(path)).field('form') ?? '';
  const body = new URLSearchParams({ form, answer: 'none' }).toString();
  const refusal = await guest.send(`${path}/rsvp`, body, thief);
  t.equal(refusal.status, 400);
  t.match(refusal.words, 'You are not signed in any more');
  t.ok(world.tables.sessions.rows().at(-1)?.endedAt, 'a replay ends it');
  world.clock.advance(60_000);
  const codePage = await refusal.press('Send me a code', { phone });
  t.equal(codePage.status, 200, 'the form is of a browser that has no cookie any more');
});

t.test('no cached page is made for a cookie, and none with a cookie is cached', async (t) => {
  const { going, guest, path, call } = await openScene(t);
  const plain = () => call(`GET ${path}`);
  const before = await plain();
  const done = await going({ stay: '1' });
  const anonymous = await plain();
  t.match(anonymous.headers['cache-control'], 'public');
  t.match(anonymous.headers.vary, /\bcookie\b/, 'a shared cache keeps them apart');
  t.not(anonymous.headers.etag, before.headers.etag, 'it counts the answer');
  const etag = String(anonymous.headers.etag);
  for (const cookie of [
    String(done.headers['set-cookie']).split(';')[0] ?? '',
    '__Host-session=forged.value',
    'other=1; __Host-session=',
  ]) {
    const ownResponse = await call(`GET ${path}`, { headers: { cookie, 'if-none-match': etag } });
    t.equal(ownResponse.status, 200, 'not even a 304');
    t.equal(ownResponse.headers['cache-control'], 'private, no-store');
    t.notOk(ownResponse.headers.etag);
    const again = await plain();
    t.equal(again.text, anonymous.text, 'byte for byte');
    t.equal(again.headers.etag, etag);
  }
  const other = await call(`GET ${path}`, { headers: { cookie: 'consent=1; session=1' } });
  t.equal(other.text, anonymous.text, 'cookies of others are not ours');
  t.match(other.headers['cache-control'], 'public');
  t.match((await guest.open(path)).words, 'You are going');
});

t.test('over plain http the cookie has no prefix', async (t) => {
  const { going, guest, path } = await openScene(t, { with: { publicUrl: 'http://localhost:3000' } });
  const done = await going({ stay: '1' });
  t.match(done.headers['set-cookie'], /^session=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  t.match((await guest.open(path)).words, 'You are going');
});

t.test('nothing refers to an app that the operator has not', async (t) => {
  const without = await openScene(t);
  const done = await without.going();
  t.notMatch(`${(await without.guest.open(without.path)).words} ${done.words}`, /\bapp\b/i);
  const apple = ['ABCDE12345.com.example.events'];
  const configured = await openScene(t, { site: { appLinks: { apple, android: [] } } });
  t.match((await configured.going()).words, 'In the app');
});
