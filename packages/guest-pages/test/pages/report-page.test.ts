import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const phone = '+491711234567';

const openScene = async (t: Test, event: object = {}) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const concert = await scene.event(organizer, event);
  const code = () => scene.world.smsSent.at(-1)?.code ?? '';
  const reports = async () => (await scene.world.domain.listReports({})).items;
  return { ...scene, organizer, concert, code, reports, guest: visitor(scene), path: `/e/${concert.id}` };
};

t.test('a guest reports an event with a phone code', async (t) => {
  const { guest, path, code, reports } = await openScene(t);
  const link = (await guest.open(path)).document
    .querySelectorAll('a')
    .find(({ text }) => text === 'Report this event');
  t.equal(link?.getAttribute('href'), `${path}/report`);
  const page = await guest.open(`${path}/report`);
  t.match(page.words, /Lantern concert[\s\S]*Fraud or deception/);
  t.equal(page.headers['x-robots-tag'], 'noindex, nofollow');
  const none = await page.press('Send me a code', { phone, text: 'Watches.' });
  t.equal(none.status, 400);
  t.match(none.words, 'Choose what is wrong');
  const codePage = await none.press('Send me a code', { phone, answer: 'fraud' });
  t.match(codePage.text, 'Watches.');
  const wrong = await codePage.press('Send the report', { code: code() === '1111' ? '2222' : '1111' });
  t.match(wrong.words, 'This code is wrong');
  const done = await wrong.press('Send the report', { code: code() });
  t.equal(done.status, 200);
  t.match(done.words, 'Thank you for your report');
  t.match(await reports(), [{ count: 1, reasons: { fraud: 1 }, texts: ['Watches.'] }]);
});

t.test('a guest who stays signed in reports without a code, the longest text too', async (t) => {
  const { guest, path, code, reports } = await openScene(t);
  const codePage = await (await guest.open(path)).press('Send me a code', { phone, answer: 'going' });
  await codePage.press('I’m going', { code: code(), stay: '1' });
  const text = '𝄞'.repeat(1_000);
  const done = await (await guest.open(`${path}/report`)).press('Send the report', { answer: 'other', text });
  t.match(done.words, 'Thank you for your report');
  t.match(await reports(), [{ texts: [text] }]);
});

t.test('the holder of an invitation reports its event', async (t) => {
  const { guest, call, organizer, concert, code, reports } = await openScene(t, { visibility: 'private' });
  const { body } = await call(`POST /v1/events/${concert.id}/invites`, {
    as: organizer,
    body: { emails: ['friend@example.org'] },
  });
  const path = new URL(body.inviteLink).pathname;
  const codePage = await (await guest.open(`${path}/report`)).press('Send me a code', {
    phone,
    answer: 'spam',
  });
  t.match((await codePage.press('Send the report', { code: code() })).words, 'Thank you for your report');
  t.match(await reports(), [{ target: { id: concert.id } }]);
  const unknownPage = await guest.open(`/e/${concert.id}/report`);
  t.equal(unknownPage.status, 404);
  t.equal(unknownPage.text, (await guest.open('/e/019e830e-1a00-7000-9000-000000000000/report')).text);
});
