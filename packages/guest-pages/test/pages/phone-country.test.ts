import t, { type Test } from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

const openScene = async (t: Test, options: Parameters<typeof openTestSite>[1] = {}) => {
  const scene = await openTestSite(t, options);
  const path = `/e/${(await scene.event(await scene.person())).id}`;
  const code = () => scene.world.smsSent.at(-1)?.code ?? '';
  return { ...scene, path, code, guest: visitor(scene) };
};

t.test('a number as people write it at home is read in the country beside it', async (t) => {
  const { guest, path, world, code } = await openScene(t);
  const page = await guest.open(path, { headers: { 'accept-language': 'de-DE,de;q=0.9' } });
  t.equal(page.field('country'), 'DE', 'of the browser’s language');
  t.match(page.words, 'Deutschland +49');
  const codePage = await page.press('Code schicken', { phone: '0171 1234567' });
  t.equal(codePage.status, 200);
  t.equal(world.smsSent.at(-1)?.phone, '+491711234567');
  t.match(codePage.words, '+491711234567', 'it says where the code went');
  t.match((await codePage.press('I’m going', { code: code() })).words, 'You are going');

  const chosen = await page.press('Code schicken', { phone: '07700\u00a0900\u2011123', country: 'GB' });
  t.equal(chosen.status, 200);
  t.equal(world.smsSent.at(-1)?.phone, '+447700900123');
});

t.test('the country to begin with is the operator’s, and else that of the first language', async (t) => {
  const countryFor = async (scene: Awaited<ReturnType<typeof openScene>>, language: string) =>
    (await scene.guest.open(scene.path, { headers: { 'accept-language': language } })).field('country');
  const scene = await openScene(t);
  for (const [language, country] of [
    ['de', 'DE'],
    ['en-US,en;q=0.9', 'US'],
    ['en-GB', 'GB'],
    ['zh-Hant-US', 'US'],
    ['*', 'GB'],
    [`${'a-'.repeat(500)}`, 'GB'],
    ['en-XX', 'DE'],
  ] as const)
    t.equal(await countryFor(scene, language), country, language.slice(0, 20));
  const home = await openScene(t, { site: { homeCountry: 'GB' } });
  t.equal(await countryFor(home, 'de'), 'GB');
  const german = await openTestSite(t, { site: { homeCountry: 'GB' }, domain: { smsCountries: ['DE'] } });
  const page = await visitor(german).open('/notice-settings');
  t.equal(page.field('country'), 'DE', 'one that SMS go to');
  t.equal(page.document.querySelectorAll('option').length, 1);
});

t.test('a page that one browser was shown names no country to another', async (t) => {
  const { guest, path } = await openScene(t);
  for (const [language, country] of [
    ['en-US', 'US'],
    ['en-GB', 'GB'],
    ['en-US', 'US'],
  ] as const)
    t.equal((await guest.open(path, { headers: { 'accept-language': language } })).field('country'), country);
});

t.test('a refused number stays with its country, and the page says what is wrong', async (t) => {
  const { guest, path, world } = await openScene(t);
  const page = await guest.open(path);
  for (const [phone, words] of [
    ['hello', 'Enter a phone number'],
    ['+1900 555 1234', 'can’t receive SMS'],
  ] as const) {
    const visit = await page.press('Send me a code', { phone, country: 'US' });
    t.equal(visit.status, 400);
    t.match(visit.document.querySelector('#fault')?.text, words);
    t.strictSame([visit.field('phone'), visit.field('country')], [phone, 'US']);
    t.equal(visit.document.querySelector('#phone')?.getAttribute('aria-invalid'), 'true');
  }
  const form = page.field('form') ?? '';
  const foreign = await guest.send(`${path}/code`, new URLSearchParams({ form, phone: '0171' }).toString());
  t.equal(foreign.field('country'), 'GB', 'a form without a country gets the one to begin with');
  t.equal(world.smsSent.length, 1, 'the organizer’s own');
  const german = await openTestSite(t, { domain: { smsCountries: ['DE'] } });
  const refused = await (await visitor(german).open('/notice-settings')).press('Send me a code', {
    phone: '+447700900123',
  });
  t.match(refused.document.querySelector('#fault')?.text, 'no SMS to numbers of this country');
});

t.test('a number waits with its country while tries are limited', async (t) => {
  const { guest, path } = await openScene(t);
  const page = await guest.open(path);
  const press = () =>
    page.press('Send me a code', { phone: '07700 900123', country: 'GB' }, { ip: '203.0.113.7' });
  let visit = await press();
  for (let tries = 0; tries < 100 && visit.status !== 429; tries += 1) visit = await press();
  t.strictSame([visit.status, visit.field('phone'), visit.field('country')], [429, '07700 900123', 'GB']);
});
