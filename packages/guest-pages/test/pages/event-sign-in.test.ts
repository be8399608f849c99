import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { type Visit, visitor } from '../../test-support/visitor.ts';

const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const gus = await scene.person();
  const party = await scene.event(organizer, { visibility: 'private' });
  const invite = { userIds: [gus.id] };
  await scene.call(`POST /v1/events/${party.id}/invites`, { as: organizer, body: invite });
  const path = `/e/${party.id}`;
  const guest = visitor(scene);
  const signIn = async (person: { readonly phone: string }, typed = {}, by = guest): Promise<Visit> => {
    scene.world.clock.advance(60_000);
    const codePage = await (await by.open(`${path}/sign-in`)).press('Send me a code', {
      phone: person.phone,
    });
    return codePage.press('Sign in', { code: scene.world.smsSent.at(-1)?.code ?? '', ...typed });
  };
  const rsvp = async () => (await scene.call(`GET /v1/events/${party.id}`, { as: gus })).body.myRsvp;
  return { ...scene, organizer, gus, party, path, guest, signIn, rsvp };
};

t.test('the link of a mail leads a guest of a private event to it', async (t) => {
  const { guest, path, party, gus, signIn, rsvp } = await openScene(t);
  const unknownPage = await guest.open(path);
  t.equal(unknownPage.status, 404);
  t.match(unknownPage.words, 'Were you invited?');
  t.equal(unknownPage.text, (await guest.open(`/e/${unknownId}`)).text, 'known or not');
  const ledPage = await guest.open(`${path}?sign-in=1&lang=de`);
  t.equal(ledPage.status, 303);
  t.equal(ledPage.headers.location, `${path}/sign-in?lang=de`);

  const page = await signIn(gus);
  t.equal(page.status, 200);
  t.match(page.words, `${party.title}`);
  t.match(page.words, 'Will you come?');
  t.match(page.headers['cache-control'], 'no-store');
  t.match(page.text, 'noindex');
  t.notMatch(page.text, 'application/ld+json');
  t.notMatch(
    page.text,
    /calendar\.google|wa\.me|canonical|calendar\.ics|\/report"/,
    'nothing tells of it or fails',
  );
  const namedPage = await page.press('Save my name', { name: 'Gus' });
  t.match(namedPage.words, 'Will you come?');
  const going = await namedPage.press('I’m going');
  t.match(going.words, 'You are going');
  t.notMatch(going.text, /calendar\.ics|Back to the event/, 'without the cookie these would be unknown');
  t.equal(await rsvp(), 'going');
  const back = await going.press('I can’t make it');
  t.match(back.words, 'You are not coming');
  t.equal(await rsvp(), null);
  t.equal((await guest.open(path)).status, 404, 'no guest stays signed in unasked');
});

t.test('a device that stays signed in opens private events of its guest', async (t) => {
  const { guest, path, gus, organizer, signIn, rsvp, call, party } = await openScene(t);
  await call(`POST /v1/events/${party.id}/rsvp`, { as: gus, body: { status: 'interested' } });
  const page = await signIn(gus, { stay: '1' });
  t.match(page.words, /You are interested[\s\S]*You answer as/);
  const back = await page.press('I can’t make it');
  t.match(back.words, 'You answer as', 'the cookie came with the code');
  await back.press('I’m interested');
  const open = await guest.open(path);
  t.equal(open.status, 200);
  t.equal(open.headers['cache-control'], 'private, no-store');
  t.match(open.words, 'You are interested');
  t.match((await open.press('I’m going')).words, 'Back to the event');
  t.equal(await rsvp(), 'going');
  const calendar = await guest.open(`${path}/calendar.ics`);
  t.equal(calendar.status, 200);
  t.equal((await guest.open(`${path}/sign-in`)).headers.location, path, 'who is known need not sign in');
  const managedPage = await signIn(organizer, { stay: '1' }, visitor({ call }));
  t.match(managedPage.words, 'Check guests in');
});

t.test('a form opens no private event once its receipt has ended', async (t) => {
  const { signIn, gus, rsvp, call } = await openScene(t);
  const page = await signIn(gus);
  t.equal((await page.press('I’m going')).status, 200);
  t.equal((await call('POST /v1/auth/sessions/end-others', { as: gus })).status, 200);
  const refusal = await page.press('I’m interested');
  t.equal(refusal.status, 404);
  t.equal(await rsvp(), 'going');
});

t.test('strangers learn nothing of a private event', async (t) => {
  const { guest, path, signIn, person, world, party } = await openScene(t);
  const stranger = await person();
  const refusal = await signIn(stranger, { stay: '1' });
  t.equal(refusal.status, 404);
  t.notOk(refusal.headers['set-cookie']);
  t.ok(world.tables.sessions.rows().at(-1)?.endedAt, 'the session ends');
  t.notMatch(refusal.text, party.title);
  const form = (id: string) => guest.open(`/e/${id}/sign-in`);
  const shape = ({ text }: Visit, id: string) => text.replaceAll(id, 'ID').replaceAll(/value="[^"]*"/g, '');
  t.equal(shape(await form(party.id), party.id), shape(await form(unknownId), unknownId));
  t.equal((await form('no-id')).status, 200);

  const smsCount = world.smsSent.length;
  for (const way of ['code', 'rsvp', 'name']) {
    const body = new URLSearchParams({ phone: stranger.phone, answer: 'going', code: '1234' }).toString();
    t.equal((await guest.send(`${path}/${way}`, body)).status, 404, way);
    const forged = new URLSearchParams({ receipt: 'x'.repeat(40), answer: 'going' }).toString();
    t.equal((await guest.send(`${path}/${way}`, forged)).status, 404, `${way} with a forged receipt`);
  }
  t.equal(world.smsSent.length, smsCount, 'and no SMS goes out');
});
