import t, { type Test } from 'tap';
import { signedIn } from '../../test-support/signed-in.ts';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const openScene = async (t: Test, event: object = {}) => {
  const scene = await openTestSite(t);
  const [organizer, ada, bob] = [await scene.person(), await scene.person(), await scene.person()];
  const { id } = await scene.event(organizer, { capacity: 2, ...event });
  const book = async (as: typeof ada) =>
    (await scene.call(`PUT /v1/events/${id}/booking`, { as, body: { quantity: 2 } })).body.code as string;
  return { ...scene, organizer, ada, bob, id, book, path: `/e/${id}/check-in` };
};

t.test('a manager checks guests in with typed codes, each once, and counts them', async (t) => {
  const scene = await openScene(t);
  const { ada, bob, book, call, path, id, organizer } = scene;
  await call('PATCH /v1/auth/me', { as: ada, body: { name: 'Ada' } });
  const [adas, bobs] = [await book(ada), await book(bob)];
  const manager = await signedIn(scene, organizer);
  const ready = await manager.open(path);
  t.equal(ready.status, 200);
  t.match(ready.words, /Lantern concert[\s\S]*0 of 2 seats are in\.[\s\S]*Code of the guest/);
  t.equal(ready.headers['cache-control'], 'private, no-store');
  t.match(ready.headers['content-security-policy'], "script-src 'self'");
  const script = ready.document.querySelector('script[src]')?.getAttribute('src');
  t.match((await call(`GET ${script}`)).text, 'BarcodeDetector');
  t.ok(ready.document.querySelector('#scan[hidden]'), 'no camera without JavaScript');
  const first = await ready.press('Check in', { ticket: ` ${adas} ` });
  t.match(first.words, /Ada, 2 seats\s+Checked in\. Welcome![\s\S]*2 of 2 seats are in/);
  t.equal(first.field('ticket'), '');
  const again = await first.press('Check in', { ticket: adas });
  t.equal(again.status, 200);
  t.match(again.words, 'Was checked in before: ');
  const waits = await again.press('Check in', { ticket: bobs });
  t.strictSame([waits.status, waits.field('ticket')], [409, bobs]);
  t.match(waits.words, 'on the waitlist');
  const unknownPage = await waits.press('Check in', { ticket: 'x'.repeat(500) });
  t.equal(unknownPage.status, 404);
  t.match(unknownPage.words, 'No booking of this event has this code');
  const former = await manager.open(`/organise/${id}/check-in?lang=de`);
  t.strictSame([former.status, former.headers.location], [301, `${path}?lang=de`]);
});

t.test('the page says nothing about an event to those who do not manage it', async (t) => {
  const scene = await openScene(t, { visibility: 'private' });
  const { call, path, ada, id, organizer } = scene;
  const stranger = visitor(scene);
  const unknown = path.replace(id, '019e830e-1a00-7000-9000-000000000000');
  for (const each of [path, unknown, '/e/x/check-in']) {
    const { status, headers } = await stranger.open(each);
    t.strictSame([status, headers.location], [303, `/sign-in?back=${encodeURIComponent(each)}`]);
  }
  const guest = await signedIn(scene, ada);
  for (const each of [path, unknown, '/e/x/check-in']) t.equal((await guest.open(each)).status, 404, each);
  const manager = await signedIn(scene, organizer);
  const links = async (browser: typeof manager) =>
    (await browser.open(`/e/${id}`)).document
      .querySelectorAll('#answer .links-row a')
      .map((link) => [link.text, link.getAttribute('href')]);
  const door = ['Check guests in', path];
  const both = [door, ['Manage the event', `/organise/${id}`]];
  t.strictSame(await links(manager), both, 'the organizer finds it from the event’s page');
  t.strictSame(await links(guest), []);
  await call(`PUT /v1/events/${id}/admins/${ada.id}`, { as: organizer });
  t.strictSame(await links(guest), both, 'so does an admin');
});

t.test('without pages for organizers there is still a door', async (t) => {
  const scene = await openTestSite(t, { site: { hasOrganiserPages: false } });
  const organizer = await scene.person();
  const { id } = await scene.event(organizer, { capacity: 2 });
  const page = await (await signedIn(scene, organizer)).open(`/e/${id}/check-in`);
  t.equal(page.status, 200);
  t.notMatch(page.text, '/organise');
  const event = await (await signedIn(scene, organizer)).open(`/e/${id}`);
  t.match(event.text, `/e/${id}/check-in`);
  t.notMatch(event.text, '/organise');
});
