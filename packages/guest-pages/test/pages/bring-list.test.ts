import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const phone = '+491711234567';

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const { id } = await scene.event(organizer, { enabledModules: ['bringList'] });
  const list = `/v1/events/${id}/bring-list`;
  const add = async (title: string, quantity: number) =>
    (await scene.call(`POST ${list}`, { as: organizer, body: { title, quantity } })).body.id as string;
  const guest = visitor(scene);
  const path = `/e/${id}`;
  const going = async () => {
    const codePage = await (await guest.open(path)).press('Send me a code', { phone, answer: 'going' });
    return codePage.press('I’m going', { code: scene.world.smsSent.at(-1)?.code ?? '' });
  };
  const items = async () => (await scene.call(`GET ${list}`)).body.data;
  return { ...scene, organizer, id, list, add, guest, path, going, items };
};

t.test('a guest takes one thing, and gives it back', async (t) => {
  const { add, guest, path, going, items } = await openScene(t);
  t.notMatch((await guest.open(path)).words, 'What guests bring', 'nothing is on the list');
  await add('Salad <b>', 2);
  await add('Cake', 1);
  const first = await guest.open(path);
  t.match(first.words, /What guests bring\s+Salad <b>\s+2 of 2 left\s+Cake\s+1 of 1 left/);
  t.match(first.words, 'Say that you are coming');
  t.notOk(first.document.querySelector('.brings button'));
  const here = await going();
  const button = here.document.querySelector('.brings button');
  t.equal(button?.getAttribute('aria-label'), 'I’ll bring one: Salad <b>');
  const one = await here.press('I’ll bring one');
  t.match(one.words, /Thank you for bringing something[\s\S]*1 of 2 left · you bring 1/);
  t.match((await here.press('I’ll bring one')).words, 'you bring 1', 'the same press again changes nothing');
  t.match((await one.press('I’ll bring one')).words, /nothing left · you bring 2/);
  t.match(await items(), [{ claimed: 2 }, { claimed: 0 }]);
  t.match((await guest.open(path)).words, 'nothing left', 'the page of all others is current');
  const less = await (await one.press('I’ll bring one')).press('One less');
  t.match(less.words, /1 of 2 left · you bring 1/);
  t.match((await less.press('One less')).words, 'You took it back');
  t.match(await items(), [{ claimed: 0 }, { claimed: 0 }]);
});

t.test('another guest was faster', async (t) => {
  const { add, going, call, list, organizer, items } = await openScene(t);
  const cake = await add('Cake', 1);
  const here = await going();
  await call(`PUT ${list}/${cake}/claim`, { as: organizer, body: { quantity: 1 } });
  const refusal = await here.press('I’ll bring one');
  t.equal(refusal.status, 409);
  t.match(refusal.words, /Another guest was faster[\s\S]*nothing left/);
  t.match(await items(), [{ claimed: 1 }]);
});

t.test('who is not coming takes nothing', async (t) => {
  const { add, going, guest, path, items } = await openScene(t);
  const cake = await add('Cake', 1);
  const here = await going();
  const away = await here.press('I can’t make it');
  t.notOk(away.document.querySelector('.brings button'));
  const fields = {
    form: here.field('form') ?? '',
    receipt: here.field('receipt') ?? '',
    answer: `bring ${cake} 1`,
  };
  const refusal = await guest.send(`${path}/rsvp`, new URLSearchParams(fields).toString());
  t.equal(refusal.status, 409);
  t.match(refusal.words, 'Say first that you are coming');
  for (const answer of ['bring', 'bring x', `bring ${cake} 1000`, `bring ${cake} -1`]) {
    const wrong = await guest.send(`${path}/rsvp`, new URLSearchParams({ ...fields, answer }).toString());
    t.equal(wrong.status, 400, answer);
  }
  t.match(await items(), [{ claimed: 0 }]);
});

t.test('a long list is cut to what a page may hold, and an ended event shows none', async (t) => {
  const { add, guest, path, world } = await openScene(t);
  for (let nr = 0; nr < 100; nr += 1) await add(`${nr} ${'&'.repeat(90)}`, 9);
  const page = await guest.open(path);
  t.ok(Buffer.byteLength(page.text) < 30_000, `${Buffer.byteLength(page.text)} bytes`);
  t.match(page.words, /and \d+ more things/);
  world.clock.advance(40 * 86_400_000);
  t.notMatch((await guest.open(path)).words, 'What guests bring');
});

t.test('the bring list of a private event is shown to those who joined it', async (t) => {
  const { add, call, event, organizer, guest, world } = await openScene(t);
  await add('Cake', 1);
  const party = await event(organizer, { visibility: 'private', enabledModules: ['bringList'] });
  const item = { as: organizer, body: { title: 'Lanterns', quantity: 3 } };
  await call(`POST /v1/events/${party.id}/bring-list`, item);
  const { body } = await call(`POST /v1/events/${party.id}/invites`, {
    as: organizer,
    body: { emails: ['friend@example.org'] },
  });
  const page = await guest.open(new URL(body.inviteLink).pathname);
  t.notMatch(page.words, 'Lanterns');
  const codePage = await page.press('Send me a code', { phone, answer: 'going' });
  const joinedPage = await codePage.press('Yes, I’m coming', { code: world.smsSent.at(-1)?.code ?? '' });
  t.match((await joinedPage.press('I’ll bring one')).words, /Lanterns\s+2 of 3 left · you bring 1/);
});

t.test('a page that was read before shows what has changed since', async (t) => {
  const { add, guest, path, call, organizer, id } = await openScene(t);
  await guest.open(path);
  await add('Salad', 2);
  t.match((await guest.open(path)).words, 'Salad');
  const change = (body: object) => call(`PATCH /v1/events/${id}`, { as: organizer, body });
  await change({ enabledModules: [] });
  t.notMatch((await guest.open(path)).words, 'Salad', 'the list is gone');
  await change({ enabledModules: ['bringList'] });
  const pages = await Promise.all([1, 2, 3].map(() => guest.open(path)));
  for (const { words } of pages) t.match(words, 'Salad', 'it is back');
  await change({ visibility: 'private' });
  t.equal((await guest.open(path)).status, 404);
});
