import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const phone = '+491711234567';

const openScene = async (t: Test, event: object = {}, headers: Record<string, string> = {}) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const concert = await scene.event(organizer, { capacity: 4, maxPerBooking: 3, ...event });
  const code = () => scene.world.smsSent.at(-1)?.code ?? '';
  const path = `/e/${concert.id}`;
  const guest = visitor(scene, { headers });
  const book = async (quantity: string, button = 'Book seats', more = {}) =>
    (await (await guest.open(path)).press('Send me a code', { phone, answer: 'book', quantity })).press(
      button,
      {
        code: code(),
        ...more,
      },
    );
  const fill = async (quantity: number) => {
    const other = await scene.person();
    await scene.call(`PUT /v1/events/${concert.id}/booking`, { as: other, body: { quantity } });
    return other;
  };
  const detail = async () => (await scene.call(`GET /v1/events/${concert.id}`)).body;
  return { ...scene, organizer, concert, path, code, guest, book, fill, detail };
};

t.test('a guest books seats with a phone code, and gets a check-in code', async (t) => {
  const { guest, path, book, detail, call, concert, organizer } = await openScene(t);
  const first = await guest.open(path);
  t.match(first.words, /4 seats left[\s\S]*Book seats[\s\S]*at most 3/);
  t.notMatch(first.words, 'without a seat');
  const bookedPage = await book('2');
  t.equal(bookedPage.status, 200);
  t.match(bookedPage.words, /Your seats are booked[\s\S]*2 seats are yours\./);
  t.match(bookedPage.document.querySelector('title')?.text, 'Your seats are booked');
  t.match(await detail(), { bookedCount: 2, goingCount: 1 });
  const qr = bookedPage.document.querySelector('svg.qr');
  t.equal(qr?.getAttribute('aria-label'), 'Your check-in code as a QR code');
  const ticket = bookedPage.document.querySelector('.ticket code')?.text;
  const checkIn = await call(`POST /v1/events/${concert.id}/check-in`, {
    as: organizer,
    body: { code: ticket },
  });
  t.equal(checkIn.body.isFirst, true, 'the code works at the door');
  t.match(bookedPage.words, 'Take a picture of it', 'who does not stay signed in loses the page');
  t.match(bookedPage.words, /I can’t make it.*gives your seats back/);
  const more = await bookedPage.press('Change my seats', { quantity: '3' });
  t.match(more.words, '3 seats are yours.');
  const endedPage = await more.press('I can’t make it');
  t.match(endedPage.words, 'You are not coming');
  t.notMatch(endedPage.words, 'Your seats', 'no booking is offered after a no');
  t.notOk(endedPage.document.querySelector('svg.qr'));
  t.match(await detail(), { bookedCount: 0, goingCount: 0 }, 'answer and seats are one');
});

t.test('where seats can be booked, that is the one main button', async (t) => {
  const { guest, path, code } = await openScene(t);
  const codePage = await (await guest.open(path)).press('Send me a code', { phone, answer: 'interested' });
  const page = await codePage.press('I’m interested', { code: code() });
  const main = ({ document }: typeof page) =>
    document.querySelectorAll('main button:not(.second):not(.plain), main .button:not(.second)');
  t.strictSame(
    main(page).map(({ text }) => text),
    ['Book seats'],
  );
  const booked = await page.press('Book seats', { quantity: '1' });
  t.strictSame(
    main(booked).map(({ text }) => text),
    ['Add to my calendar'],
  );
});

