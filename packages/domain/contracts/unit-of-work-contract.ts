import type { CircleId } from '../src/ids.ts';
import { addEvent, addUser, countAfter, newId, now, someUser } from './fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from './harness.ts';

type Ports = Needs<'circles' | 'eventCatalog' | 'events' | 'rsvps' | 'saved' | 'users', 'unitOfWork'>;

export const unitOfWorkContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  for (const size of ['usual', 'bulk'] as const)
    await example(
      t,
      `keeps all writes of a ${size} unit that resolves`,
      async (t, { stores, unitOfWork }) => {
        const [event, user] = [await addEvent(stores), someUser()];
        const bystander = await addUser(stores);
        await stores.saved.save(event.id, bystander.id, now);
        const result = await unitOfWork.run(async (inside) => {
          await inside.users.signUp(user);
          const answer = await inside.rsvps.set(event.id, user.id, 'going', now);
          await inside.saved.save(event.id, user.id, now);
          await inside.saved.unsave(event.id, bystander.id);
          t.strictSame(await inside.users.find(user.id), user, 'it reads what it wrote');
          return answer;
        }, size);
        t.strictSame(result, { myRsvp: 'going', rsvpCount: 1 });
        const detail = await stores.eventCatalog.detail(event.id, user.id, now);
        t.strictSame([detail?.myRsvp, detail?.isSaved, detail?.rsvpCount], ['going', true, 1]);
        t.equal(
          (await stores.eventCatalog.detail(event.id, bystander.id, now))?.isSaved,
          false,
          'removals, too',
        );
      },
    );

  for (const size of ['usual', 'bulk'] as const)
    await example(t, `keeps no write of a ${size} unit that rejects`, async (t, { stores, unitOfWork }) => {
      const [event, user] = [await addEvent(stores), someUser()];
      const bystander = await addUser(stores);
      await stores.rsvps.set(event.id, bystander.id, 'interested', now);
      const failure = unitOfWork.run(async (inside) => {
        await inside.users.signUp(user);
        await inside.rsvps.set(event.id, user.id, 'going', now);
        await inside.rsvps.set(event.id, bystander.id, null, now);
        await inside.users.update(bystander.id, { name: 'Changed' });
        await inside.users.update(bystander.id, { name: 'Changed twice' });
        throw new Error('too late');
      }, size);
      await t.rejects(failure, { message: 'too late' });
      t.equal(await stores.users.find(user.id), null);
      t.strictSame(await stores.users.find(bystander.id), bystander);
      const detail = await stores.eventCatalog.detail(event.id, bystander.id, now);
      t.strictSame([detail?.myRsvp, detail?.rsvpCount], ['interested', 1]);
    });

  await example(t, 'shows others nothing of what may still be undone', async (t, adapters) => {
    const { stores } = adapters;
    const user = someUser();
    let meanwhile: ReturnType<typeof stores.users.find> | undefined;
    await rolledBack(t, adapters, async ({ users }) => {
      await users.signUp(user);
      meanwhile = stores.users.find(user.id);
    });
    t.equal(await meanwhile, null);
  });

  await example(t, 'undoes what it wrote and removed more than once', async (t, adapters) => {
    const { stores } = adapters;
    const [owner, friend] = [await addUser(stores), await addUser(stores)];
    const circle = {
      id: newId<'circle'>() as CircleId,
      ownerId: owner.id,
      name: 'A',
      memberCount: 0,
      createdAt: now,
    };
    await stores.circles.add(circle, null);
    await rolledBack(t, adapters, async ({ circles }) => {
      await circles.rename(circle.id, owner.id, 'B');
      await circles.remove(circle.id, owner.id);
      await circles.add({ ...circle, name: 'C' }, null);
      await circles.addMembers(circle.id, owner.id, [friend.id], 9);
    });
    const page = { page: 1, limit: 9 };
    t.strictSame(await stores.circles.list(owner.id, page), { ...page, total: 1, items: [circle] });
    t.strictSame(await stores.circles.members(circle.id, owner.id, page), { ...page, total: 0, items: [] });
  });

  await example(t, 'keeps parallel units apart', async (t, { stores, unitOfWork }) => {
    const event = await addEvent(stores);
    const guests = await concurrently(6, () => addUser(stores));
    const outcomes = await Promise.allSettled(
      guests.map(({ id }, index) =>
        unitOfWork.run(async (inside) => {
          const answer = await inside.rsvps.set(event.id, id, 'going', now);
          if (index % 2 === 1) throw new Error('odd');
          return answer;
        }),
      ),
    );
    t.strictSame(
      outcomes.map(({ status }) => status),
      guests.map((_, index) => (index % 2 === 1 ? 'rejected' : 'fulfilled')),
    );
    const detail = await stores.eventCatalog.detail(event.id, null, now);
    t.equal(detail?.rsvpCount, 3);
    t.equal(countAfter(await stores.rsvps.set(event.id, event.organizerId, 'going', now)), 4);
  });
};
