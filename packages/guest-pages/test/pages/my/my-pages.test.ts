import t, { type Test } from 'tap';
import { locationOf, signedIn } from '../../../test-support/signed-in.ts';
import { openTestSite } from '../../../test-support/test-site.ts';
import { visitor } from '../../../test-support/visitor.ts';

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const ada = await scene.person();
  return { ...scene, ada };
};

t.test('a sign-in leads back to where one came from, and nowhere else', async (t) => {
  const scene = await openScene(t);
  const enter = async (back: string, typed = {}) => {
    const browser = visitor(scene);
    scene.world.clock.advance(60_000);
    const { phone } = await scene.person();
    scene.world.clock.advance(60_000);
    const page = await browser.open(`/sign-in?back=${encodeURIComponent(back)}`);
    const codePage = await page.press('Send me a code', { phone });
    return codePage.press('Sign in', { code: scene.world.smsSent.at(-1)?.code ?? '', ...typed });
  };
  const kept = await enter('/organise/new?series=1', { stay: '1' });
  t.equal(locationOf(kept), '/organise/new?series=1');
  t.match(String(kept.headers['set-cookie']), /^__Host-session=.*Max-Age=2592000/);
  const forNow = await enter('/my/account');
  t.equal(locationOf(forNow), '/my/account');
  t.match(String(forNow.headers['set-cookie']), '__Host-session=');
  t.notMatch(String(forNow.headers['set-cookie']), 'Max-Age', 'it ends with the window');
  for (const elsewhere of [
    'https://example.org/',
    '//example.org',
    '/\\example.org',
    'javascript:x',
    '',
    '/a b',
    '/ä',
    '/日本',
  ])
    t.equal(locationOf(await enter(elsewhere)), '/my/events', elsewhere);
});

t.test('a session of one window stays one of one window', async (t) => {
  const scene = await openScene(t);
  const browser = await signedIn(scene, scene.ada, {});
  const saved = await (await browser.open('/my/account')).press('Save', { name: 'Ada' });
  t.equal(locationOf(saved), '/my/account?done=saved');
  t.notMatch(String(saved.headers['set-cookie']), 'Max-Age');
  t.equal((await browser.open('/my/account')).field('name'), 'Ada');
  t.equal(locationOf(await browser.open('/sign-in')), '/my/events', 'who is signed in goes on');
});

t.test('a wrong code and a wrong number keep the way back', async (t) => {
  const scene = await openScene(t);
  const browser = visitor(scene);
  scene.world.clock.advance(60_000);
  const page = await browser.open('/sign-in?back=/organise');
  const wrong = await page.press('Send me a code', { phone: 'x' });
  t.equal(wrong.status, 400);
  const codePage = await wrong.press('Send me a code', { phone: scene.ada.phone });
  const refused = await codePage.press('Sign in', { code: '0000' });
  t.equal(refused.status, 400);
  const code = scene.world.smsSent.at(-1)?.code ?? '';
  t.equal(locationOf(await refused.press('Sign in', { code })), '/organise');
});

t.test('the profile is changed, with what is wrong at its field', async (t) => {
  const scene = await openScene(t);
  const { ada, call, person } = scene;
  await call('PATCH /v1/auth/me', { as: await person(), body: { username: 'taken' } });
  const browser = await signedIn(scene, ada);
  const page = await browser.open('/my/account');
  const taken = await page.press('Save', { username: 'taken', bio: 'Kept' });
  t.equal(taken.status, 409);
  t.match(taken.words, 'Somebody has this name already');
  t.match(taken.document.querySelector('textarea[name=bio]')?.text ?? '', 'Kept');
  const wrong = await taken.press('Save', { username: '!', avatarUrl: 'x' });
  t.strictSame(
    wrong.document.querySelectorAll('.wrong').map(({ id }) => id),
    ['username-fault', 'avatarUrl-fault'],
  );
  const done = await browser.done(wrong, 'Save', { username: 'ada', avatarUrl: '', city: 'Berlin' });
  t.match(done.words, 'Saved.');
  t.match((await call('GET /v1/auth/me', { as: ada })).body, {
    username: 'ada',
    bio: 'Kept',
    city: 'Berlin',
  });
});

t.test('an address is added with its code and removed, and a language chosen', async (t) => {
  const scene = await openScene(t);
  const { ada, call, world } = scene;
  const me = async () => (await call('GET /v1/auth/me', { as: ada })).body;
  const browser = await signedIn(scene, ada);
  const page = await browser.open('/my/account');
  t.match(page.words, 'With an address you hear of changes by e-mail.');
  t.match(
    (await page.press('Send me a code by e-mail', { email: 'x' })).words,
    'This is not an e-mail address',
  );
  const codePage = await page.press('Send me a code by e-mail', { email: 'ada@mail.example' });
  t.match(codePage.words, /Enter your code[\s\S]*ada@mail\.example/);
  await world.performJobs();
  const wrong = await codePage.press('Confirm my address', { code: '12' });
  t.strictSame([wrong.status, (await me()).email], [400, null]);
  const { code = '' } = world.emailCodesSent.at(-1) ?? {};
  const proven = await wrong.press('Confirm my address', { code });
  t.match(proven.words, 'Your address is confirmed');
  t.ok(proven.document.querySelector('a[href="/my/account"]'));
  const known = await browser.open('/my/account');
  t.match([known.words, (await me()).email], ['Mails go to ada@mail.example.', 'ada@mail.example']);
  const removed = await browser.done(known, 'Remove the address');
  t.match([removed.words, (await me()).email], ['The address is removed.', null]);

  await (await browser.open('/my/account')).press('Save', { locale: 'de' });
  t.equal((await me()).locale, 'de');
  await call('PATCH /v1/auth/me', { as: ada, body: { locale: 'fr-CA' } });
  await (await browser.open('/my/account')).press('Save');
  t.equal((await me()).locale, 'fr-CA', 'what an app chose stays');
  await (await browser.open('/my/account')).press('Save', { locale: '' });
  t.equal((await me()).locale, null);
});

