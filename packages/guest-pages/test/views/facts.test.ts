import t from 'tap';
import { openTestSite } from '../../test-support/test-site.ts';
import { visitor } from '../../test-support/visitor.ts';

t.test('when, where, who and the price have the icons of the stylesheet', async (t) => {
  const scene = await openTestSite(t);
  const { event, person, call } = scene;
  const organizer = await person();
  await call('PATCH /v1/auth/me', { as: organizer, body: { name: 'Mira' } });
  const { id } = await event(organizer);
  const facts = (await visitor(scene).open(`/e/${id}`)).document.querySelectorAll('.facts > div');
  t.strictSame(
    facts.map((fact) => fact.getAttribute('class')),
    ['when', 'where', 'organizer', 'price'],
  );
});

t.test('a price that is not known is not free, in both languages', async (t) => {
  const scene = await openTestSite(t);
  const { event, person } = scene;
  const { id } = await event(await person(), { isPriceKnown: false });
  for (const [language, text] of [
    ['en', 'see the organizer'],
    ['de', 'siehe Veranstalter'],
  ] as const) {
    const { document } = await visitor(scene, { headers: { 'accept-language': language } }).open(`/e/${id}`);
    t.equal(document.querySelector('.facts .price dd')?.text, text);
  }
});
