import t from 'tap';
import { openInvitationScene, phone } from '../../test-support/invitation-scene.ts';

t.test('an invitation belongs to whom it was sent to, or who accepted first', async (t) => {
  const { invite, mailed, code, attending, person, world, askCode } = await openInvitationScene(t);
  const invitedPerson = await person();
  await invite({ userIds: [invitedPerson.id] });
  const mine = world.tables.invitations.rows().find(({ kind }) => kind === 'user');
  const codePage = await askCode(`/i/${mine?.token}`);
  const refusal = await codePage.press('Yes, I’m coming', { code: code() });
  t.equal(refusal.status, 403);
  t.match(refusal.words, 'Invitation for another person');
  t.equal(await attending(), 0);

  const link = await mailed();
  const answer = async (number: string, button: string) => {
    const form = await askCode(link, number);
    return form.press(button, { code: code() });
  };
  t.match((await answer('+491714444444', 'Yes, I’m coming')).words, 'You are going');
  for (const button of ['Yes, I’m coming', 'No, I can’t come']) {
    const late = await answer('+491715555555', button);
    t.equal(late.status, 409);
    t.match(late.words, 'Invitation already used');
  }
  t.equal(await attending(), 1);
});

t.test('links that lead nowhere say so', async (t) => {
  const { call, guest, mailed, organizer, party, world, code } = await openInvitationScene(t);
  const link = await mailed();
  for (const path of ['/i/unknown', '/i/%00', `/i/${'x'.repeat(300)}`, `${link}x`, link.slice(0, -1)]) {
    const page = await guest.open(path);
    t.equal(page.status, 404, path);
    t.match(page.words, 'Invitation not found');
  }
  const codePage = await (await guest.open(link)).press('Send me a code', { phone });
  await call(`POST /v1/events/${party.id}/cancel`, { as: organizer });
  const cancelledPage = await guest.open(link);
  t.equal(cancelledPage.status, 404);
  t.match(cancelledPage.words, /This event was cancelled[\s\S]*Roof party/);
  t.notOk(cancelledPage.document.querySelector('form'));
  const late = await codePage.press('Yes, I’m coming', { code: code() });
  t.equal(late.status, 409);
  t.match(late.words, 'This event was cancelled');
  const smsCount = world.smsSent.length;
  t.equal((await codePage.press('Send the code again')).status, 409);
  t.equal(world.smsSent.length, smsCount, 'no SMS for an event that does not take place');
  world.clock.set(new Date(party.endAt));
  const expiredPage = await guest.open(link);
  t.equal(expiredPage.status, 404);
  t.match(expiredPage.words, 'Invitation expired');
  t.equal((await guest.open(`${link}/calendar.ics`)).status, 404);
});

t.test('an invitation that was taken back says so, also to whom has its form open', async (t) => {
  const { call, guest, mailed, organizer, party, code, attending } = await openInvitationScene(t);
  const link = await mailed();
  const codePage = await (await guest.open(link)).press('Send me a code', { phone });
  const { body } = await call(`GET /v1/events/${party.id}/invites`, { as: organizer });
  await call(`DELETE /v1/events/${party.id}/invites/${body.data[0].id}`, { as: organizer });
  for (const page of [await guest.open(link), await codePage.press('Yes, I’m coming', { code: code() })]) {
    t.equal(page.status, 404);
    t.match(page.words, 'the organizer took it back');
    t.notMatch(page.words, 'Roof party', 'it shows nothing of the event any more');
  }
  t.equal((await guest.open(`${link}/calendar.ics`)).status, 404);
  t.equal(await attending(), 0);
});

t.test('what a link tells others', async (t) => {
  const { guest, mailed } = await openInvitationScene(t);
  const { headers, document, text } = await guest.open(await mailed());
  t.equal(headers['cache-control'], 'no-store');
  t.equal(headers['referrer-policy'], 'no-referrer');
  t.match(headers['x-robots-tag'], 'noindex');
  t.match(document.querySelector('meta[name=robots]')?.getAttribute('content'), 'noindex');
  t.notOk('etag' in headers);
  t.notMatch(text, /ld\+json|rel="canonical"|og:url/);
  t.equal(document.querySelector('meta[property="og:title"]')?.getAttribute('content'), 'Roof party');
  t.match(
    document.querySelector('meta[property="og:description"]')?.getAttribute('content'),
    'Mira invites you',
  );
});
