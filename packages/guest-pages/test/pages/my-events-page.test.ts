import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const path = '/my-events';

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const ada = await scene.person();
  const guest = visitor(scene);
  scene.world.clock.advance(60_000);
  const signIn = async (typed = {}) => {
    const codePage = await (await guest.open(path)).press('Send me a code', { phone: ada.phone });
    return codePage.press('Sign in', { code: scene.world.smsSent.at(-1)?.code ?? '', ...typed });
  };
  const answer = (id: string, status: string, as = ada) =>
    scene.call(`POST /v1/events/${id}/rsvp`, { as, body: { status } });
  const book = (id: string, quantity: number, as = ada) =>
    scene.call(`PUT /v1/events/${id}/booking`, { as, body: { quantity } });
  return { ...scene, organizer, ada, guest, signIn, answer, book };
};

t.test('a guest without an app sees what they go to, wait for and organize', async (t) => {
  const { organizer, ada, guest, signIn, answer, book, event, call, person, world } = await openScene(t);
  const add = (title: string, day: number, more: object = {}, host = organizer) =>
    event(host, {
      title,
      startAt: `2026-06-1${day}T12:00:00Z`,
      endAt: `2026-06-1${day}T14:00:00Z`,
      ...more,
    });
  const going = await add('Going there', 5);
  const waiting = await add('Waiting for it', 4, { capacity: 1 });
  const booked = await add('Booked it', 3, { capacity: 5 });
  const interested = await add('Perhaps', 2);
  const cancelled = await add('Called off', 6);
  const own = await add('My own', 1, {}, ada);
  await add('Unrelated', 7);
  const over = await add('Over', 0, { startAt: '2026-05-01T12:00:00Z', endAt: '2026-05-01T14:00:00Z' });
  for (const { id } of [going, cancelled, own, over]) await answer(id, 'going');
  await answer(interested.id, 'interested');
  await book(waiting.id, 1, await person());
  await book(waiting.id, 1);
  await book(booked.id, 2);
  await call(`POST /v1/events/${cancelled.id}/cancel`, { as: organizer });
  const closedPage = await guest.open(path);
  t.equal(closedPage.headers['cache-control'], 'private, no-store');
  t.match(closedPage.words, 'Sign in to see your events');
  t.notMatch(closedPage.words, 'Going there', 'nothing is shown to strangers');
  const page = await signIn({ stay: '1' });
  t.equal(page.status, 200);
  const cards = page.document.querySelectorAll('.card');
  t.strictSame(
    cards.map((card) => [card.querySelector('h2')?.text, card.querySelectorAll('p').at(-1)?.text]),
    [
      ['My own', 'You are going'],
      ['Perhaps', 'You are interested'],
      ['Booked it', '2 seats are yours.'],
      ['Waiting for it', 'You wait for 1 seat. Your place in the queue: 1.'],
      ['Going there', 'You are going'],
      ['Called off', 'This event was cancelled'],
    ],
  );
  t.equal(cards[0]?.getAttribute('href'), `/e/${own.id}`);
  const again = await guest.open(path);
  t.equal(again.document.querySelectorAll('.card').length, 6, 'who stays signed in needs no code');
  t.match(again.words, /You answer as .*Sign out/);
  const out = await again.press('Not you? Sign out');
  t.equal(out.status, 303);
  world.clock.advance(60_000);
  t.match((await guest.open(path)).words, 'Sign in to see your events');
});

t.test('who has nothing to come is led to what is on, in either language', async (t) => {
  const { signIn, guest } = await openScene(t);
  const page = await signIn({ stay: '1' });
  t.match(page.words, 'you have answered to nothing that is still to come');
  const german = await guest.open(`${path}?lang=de`);
  t.match(german.words, 'Du hast zu nichts geantwortet');
  const links = german.document.querySelectorAll('footer a').map((link) => link.getAttribute('href'));
  t.ok(links.includes('/my-events?lang=en'), 'the same page in the other language');
});

t.test('each page leads to the events of a guest', async (t) => {
  const { guest, event, organizer } = await openScene(t);
  const { id } = await event(organizer);
  for (const address of ['/', `/e/${id}`, '/notice-settings']) {
    const { document } = await guest.open(address);
    t.equal(document.querySelector('header a[href^="/my-events"]')?.text, 'My events', address);
  }
});
