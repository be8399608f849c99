import t, { type Test } from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const openScene = async (t: Test) => {
  const app = await openTestApp(t);
  const { call, person, event, world } = app;
  const [organizer, operator] = [await person(), await person()];
  await world.domain.grantOperator({ phone: operator.phone });
  const act = (target: string, body?: object) => call(target, { as: operator, ...(body && { body }) });
  return { ...app, organizer, operator, event, act };
};

t.test('operators add, change and list categories', async (t) => {
  const { call, act } = await openScene(t);
  const added = await act('POST /v1/operator/categories', {
    slug: 'open-air',
    name: 'Open air',
    emoji: '🌳',
  });
  t.match([added.status, added.body], [201, { slug: 'open-air', isHidden: false, position: null }]);
  const again = await act('POST /v1/operator/categories', { slug: 'open-air', name: 'X', emoji: '🌳' });
  isProblem(t, again, 409, 'category_exists');
  const wrong = await act('POST /v1/operator/categories', { slug: 'Open Air', name: '', emoji: '' });
  isProblem(t, wrong, 400, 'invalid_request');
  const changed = await act('PATCH /v1/operator/categories/open-air', { name: 'Outside', position: 1 });
  t.match([changed.status, changed.body], [200, { name: 'Outside', emoji: '🌳', position: 1 }]);
  t.match((await call('GET /v1/categories')).body.data[0], {
    slug: 'open-air',
    name: 'Outside',
    emoji: '🌳',
  });
  await act('PATCH /v1/operator/categories/open-air', { isHidden: true, position: null });
  t.notMatch((await call('GET /v1/categories')).text, 'open-air');
  const { body } = await act('GET /v1/operator/categories');
  t.match(
    body.data.find(({ slug }: { slug: string }) => slug === 'open-air'),
    { isHidden: true, position: null, isImported: false, mergedInto: null },
  );
  isProblem(t, await act('PATCH /v1/operator/categories/no-such', { name: 'X' }), 404, 'not_found');
});

t.test('a merged slug stands for the other category', async (t) => {
  const { call, act, event, organizer } = await openScene(t);
  const { id } = await event(organizer, { category: 'tech' });
  t.match((await call('GET /v1/events?category=tech')).body.meta, { total: 1 });
  const merged = await act('POST /v1/operator/categories/tech/merge', { into: 'food' });
  t.match([merged.status, merged.body], [200, { slug: 'food' }]);
  t.match((await call(`GET /v1/events/${id}`)).body.category, { slug: 'food' });
  for (const category of ['food', 'tech'])
    t.match((await call(`GET /v1/events?category=${category}`)).body, {
      meta: { total: 1 },
      data: [{ id, category: { slug: 'food', name: 'Food & drink' } }],
    });
  t.equal((await event(organizer, { category: 'tech' })).category.slug, 'food');
  isProblem(t, await act('POST /v1/operator/categories/tech/merge', { into: 'music' }), 404, 'not_found');
  const lost = await act('POST /v1/operator/categories/music/merge', { into: 'tech' });
  isProblem(t, lost, 400, 'invalid_request');
});
