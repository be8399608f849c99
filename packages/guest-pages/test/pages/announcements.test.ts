import t from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const phone = '+491711234567';

t.test('announcements stand on the page of those who are tied to the event', async (t) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const { id } = await scene.event(organizer);
  const text = 'Bring <b>a lamp</b>.\nSee https://example.com/map';
  await scene.call(`POST /v1/events/${id}/announcements`, {
    as: organizer,
    body: { text, to: ['going'] },
  });
  const guest = visitor(scene);
  t.notMatch((await guest.open(`/e/${id}`)).words, 'Messages from the organizer', 'not for everybody');
  const codePage = await (await guest.open(`/e/${id}`)).press('Send me a code', { phone, answer: 'going' });
  const here = await codePage.press('I’m going', { code: scene.world.smsSent.at(-1)?.code ?? '' });
  t.match(
    here.words,
    /Messages from the organizer[\s\S]*Bring <b>a lamp<\/b>\.\s+See https:\/\/example\.com\/map/,
  );
  t.notOk(here.document.querySelector('a[href*="example.com/map"]'), 'a link in it is text');
});
