import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { type Visit, visitor } from '../../test-support/visitor.ts';

const path = '/notice-settings';

const tickedOn = ({ document }: Visit) =>
  document.querySelectorAll('input[checked]').map((box) => box.getAttribute('name'));

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const ada = await scene.person();
  const guest = visitor(scene);
  scene.world.clock.advance(60_000);
  const signIn = async (typed = {}) => {
    const codePage = await (await guest.open(path)).press('Send me a code', { phone: ada.phone });
    return codePage.press('Sign in', { code: scene.world.smsSent.at(-1)?.code ?? '', ...typed });
  };
  const settings = async () => (await scene.call('GET /v1/me/notice-settings', { as: ada })).body;
  return { ...scene, ada, guest, signIn, settings };
};

t.test('a guest without an app chooses mails and reminders', async (t) => {
  const { guest, signIn, settings, world } = await openScene(t);
  const closedPage = await guest.open(path);
  t.equal(closedPage.headers['cache-control'], 'private, no-store');
  t.notMatch(closedPage.words, 'Save', 'nothing is shown to strangers');
  const page = await signIn();
  t.match(page.words, /What we tell you[\s\S]*15 minutes before[\s\S]*1 hour before[\s\S]*1 week before/);
  t.strictSame(tickedOn(page), ['email', 'reminder-120', 'reminder-1440'], 'the defaults');
  const saved = await page.press('Save', { email: 'no', 'reminder-120': 'no', 'reminder-15': '1' });
  t.equal(saved.status, 200);
  t.match(saved.words, 'Saved.');
  t.strictSame(await settings(), {
    ...{ email: false, reminders: ['PT15M', 'P1D'] },
    ...{ activity: 'daily', push: true, pushPreview: 'title' },
  });
  world.clock.advance(29 * 60_000);
  const again = await saved.press('Save', { email: '1' });
  t.match(again.words, 'Saved.');
  t.strictSame(tickedOn(again), ['email', 'reminder-15', 'reminder-1440']);
  world.clock.advance(31 * 60_000);
  const late = await again.press('Save');
  t.equal(late.status, 400);
  t.match(late.words, 'not signed in any more');
});

t.test('a device that stays signed in needs no code', async (t) => {
  const { call, ada, guest, signIn, settings } = await openScene(t);
  const page = await signIn({ stay: '1' });
  t.ok(page.headers['set-cookie']);
  const chosen = { email: true, activity: 'off', push: false, pushPreview: 'none' };
  await call('PUT /v1/me/notice-settings', { as: ada, body: { ...chosen, reminders: ['PT90M'] } });
  const open = await guest.open(path);
  t.notOk('set-cookie' in open.headers, 'a GET writes nothing');
  t.match(open.words, /90 minutes before[\s\S]*You answer as … /, 'what an app chose is kept');
  const saved = await open.press('Save', { 'reminder-90': 'no' });
  t.match(saved.words, /Saved\.[\s\S]*You answer as/);
  t.strictSame(await settings(), { ...chosen, reminders: [] });
  const german = await guest.open(path, { headers: { 'accept-language': 'de' } });
  t.match(german.words, /Was wir dir mitteilen[\s\S]*1 Tag vorher[\s\S]*2 Tage vorher/);
});

t.test('the address of the account is shown, added and removed', async (t) => {
  const { signIn, world, call, ada } = await openScene(t);
  const page = await signIn();
  t.match(page.words, /With an address you hear of changes by e-mail/);
  t.notMatch(page.words, 'Remove the address');
  const codePage = await page.press('Send me a code by e-mail', { email: 'ada@mail.example' });
  await world.performJobs();
  const code = world.emailCodesSent.at(-1)?.code ?? '';
  t.match((await codePage.press('Confirm my address', { code })).words, 'ada@mail.example');
  const shown = await page.press('Save');
  t.match(shown.words, /Mails go to ada@mail\.example/);
  const removed = await shown.press('Remove the address');
  t.equal(removed.status, 200);
  t.match(removed.words, /Saved\.[\s\S]*With an address you hear/);
  t.notMatch(removed.words, 'ada@mail.example');
  t.equal((await call('GET /v1/auth/me', { as: ada })).body.email, null);
});

t.test('what cannot be saved stays in the form', async (t) => {
  const { guest, signIn, settings } = await openScene(t);
  const page = await signIn();
  const all = Object.fromEntries([15, 60, 120, 1_440, 2_880, 10_080].map((n) => [`reminder-${n}`, '1']));
  const tooMany = await page.press('Save', all);
  t.equal(tooMany.status, 400);
  t.match(tooMany.words, 'Choose at most 5 reminders');
  t.equal(tooMany.document.querySelectorAll('input[checked][name^=reminder]').length, 6);
  t.strictSame((await settings()).reminders, ['P1D', 'PT2H']);
  const body = (form: string) => new URLSearchParams({ form, 'reminder-3': '1' }).toString();
  const forgedPage = await guest.send(`${path}/save`, body('x'.repeat(22)));
  t.equal(forgedPage.status, 400);
  t.match(forgedPage.words, 'press the button once more');
  const unknownPage = await guest.send(`${path}/save`, body(page.field('form') ?? ''));
  t.match(unknownPage.words, 'not signed in any more');
  const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
  t.equal((await page.press('Save', {}, foreign)).status, 403);
});
