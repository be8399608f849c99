import t, { type Test } from 'tap';
import { signedIn } from '../../../test-support/signed-in.ts';
import { openTestSite } from '../../../test-support/test-site.ts';
import { visitor } from '../../../test-support/visitor.ts';

const path = '/my/events';

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const ada = await scene.person();
  const answer = (id: string, status: string, as = ada) =>
    scene.call(`POST /v1/events/${id}/rsvp`, { as, body: { status } });
  const book = (id: string, quantity: number, as = ada) =>
    scene.call(`PUT /v1/events/${id}/booking`, { as, body: { quantity } });
  return { ...scene, organizer, ada, guest: visitor(scene), answer, book };
};

t.test('a guest without an app sees what they go to, wait for and organize', async (t) => {
  const scene = await openScene(t);
  const { organizer, ada, guest, answer, book, event, call, person } = scene;
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
  t.equal((await guest.open(path)).status, 303, 'nothing is shown to strangers');
  const browser = await signedIn(scene, ada);
  const page = await browser.open(path);
  t.equal(page.headers['cache-control'], 'private, no-store');
  t.equal(page.status, 200);
  const cards = page.document.querySelectorAll('.card');
  t.strictSame(
    cards.map((card) => [card.querySelector('h3')?.text, card.querySelectorAll('p').at(-1)?.text]),
    [
      ['My own', 'You are going'],
      ['Perhaps', 'You are interested'],
      ['Booked it', '2 seats are yours.'],
      ['Waiting for it', 'You are on the waitlist, place 1, for 1 seat.'],
      ['Going there', 'You are going'],
      ['Called off', 'This event was cancelled'],
      ['Over', 'You are going'],
    ],
  );
  t.equal(cards[0]?.getAttribute('href'), `/e/${own.id}`);
});

t.test('what the page has no room for is a link away, page by page', async (t) => {
  const scene = await openScene(t);
  const { organizer, ada, answer, book, event, call } = scene;
  for (let day = 0; day < 31; day += 1) {
    const startAt = new Date(Date.parse('2026-06-10T12:00:00Z') + day * 86_400_000).toISOString();
    const endAt = startAt.replace('T12', 'T14');
    const { id } = await event(organizer, { title: `Going ${day}`, startAt, endAt, capacity: 3 });
    await answer(id, 'going');
    if (day < 13) await call(`POST /v1/events/${id}/save`, { as: ada, body: { saved: true } });
    if (day === 0) await book(id, 1);
  }
  for (let count = 0; count < 12; count += 1) {
    const { id } = await event(organizer, { title: `Invited ${count}` });
    await call(`POST /v1/events/${id}/invites`, { as: organizer, body: { userIds: [ada.id] } });
  }
  const browser = await signedIn(scene, ada);
  const page = await browser.open(path);
  const links = page.document
    .querySelectorAll('main .links-row a, main p > a')
    .map((link) => link.getAttribute('href'));
  t.ok(links.includes('/my/events/answered') && links.includes('/my/events/saved'));
  t.notOk(links.includes('/my/events/booked'), 'all of these are there');
  t.ok(links.includes('/my/events?invited=2'));
  t.notMatch((await browser.open('/my/events?invited=2')).words, 'Invited 1');
  const second = await browser.open('/my/events/answered?page=2');
  t.strictSame(
    second.document.querySelectorAll('.card h3').map(({ text }) => text),
    ['Going 30'],
  );
  t.match(second.document.querySelector('.pager a')?.getAttribute('href'), 'page=1');
  t.equal((await browser.open('/my/events/booked')).document.querySelectorAll('.card').length, 1);
  t.match((await browser.open('/my/events/saved')).words, /All that I saved[\s\S]*Saved/);
  t.match((await browser.open('/my/events/pastBooked')).words, 'There is nothing here.');
  t.equal((await browser.open('/my/events/others')).status, 404);
});

t.test('who has nothing to come is led to what is on, in either language', async (t) => {
  const scene = await openScene(t);
  const browser = await signedIn(scene, scene.ada);
  const page = await browser.open(path);
  t.match(page.words, 'you have answered to nothing that is still to come');
  const german = await browser.open(`${path}?lang=de`);
  t.match(german.words, 'Du hast zu nichts geantwortet');
  const links = german.document.querySelectorAll('header a').map((link) => link.getAttribute('href'));
  t.ok(links.includes('/my/events?lang=en'), 'the same page in the other language');
});

t.test('each page leads to the events of a guest', async (t) => {
  const { guest, event, organizer } = await openScene(t);
  const { id } = await event(organizer);
  for (const address of ['/', `/e/${id}`, '/notice-settings']) {
    const { document } = await guest.open(address);
    t.equal(document.querySelector('header a[href^="/my/events"]')?.text, 'My events', address);
  }
});
