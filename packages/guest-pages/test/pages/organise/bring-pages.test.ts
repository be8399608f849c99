import t, { type Test } from 'tap';
import { signedIn } from '../../../test-support/signed-in.ts';
import { openTestSite } from '../../../test-support/test-site.ts';
import type { Visit } from '../../../test-support/visitor.ts';

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const [mira, ada] = [await scene.person(), await scene.person()];
  await scene.call('PATCH /v1/auth/me', { as: ada, body: { name: 'Ada' } });
  const { id } = await scene.event(mira, { enabledModules: ['bringList'] });
  const list = `/v1/events/${id}/bring-list`;
  const items = async () => (await scene.call(`GET ${list}`, { as: mira })).body.data;
  const claim = async (item: string, quantity: number) => {
    await scene.call(`POST /v1/events/${id}/rsvp`, { as: ada, body: { status: 'going' } });
    return scene.call(`PUT ${list}/${item}/claim`, { as: ada, body: { quantity } });
  };
  return { ...scene, mira, ada, id, list, items, claim, browser: await signedIn(scene, mira) };
};

const faultsOf = ({ document }: Visit) =>
  document.querySelectorAll('.wrong').map(({ id }) => id.replace(/-fault$/, ''));

t.test('an organizer writes down what guests may bring', async (t) => {
  const { browser, id, items, claim } = await openScene(t);
  const own = await browser.open(`/organise/${id}`);
  t.match(own.words, 'Write down what guests can bring');
  const page = await browser.open(`/organise/${id}/bring`);
  t.match(page.words, 'Nothing is on the list yet');
  const wrong = await page.press('Add', { thing: 'x'.repeat(101), quantity: 'many' });
  t.equal(wrong.status, 400);
  t.strictSame(faultsOf(wrong), ['thing', 'quantity']);
  t.match(wrong.words, 'at most 100 characters');
  const added = await browser.done(page, 'Add', { thing: 'Salad <b>', quantity: '3' });
  t.match(added.words, /Added[\s\S]*Salad <b>\s+3 of 3 left/);
  t.equal((await page.press('Add', { thing: 'Salad <b>', quantity: '3' })).status, 303, 'sent twice');
  const [salad] = await items();
  t.match(await items(), [{ title: 'Salad <b>', quantity: 3 }]);
  t.equal((await items()).length, 1);
  await claim(salad.id, 2);
  t.match((await browser.open(`/organise/${id}/bring`)).words, /1 of 3 left\s*Ada \(2\)/);
  const change = await browser.open(`/organise/${id}/bring?item=${salad.id}`);
  const below = await change.press('Save', { quantity: '1' });
  t.equal(below.status, 409);
  t.match(below.words, 'Guests bring 2 of it already');
  t.match((await browser.done(below, 'Save', { thing: 'Soup', quantity: '4' })).words, /Soup\s+2 of 4 left/);
  const gone = await browser.done(change, 'Remove it, and what guests promised of it');
  t.match(gone.words, 'Nothing is on the list yet');
  const late = await change.press('Save', { thing: 'Cake' });
  t.equal(late.status, 404);
  t.match(late.words, 'That is not there any more');
});

t.test('a long list stays light, page by page', async (t) => {
  const { browser, id, list, call, mira } = await openScene(t);
  for (let item = 0; item < 21; item += 1)
    await call(`POST ${list}`, { as: mira, body: { title: `${item} ${'x'.repeat(90)}`, quantity: 9 } });
  const first = await browser.open(`/organise/${id}/bring`);
  t.ok(Buffer.byteLength(first.text) < 40_000, `${Buffer.byteLength(first.text)} bytes`);
  t.equal(first.document.querySelectorAll('.brings li').length, 20);
  const second = await browser.open(`/organise/${id}/bring?page=2&lang=de`);
  t.match(second.words, /20 x+\s+noch 9 von 9/);
});

t.test('who does not manage the event, or where it has no list, finds no such page', async (t) => {
  const { browser, id, call, mira, ada, world } = await openScene(t);
  const stranger = await signedIn({ call, world }, ada);
  t.equal((await stranger.open(`/organise/${id}/bring`)).status, 404);
  const page = await browser.open(`/organise/${id}/bring`);
  await call(`PATCH /v1/events/${id}`, { as: mira, body: { enabledModules: [] } });
  t.equal((await browser.open(`/organise/${id}/bring`)).status, 404);
  t.equal((await page.press('Add', { thing: 'Cake', quantity: '1' })).status, 404);
  t.notMatch((await browser.open(`/organise/${id}`)).words, 'What guests bring');
});
