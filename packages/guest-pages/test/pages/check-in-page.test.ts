import type { UserId } from '@event-platform/domain';
import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const openScene = async (t: Test, event: object = {}) => {
  const scene = await openTestSite(t);
  const [organizer, ada, bob] = [await scene.person(), await scene.person(), await scene.person()];
  const { id } = await scene.event(organizer, { capacity: 2, ...event });
  const book = async (as: typeof ada) =>
    (await scene.call(`PUT /v1/events/${id}/booking`, { as, body: { quantity: 2 } })).body.code as string;
  const path = `/e/${id}/check-in`;
  const manager = visitor(scene);
  // A second SMS to a phone that has just signed in.
  scene.world.clock.advance(60_000);
  const signIn = async (phone = organizer.phone, typed = {}) => {
    const codePage = await (await manager.open(path)).press('Send me a code', { phone });
    return codePage.press('Sign in', { code: scene.world.smsSent.at(-1)?.code ?? '', ...typed });
  };
  return { ...scene, organizer, ada, bob, id, book, path, manager, signIn };
};

type Scene = Awaited<ReturnType<typeof openScene>>;

t.test('a manager checks guests in with typed codes', async (t) => {
  const { ada, bob, book, signIn, call } = await openScene(t);
  await call('PATCH /v1/auth/me', { as: ada, body: { name: 'Ada' } });
  const [adas, bobs] = [await book(ada), await book(bob)];
  const ready = await signIn();
  t.equal(ready.status, 200);
  t.match(ready.words, /Lantern concert[\s\S]*Code of the guest/);
  t.equal(ready.headers['cache-control'], 'no-store');
  t.match(ready.headers['content-security-policy'], "script-src 'self'");
  const script = ready.document.querySelector('script[src]')?.getAttribute('src');
  t.match((await call(`GET ${script}`)).text, 'BarcodeDetector');
  t.ok(ready.document.querySelector('#scan[hidden]'), 'no camera without JavaScript');
  const first = await ready.press('Check in', { ticket: ` ${adas} ` });
  t.match(first.words, /Ada, 2 seats\s+Checked in\. Welcome!/);
  const again = await first.press('Check in', { ticket: adas });
  t.equal(again.status, 200);
  t.match(again.words, 'Was checked in before: ');
  const waits = await again.press('Check in', { ticket: bobs });
  t.equal(waits.status, 409);
  t.match(waits.words, 'on the waitlist');
  const unknownPage = await waits.press('Check in', { ticket: 'x'.repeat(500) });
  t.equal(unknownPage.status, 404);
  t.match(unknownPage.words, 'No booking of this event has this code');
});

t.test('a device at the door stays signed in for half an hour from the code, or with the box', async (t) => {
  const { ada, book, signIn, world, manager, path } = await openScene(t);
  const code = await book(ada);
  const ready = await signIn();
  world.clock.advance(29 * 60_000);
  const checkedPage = await ready.press('Check in', { ticket: code });
  t.equal(checkedPage.status, 200);
  world.clock.advance(60_000);
  const late = await checkedPage.press('Check in', { ticket: code });
  t.equal(late.status, 400);
  t.match(late.words, 'not signed in any more');
  world.clock.advance(86_400_000);
  await signIn(undefined, { stay: '1' });
  const reopenedPage = await manager.open(path);
  t.match(reopenedPage.words, 'You answer as');
  t.match((await reopenedPage.press('Check in', { ticket: code })).words, 'Was checked in before');
  world.clock.advance(2 * 3_600_000);
  const expiredPage = await reopenedPage.press('Check in', { ticket: code });
  t.equal(expiredPage.status, 400);
  t.match(expiredPage.words, 'open for a long time');
});

t.test('a receipt dies after half an hour, even when it is used every five minutes', async (t) => {
  const { ada, book, signIn, world } = await openScene(t);
  const ticket = await book(ada);
  let page = await signIn();
  for (let minutes = 5; minutes < 30; minutes += 5) {
    world.clock.advance(5 * 60_000);
    page = await page.press('Check in', { ticket });
    t.equal(page.status, 200, `${minutes} minutes`);
  }
  world.clock.advance(5 * 60_000);
  page = await page.press('Check in', { ticket });
  t.match([page.status, page.words], [400, 'not signed in any more']);
});

t.test('a receipt ends with its session, whatever ends that', async (t) => {
  const ends = {
    'end-others': ({ call, organizer }: Scene) =>
      call('POST /v1/auth/sessions/end-others', { as: organizer }),
    erasure: ({ call, organizer }: Scene) => call('DELETE /v1/auth/me', { as: organizer }),
    'a suspension, lifted or not': async ({ world, organizer }: Scene) => {
      const { moderation } = world.dependencies.stores;
      const id = organizer.id as UserId;
      await moderation.suspend(id, { reason: 'Spam.', at: world.clock.now() });
      await moderation.lift(id);
    },
  };
  for (const [what, end] of Object.entries(ends)) {
    const scene = await openScene(t);
    const { ada, book, signIn, call, organizer } = scene;
    const ticket = await book(ada);
    const ready = await signIn();
    const { body } = await call('GET /v1/auth/sessions', { as: organizer });
    t.strictSame(
      body.data.map((session: { readonly isCurrent: boolean }) => session.isCurrent),
      [true],
      'it is not listed',
    );
    t.equal((await ready.press('Check in', { ticket })).status, 200);
    await end(scene);
    const page = await ready.press('Check in', { ticket });
    t.match([page.status, page.words], [400, 'not signed in any more'], what);
  }
});

t.test('with the box a receipt ends with the cookie’s session, by sign-out as well', async (t) => {
  const { ada, book, signIn, manager, id } = await openScene(t);
  const ticket = await book(ada);
  const ready = await signIn(undefined, { stay: '1' });
  t.equal((await ready.press('Check in', { ticket })).status, 200);
  t.equal((await (await manager.open(`/e/${id}`)).press('Not you? Sign out')).status, 303);
  t.equal((await ready.press('Check in', { ticket })).status, 400);
});

t.test('the page says nothing about an event to those who do not manage it', async (t) => {
  const { ada, path, manager, signIn, id, call } = await openScene(t, { visibility: 'private' });
  const page = await manager.open(path);
  const other = await manager.open(path.replace(id, '019e830e-1a00-7000-9000-000000000000'));
  const plain = ({ text }: { readonly text: string }) => text.replaceAll(/\/e\/[^/]*\/|value="[^"]*"/g, '');
  t.equal(plain(page), plain(other), 'the same as for an unknown event');
  t.equal((await manager.open('/e/x/check-in')).status, 404);
  const refusal = await signIn(ada.phone);
  t.equal(refusal.status, 404, 'a private event');
  await call(`GET ${path}`);
  const open = await openScene(t);
  t.equal((await open.signIn(open.ada.phone)).status, 403);
});

t.test('the organizer finds it from the event’s page', async (t) => {
  const { signIn, manager, id, path } = await openScene(t);
  t.notMatch((await manager.open(`/e/${id}`)).words, 'Check guests in');
  await signIn(undefined, { stay: '1' });
  const link = (await manager.open(`/e/${id}`)).document
    .querySelectorAll('a')
    .find(({ text }) => text === 'Check guests in');
  t.equal(link?.getAttribute('href'), path);
});
