import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { bringListModule } from '../../src/bring-list/bring-item.ts';
import { day } from '../../src/time.ts';
import { event, person, refusal } from '../support.ts';

const scene = async () => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [organizer, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizer, { enabledModules: [bringListModule] });
  const own = { eventId, callerId: organizer };
  const item = await domain.addBringItem({ ...own, title: 'Soup', quantity: 3 });
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  const claim = (quantity: number) =>
    domain.claimBringItem({ eventId, userId: guest, itemId: item.id, quantity });
  const change = (changes: { readonly title?: string; readonly quantity?: number }) =>
    domain.changeBringItem({ ...own, itemId: item.id, ...changes });
  return { world, domain, own, guest, claim, change };
};

t.test('guests bring a part of an item until the event is cancelled or over', async (t) => {
  for (const end of ['cancelled', 'over'] as const) {
    const { world, domain, own, claim } = await scene();
    t.match(await claim(2), { quantity: 3, claimed: 2, myClaim: 2 });
    if (end === 'cancelled') await domain.cancelEvent(own);
    else world.clock.advance(2 * day);
    await t.rejects(claim(1), refusal(`event_${end}`));
  }
});

t.test('title and quantity of an item change on their own', async (t) => {
  const { claim, change } = await scene();
  await claim(2);
  t.match(await change({ title: 'Stew' }), { title: 'Stew', quantity: 3 });
  t.match(await change({ quantity: 2 }), { title: 'Stew', quantity: 2, claimed: 2 });
});
