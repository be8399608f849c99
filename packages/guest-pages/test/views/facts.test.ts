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