t.test('what does not fit waits, and the page shows the place', async (t) => {
  const { guest, path, book, fill, call, concert } = await openScene(t);
  const holder = await fill(3);
  await fill(2);
  await call(`DELETE /v1/events/${concert.id}/booking`, { as: holder });
  await fill(2);
  t.match((await guest.open(path)).words, /no seats left[\s\S]*Join the waitlist/);
  const waitingPage = await book('1', 'Join the waitlist', { stay: '1' });
  t.match(waitingPage.words, /You are on the waitlist[\s\S]*You are on the waitlist, place 1, for 1 seat\./);
  t.notOk(waitingPage.document.querySelector('svg.qr'), 'no code to show yet');
  const later = await guest.open(path);
  t.match(
    later.words,
    /You are on the waitlist[\s\S]*place 1, for 1 seat\./,
    'for a guest who stays signed in',
  );
  t.notMatch(later.words, 'You are going');
  t.match(later.words, /3 people are going · 1 waiting · no seats left/);
  t.equal(later.headers['cache-control'], 'private, no-store');
  t.match(later.words, 'takes you off the waitlist');
  t.match((await later.press('I can’t make it')).words, 'You are not coming');
});

t.test('a page says that others were faster, and changes nothing', async (t) => {
  const { guest, path, code, fill, detail } = await openScene(t, { waitlist: false });
  const codePage = await (await guest.open(path)).press('Send me a code', {
    phone,
    answer: 'book',
    quantity: '2',
  });
  const smsCount = code();
  await fill(3);
  const refusal = await codePage.press('Book seats', { code: smsCount });
  t.equal(refusal.status, 409);
  t.match(refusal.words, /Not enough free seats[\s\S]*Nothing was changed/);
  t.match(await detail(), { bookedCount: 3, goingCount: 1 }, 'the answer of the other guest alone');
  const fewer = await refusal.press('Book seats', { quantity: '1' });
  t.match(fewer.words, '1 seat is yours.');
});

t.test('wrong numbers of seats are refused before an SMS is sent', async (t) => {
  const { guest, path, book, world } = await openScene(t);
  const smsCount = world.smsSent.length;
  for (const quantity of ['', '0', '-1', '1.5', '4', '99999999', 'two']) {
    const visit = await (await guest.open(path)).press('Send me a code', {
      phone,
      answer: 'book',
      quantity,
    });
    t.equal(visit.status, 400, quantity);
    t.match(visit.words, 'Enter how many seats you want');
    t.equal(visit.field('phone'), phone);
  }
  t.equal(world.smsSent.length, smsCount);
  const bookedPage = await book('1');
  t.equal((await bookedPage.press('Change my seats', { quantity: '9' })).status, 400);
});

t.test('seats are offered where they are counted', async (t) => {
  const { guest, path } = await openScene(t, { capacity: null });
  t.notMatch((await guest.open(path)).words, /seat/i);
  const full = await openScene(t, { capacity: 1, waitlist: false });
  await full.fill(1);
  t.notMatch((await full.guest.open(full.path)).words, /Book seats|waitlist/);
});

t.test('an invitation is accepted by booking seats, in German', async (t) => {
  const { call, organizer, concert, world, detail, guest } = await openScene(
    t,
    { visibility: 'private' },
    { 'accept-language': 'de' },
  );
  const invite = { as: organizer, body: { emails: ['friend@example.org'] } };
  await call(`POST /v1/events/${concert.id}/invites`, invite);
  const token = world.tables.invitations.rows().at(-1)?.token;
  const page = await guest.open(`/i/${token}`);
  t.match(page.words, 'Plätze buchen');
  const codePage = await page.press('Code schicken', { phone, answer: 'book', quantity: '2' });
  const bookedPage = await codePage.press('Plätze buchen', { code: world.smsSent.at(-1)?.code ?? '' });
  t.match(bookedPage.words, /Deine Plätze sind gebucht[\s\S]*2 Plätze gehören dir\./);
  t.equal((await call(`GET /v1/events/${concert.id}`, { as: organizer })).body.bookedCount, 2);
  t.equal((await detail()).code, 'event_not_found');
  const endedPage = await bookedPage.press('Ich kann nicht kommen');
  t.match(endedPage.words, 'Du kommst nicht');
  t.equal((await call(`GET /v1/events/${concert.id}`, { as: organizer })).body.bookedCount, 0);
});
