import t, { type Test } from 'tap';
import { isProblem, openTestApp, type Person, publicUrl } from '../../../test-support/test-app.ts';

const openScene = async (t: Test) => {
  const app = await openTestApp(t);
  const { call, person, event } = app;
  const [organizer, ada, bob] = [await person(), await person(), await person()];
  const { id } = await event(organizer, { enabledModules: ['bringList'] });
  const at = `/v1/events/${id}`;
  const list = (as?: Person) => call(`GET ${at}/bring-list`, { as });
  const add = (body: unknown, as = organizer) => call(`POST ${at}/bring-list`, { as, body });
  const claim = (item: string, quantity: unknown, as: Person) =>
    call(`PUT ${at}/bring-list/${item}/claim`, { as, body: { quantity } });
  const release = (item: string, as: Person) => call(`DELETE ${at}/bring-list/${item}/claim`, { as });
  for (const as of [ada, bob]) await call(`POST ${at}/rsvp`, { as, body: { status: 'going' } });
  return { ...app, organizer, ada, bob, id, at, list, add, claim, release };
};

t.test('guests share what is to be brought', async (t) => {
  const { ada, bob, list, add, claim, release, person } = await openScene(t);
  const addResponse = await add({ title: ' Salad ', quantity: 2 });
  const { id, ...rest } = addResponse.body;
  t.strictSame(
    [addResponse.status, rest],
    [201, { title: 'Salad', quantity: 2, claimed: 0, myClaim: null, claims: [] }],
  );
  const user = ({ id }: Person) => ({
    id,
    name: '',
    avatar: `${publicUrl}/assets/avatar.svg`,
    avatarPicture: null,
  });
  const claims = [{ user: user(ada), quantity: 1 }];
  const claimedItem = await claim(id, 1, ada);
  t.strictSame(
    [claimedItem.status, claimedItem.body],
    [200, { ...addResponse.body, claimed: 1, myClaim: 1, claims }],
  );
  const claimResponse = await claim(id, 2, bob);
  isProblem(t, claimResponse, 409, 'item_taken');
  t.equal(claimResponse.body.left, 1);
  t.strictSame((await list(bob)).body, { data: [{ ...addResponse.body, claimed: 1, claims }] });
  for (const as of [undefined, await person()])
    t.strictSame((await list(as)).body, { data: [{ ...addResponse.body, claimed: 1 }] }, 'without names');
  isProblem(t, await claim(id, 1, await person()), 409, 'not_going');
  for (const quantity of [0, -1, 1_000, 1.5, '1', null])
    isProblem(t, await claim(id, quantity, ada), 400, 'invalid_request', String(quantity));
  isProblem(t, await claim(ada.id, 1, ada), 404, 'not_found');
  t.strictSame([(await release(id, ada)).status, (await release(id, ada)).status], [204, 204]);
  t.match((await list(ada)).body, { data: [{ claimed: 0, myClaim: null }] });
});

t.test('managers keep the list', async (t) => {
  const { organizer, ada, at, list, add, claim, call, event } = await openScene(t);
  for (const body of [
    { title: '', quantity: 1 },
    { title: 'x'.repeat(101), quantity: 1 },
    { title: 'a\nb', quantity: 1 },
    { title: 'x', quantity: 0 },
    { title: 'x', quantity: 1_000 },
    { title: 'x' },
  ])
    isProblem(t, await add(body), 400, 'invalid_request', JSON.stringify(body));
  isProblem(t, await add({ title: 'x', quantity: 1 }, ada), 403, 'forbidden');
  const { id } = (await add({ title: 'Salad', quantity: 5 })).body;
  await add({ title: 'Bread', quantity: 1 });
  await claim(id, 3, ada);
  const change = (body: object, item = id, as = organizer) =>
    call(`PATCH ${at}/bring-list/${item}`, { as, body });
  const below = await change({ quantity: 2 });
  isProblem(t, below, 409, 'quantity_below_claimed');
  t.equal(below.body.claimed, 3);
  t.match(await change({ quantity: 3, title: 'Soup' }), {
    status: 200,
    body: { id, title: 'Soup', quantity: 3, claimed: 3 },
  });
  isProblem(t, await change({ quantity: 3 }, ada.id), 404, 'not_found');
  isProblem(t, await change({ quantity: 3 }, id, ada), 403, 'forbidden');
  t.match((await list()).body.data, [{ title: 'Soup' }, { title: 'Bread' }], 'in the order of making');
  t.equal((await call(`DELETE ${at}/bring-list/${id}`, { as: organizer })).status, 204);
  isProblem(t, await call(`DELETE ${at}/bring-list/${id}`, { as: organizer }), 404, 'not_found');
  t.match((await list()).body.data, [{ title: 'Bread' }]);

  const other = await event(organizer);
  isProblem(t, await call(`GET /v1/events/${other.id}/bring-list`), 409, 'module_disabled');
  const release = await call(`DELETE /v1/events/${other.id}/bring-list/${id}/claim`, { as: ada });
  t.equal(release.status, 204, 'also without the module');
  await call(`POST ${at}/cancel`, { as: organizer });
  isProblem(t, await claim(id, 1, ada), 409, 'event_cancelled');
});

t.test('an item beyond the hundredth is refused', async (t) => {
  const { add } = await openScene(t);
  for (let count = 0; count < 100; count += 1) await add({ title: `Thing ${count}`, quantity: 1 });
  isProblem(t, await add({ title: 'One more', quantity: 1 }), 409, 'bring_list_full');
});
