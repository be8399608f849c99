import t, { type Test } from 'tap';
import { newEvent } from '../../../http/test-support/test-app.ts';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const phone = '+491711234567';

const openScene = async (t: Test) => {
  const scene = await openTestSite(t);
  const organizer = await scene.person();
  const body = { event: newEvent(scene.world), rule: 'FREQ=WEEKLY;COUNT=8' };
  const series = (await scene.call('POST /v1/event-series', { as: organizer, body })).body;
  const code = () => scene.world.smsSent.at(-1)?.code ?? '';
  const [first, second] = series.events as [{ id: string }, { id: string }];
  const detail = async (id: string) => (await scene.call(`GET /v1/events/${id}`)).body;
  return { ...scene, organizer, series, first, second, detail, code, guest: visitor(scene) };
};

t.test('a page says how often and names the next dates', async (t) => {
  const { guest, first, series, organizer, call } = await openScene(t);
  const page = await guest.open(`/e/${first.id}`);
  t.match(page.words, 'Every Tuesday. Other dates:');
  const links = page.document.querySelectorAll('a').map((link) => link.getAttribute('href'));
  const dates = series.events.slice(1).map(({ id }: { id: string }) => `/e/${id}`);
  t.strictSame(
    links.filter((href) => dates.includes(href)),
    dates.slice(0, 4),
  );
  t.notMatch(page.words, 'More from', 'its own dates are not named twice');
  const german = await guest.open(`/e/${first.id}`, { headers: { 'accept-language': 'de' } });
  t.match(german.words, 'Jeden Dienstag. Weitere Termine:');
  await call(`POST /v1/event-series/${series.id}/cancel`, { as: organizer });
  t.notMatch((await guest.open(`/e/${first.id}`)).words, 'Every Tuesday');
});

t.test('the dates of a yearly series name their years', async (t) => {
  const { guest, world, call, organizer } = await openScene(t);
  const body = { event: newEvent(world), rule: 'FREQ=YEARLY;COUNT=3' };
  const { events } = (await call('POST /v1/event-series', { as: organizer, body })).body;
  const [first, ...others] = events as [{ id: string }, ...{ startAt: string }[]];
  const { words } = await guest.open(`/e/${first.id}`);
  for (const { startAt } of others) t.match(words, new RegExp(`Other dates:.*${startAt.slice(0, 4)}`, 's'));
});

t.test('a guest joins the series, then one date less, then none', async (t) => {
  const { guest, first, second, detail, code } = await openScene(t);
  const page = await guest.open(`/e/${first.id}`);
  const codePage = await page.press('Send me a code', { phone, answer: 'series' });
  const joinedPage = await codePage.press('I’m going every time', { code: code() });
  t.equal(joinedPage.status, 200);
  t.match(joinedPage.words, 'You are going every time');
  t.strictSame([(await detail(first.id)).goingCount, (await detail(second.id)).goingCount], [1, 1]);
  const back = await joinedPage.press('I can’t make it');
  t.match(back.words, 'You are not coming');
  t.strictSame([(await detail(first.id)).goingCount, (await detail(second.id)).goingCount], [0, 1]);
  const endedPage = await back.press('Don’t expect me every time any more');
  t.match(endedPage.words, 'You are no longer going every time');
  t.equal((await detail(second.id)).goingCount, 0);
  t.match((await endedPage.press('I’m going')).words, 'You are going');
  t.strictSame([(await detail(first.id)).goingCount, (await detail(second.id)).goingCount], [1, 0]);
});

t.test('an event on its own has no series to join', async (t) => {
  const { guest, event, organizer, detail, code } = await openScene(t);
  const { id } = await event(organizer, { title: 'Once' });
  const page = await guest.open(`/e/${id}`);
  t.notMatch(page.words, 'every time');
  const codePage = await page.press('Send me a code', { phone, answer: 'going' });
  const fields = { form: codePage.field('form') ?? '', phone, code: code(), answer: 'series' };
  const visit = await guest.send(`/e/${id}/rsvp`, new URLSearchParams(fields).toString());
  t.match(visit.words, 'You are going');
  t.equal((await detail(id)).goingCount, 1);
  const body = new URLSearchParams({
    ...fields,
    form: visit.field('form') ?? '',
    receipt: visit.field('receipt') ?? '',
    phone: '',
    code: '',
    answer: 'seriesEnd',
  });
  t.match((await guest.send(`/e/${id}/rsvp`, body.toString())).words, 'You are not coming');
});

t.test('joining a series answers what the event asks', async (t) => {
  const { guest, call, world, organizer, code } = await openScene(t);
  const questions = [{ label: 'Food?', kind: 'text', isRequired: true }];
  const body = { event: { ...newEvent(world), questions }, rule: 'FREQ=WEEKLY;COUNT=3' };
  const { events } = (await call('POST /v1/event-series', { as: organizer, body })).body;
  const [{ id }] = events;
  const [question] = (await call(`GET /v1/events/${id}`)).body.questions;
  const codePage = await (await guest.open(`/e/${id}`)).press('Send me a code', { phone, answer: 'series' });
  t.match(codePage.words, 'Food?');
  const field = codePage.document.querySelector(`[name*="${question.id}"]`)?.getAttribute('name') ?? '';
  const joinedPage = await codePage.press('I’m going every time', { code: code(), [field]: 'Bread' });
  t.match(joinedPage.words, 'You are going every time');
  const attendees = await call(`GET /v1/events/${id}/attendees`, { as: organizer });
  t.match(JSON.stringify(attendees.body), 'Bread');
});