t.test('sessions, blocks, export and erasure', async (t) => {
  const scene = await openScene(t);
  const { ada, call, person, world } = scene;
  const blocked = await person();
  await call('PATCH /v1/auth/me', { as: blocked, body: { name: 'Mallory' } });
  await call(`PUT /v1/me/blocked-users/${blocked.id}`, { as: ada });
  const browser = await signedIn(scene, ada);
  const page = await browser.open('/my/account');
  t.match(page.words, 'Mallory');
  t.match(page.words, 'this browser');
  t.notMatch((await browser.done(page, 'Unblock')).words, 'Mallory');
  const exported = await (await browser.open('/my/account')).press('Download all that is kept about you');
  t.equal(exported.status, 200);
  t.match(exported.headers['content-disposition'], 'attachment');
  t.ok(JSON.parse(exported.text).exportedAt);
  await browser.done(await browser.open('/my/account'), 'End');
  t.equal((await call('GET /v1/auth/me', { as: ada })).status, 401);
  world.clock.advance(3_600_000);
  const old = await (await browser.open('/my/account/delete')).press('Yes, delete it for good');
  t.equal(old.status, 403);
  t.match(old.words, 'needs a new code');
  const fresh = await signedIn(scene, ada);
  const gone = await (await fresh.open('/my/account/delete')).press('Yes, delete it for good');
  t.equal(locationOf(gone), '/');
  t.match(locationOf(await fresh.open('/my/account')), '/sign-in?back=');
});

t.test('circles are made, filled, renamed and deleted', async (t) => {
  const scene = await openScene(t);
  const { ada, call, person } = scene;
  await call('PATCH /v1/auth/me', { as: await person(), body: { name: 'Bob', username: 'bob' } });
  const browser = await signedIn(scene, ada);
  const page = await browser.open('/my/circles');
  t.match((await page.press('Make it', { name: ' ' })).words, 'Enter a name');
  const circle = await browser.done(page, 'Make it', { name: 'Friends' });
  t.equal((await page.press('Make it', { name: 'Friends' })).status, 303, 'sent twice');
  t.equal((await call('GET /v1/me/circles', { as: ada })).body.data.length, 1);
  t.match((await circle.press('Add', { usernames: 'nobody' })).words, 'Nobody has this username');
  const added = await browser.done(circle, 'Add', { usernames: '@bob' });
  t.match(added.words, /1 person[\s\S]*Bob/);
  t.notMatch((await browser.done(added, 'Remove')).words, 'Bob');
  const renamed = await browser.done(added, 'Rename', { name: 'Good friends' });
  t.equal(renamed.document.querySelector('h1')?.text, 'Good friends');
  const stranger = await signedIn(scene, await person());
  const [, address = ''] = /action="(\/my\/circles\/[^/]+)\/add"/.exec(renamed.text) ?? [];
  t.equal((await stranger.open(address)).status, 404);
  t.match((await browser.done(renamed, 'Delete the circle')).words, 'You have no circle yet');
});

t.test('invitations, what is saved and what is past stand with one’s events', async (t) => {
  const scene = await openScene(t);
  const { ada, call, person, event } = scene;
  const mira = await person();
  await call('PATCH /v1/auth/me', { as: mira, body: { name: 'Mira' } });
  const party = await event(mira, { title: 'Party', visibility: 'private' });
  await call(`POST /v1/events/${party.id}/invites`, { as: mira, body: { userIds: [ada.id] } });
  const fair = await event(mira, { title: 'Fair' });
  await call(`POST /v1/events/${fair.id}/save`, { as: ada, body: { saved: true } });
  const browser = await signedIn(scene, ada);
  const page = await browser.open('/my/events');
  t.match(page.words, /You are invited[\s\S]*Party[\s\S]*by Mira[\s\S]*Saved[\s\S]*Fair/);
  const declined = await browser.done(page, 'Decline');
  t.match(declined.words, 'You declined the invitation');
  t.notMatch(declined.words, 'Party');
});

t.test('the old address of one’s events leads to the new one', async (t) => {
  const { call } = await openScene(t);
  const { status, headers } = await call('GET /my-events?lang=de');
  t.strictSame([status, headers.location], [301, '/my/events?lang=de']);
});

t.test('who signs out is signed out', async (t) => {
  const scene = await openScene(t);
  const browser = await signedIn(scene, scene.ada);
  t.equal((await browser.open('/my/account')).status, 200);
  const forged = await browser.send('/sign-out', 'form=x');
  t.equal(forged.status, 303);
  t.equal((await browser.open('/my/account')).status, 200, 'without the token of a form nothing happens');
});
