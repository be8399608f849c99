import type { UserId } from '../../src/ids.ts';
import { type PictureRecord, pictureReference } from '../../src/pictures/picture.ts';
import { after, day } from '../../src/time.ts';
import { addEvent, addUser, newId, now, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';
import { someSeries } from '../series/series-fixtures.ts';

type Ports = Needs<'events' | 'moderation' | 'pictures' | 'series' | 'users', 'unitOfWork'>;
type Stores = Ports['stores'];

let count = 0;

const somePicture = (ownerId: UserId, changes: Partial<PictureRecord> = {}): PictureRecord => {
  count += 1;
  return {
    id: `${newId().replaceAll('-', '').slice(8, 26)}${String(count).padStart(4, '0')}`,
    ownerId,
    width: 1_600,
    height: 900,
    thumbhash: 'HBkSHYSIeHiPiHh8eJd4eTN0EEQG',
    createdAt: after(now, count),
    asideKey: `key-${String(count).padStart(18, '0')}`,
    asideSince: null,
    unusedSince: after(now, count),
    ...changes,
  };
};

const addPicture = async (stores: Stores, ownerId: UserId, changes: Partial<PictureRecord> = {}) => {
  const picture = somePicture(ownerId, changes);
  await stores.pictures.add(picture, null);
  return picture;
};

const own = ({ asideKey: _, asideSince: __, unusedSince: ___, ownerId: ____, ...picture }: PictureRecord) =>
  picture;

const isShown = async (stores: Stores, { id }: PictureRecord) => (await stores.pictures.find(id))?.isShown;

const takeDown = { reason: 'Fraud.', at: now };

export const pictureRecordsContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps pictures of each owner, the newest first', async (t, { stores }) => {
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const [one, two] = [await addPicture(stores, ada.id), await addPicture(stores, ada.id)];
    await addPicture(stores, bob.id);
    t.strictSame(await stores.pictures.find(one.id), { ...one, isShown: true });
    t.equal(await stores.pictures.find(somePicture(ada.id).id), null);
    t.equal(await stores.pictures.count(ada.id), 2);
    t.strictSame(await stores.pictures.list(ada.id, { page: 1, limit: 10 }), {
      items: [two, one].map((picture) => ({ ...own(picture), usedBy: [] })),
      total: 2,
      page: 1,
      limit: 10,
    });
    const second = await stores.pictures.list(ada.id, { page: 2, limit: 1 });
    t.strictSame([second.items.map(({ id }) => id), second.total], [[one.id], 2]);
  });

  await example(
    t,
    'keeps no more of one owner than the limit, and none without one',
    async (t, { stores }) => {
      const ada = await addUser(stores);
      const added = await concurrently(5, () => stores.pictures.add(somePicture(ada.id), 3));
      t.equal(added.filter(Boolean).length, 3);
      t.equal(await stores.pictures.add(somePicture(ada.id), null), true);
      t.equal(await stores.pictures.add(somePicture(someUser().id), null), false);
    },
  );

  await example(t, 'tells what uses a picture, until it is removed', async (t, { stores, unitOfWork }) => {
    const ada = await addUser(stores);
    const picture = await addPicture(stores, ada.id);
    const kept = await addPicture(stores, ada.id);
    const reference = pictureReference(picture);
    const event = await addEvent(stores, { organizerId: ada.id, coverUrl: reference });
    const otherEvent = await addEvent(stores, { organizerId: ada.id, coverUrl: pictureReference(kept) });
    const series = someSeries(ada.id);
    const withCover = { ...series, draft: { ...series.draft, coverUrl: reference } };
    await unitOfWork.run((inside) => inside.series.add(withCover));
    await stores.users.update(ada.id, { avatar: reference });
    const usedBy = async () => {
      const { items } = await stores.pictures.list(ada.id, { page: 1, limit: 10 });
      return items.find(({ id }) => id === picture.id)?.usedBy;
    };
    t.strictSame(await usedBy(), [event.id, 'avatar']);
    t.equal((await stores.users.find(ada.id))?.avatar, reference);
    t.equal((await stores.events.find(event.id))?.coverUrl, reference);
    t.equal(await stores.pictures.remove(picture.id, (await addUser(stores)).id), false);
    t.equal(await stores.pictures.remove(picture.id, ada.id), true);
    t.equal(await stores.pictures.remove(picture.id, ada.id), false);
    t.equal((await stores.users.find(ada.id))?.avatar, null);
    t.equal((await stores.events.find(event.id))?.coverUrl, null);
    t.equal((await stores.events.find(otherEvent.id))?.coverUrl, pictureReference(kept));
    t.equal((await stores.series.find(withCover.id))?.draft.coverUrl, null);
  });

  await example(t, 'gives nobody a picture that is gone', async (t, { stores }) => {
    const ada = await addUser(stores);
    const reference = pictureReference(somePicture(ada.id));
    const event = await addEvent(stores, { organizerId: ada.id, coverUrl: reference });
    t.equal((await stores.events.find(event.id))?.coverUrl, null);
    t.equal((await stores.users.update(ada.id, { avatar: reference })) === 'outdated', false);
    t.equal((await stores.users.find(ada.id))?.avatar, null);
  });

  await example(t, 'shows none of an event that is taken down until it is back', async (t, { stores }) => {
    const ada = await addUser(stores);
    const picture = await addPicture(stores, ada.id);
    const event = await addEvent(stores, { organizerId: ada.id, coverUrl: pictureReference(picture) });
    t.equal(await isShown(stores, picture), true);
    await stores.moderation.takeDown(event.id, takeDown);
    t.equal(await isShown(stores, picture), false);
    t.strictSame(
      (await stores.pictures.judge({ eventId: event.id })).map(({ id }) => id),
      [picture.id],
    );
    await stores.moderation.restore(event.id);
    t.equal(await isShown(stores, picture), true);
  });

  await example(t, 'shows one that another event or a person shows', async (t, { stores }) => {
    const ada = await addUser(stores);
    const [shared, ofPerson] = [await addPicture(stores, ada.id), await addPicture(stores, ada.id)];
    for (const picture of [shared, ofPerson]) {
      const event = await addEvent(stores, { organizerId: ada.id, coverUrl: pictureReference(picture) });
      await stores.moderation.takeDown(event.id, takeDown);
    }
    await addEvent(stores, { organizerId: ada.id, coverUrl: pictureReference(shared) });
    await stores.users.update(ada.id, { avatar: pictureReference(ofPerson) });
    t.strictSame([await isShown(stores, shared), await isShown(stores, ofPerson)], [true, true]);
  });

  await example(
    t,
    'shows none of a suspended account but those of events of others',
    async (t, { stores }) => {
      const [ada, bob] = [await addUser(stores), await addUser(stores)];
      const [mine, lent] = [await addPicture(stores, ada.id), await addPicture(stores, ada.id)];
      const foreign = await addPicture(stores, bob.id);
      await addEvent(stores, { organizerId: bob.id, coverUrl: pictureReference(lent) });
      await addEvent(stores, { organizerId: ada.id, coverUrl: pictureReference(foreign) });
      await stores.moderation.suspend(ada.id, takeDown);
      const shown = async () => [
        await isShown(stores, mine),
        await isShown(stores, lent),
        await isShown(stores, foreign),
      ];
      t.strictSame(await shown(), [false, true, false]);
      t.strictSame(
        (await stores.pictures.judge({ userId: ada.id })).map(({ id }) => id).sort(),
        [mine.id, lent.id, foreign.id].sort(),
      );
      await stores.moderation.lift(ada.id);
      t.strictSame(await shown(), [true, true, true]);
    },
  );

  await example(t, 'pages through all of them by id, with where their files are', async (t, { stores }) => {
    const ada = await addUser(stores);
    const [one, two] = [await addPicture(stores, ada.id), await addPicture(stores, ada.id)].sort((a, b) =>
      a.id < b.id ? -1 : 1,
    ) as [PictureRecord, PictureRecord];
    await stores.pictures.noteAside(two.id, now);
    t.strictSame(await stores.pictures.page(''), [
      { ...one, isShown: true },
      { ...two, asideSince: now, isShown: true },
    ]);
    t.strictSame(
      (await stores.pictures.page(one.id)).map(({ id }) => id),
      [two.id],
    );
    t.strictSame(await stores.pictures.page(two.id), []);
    await stores.pictures.noteAside(two.id, null);
    t.equal((await stores.pictures.find(two.id))?.asideSince, null);
  });

  await example(t, 'removes what nothing shows, once it is noted for long', async (t, { stores }) => {
    const ada = await addUser(stores);
    const long = after(now, -2 * day);
    const before = after(now, -day);
    const never = await addPicture(stores, ada.id, { unusedSince: long });
    const [used, later] = [
      await addPicture(stores, ada.id, { unusedSince: long }),
      await addPicture(stores, ada.id),
    ];
    await stores.users.update(ada.id, { avatar: pictureReference(used) });
    await stores.pictures.noteUnused(now);
    const removed = await stores.pictures.removeSpent(before, before);
    t.strictSame(
      removed.map(({ id, asideKey }) => ({ id, asideKey })),
      [{ id: never.id, asideKey: never.asideKey }],
    );
    t.strictSame(await stores.pictures.removeSpent(before, before), []);
    await stores.users.update(ada.id, { avatar: null });
    await stores.pictures.noteUnused(now);
    t.strictSame(await stores.pictures.removeSpent(now, before), []);
    t.strictSame(
      (await stores.pictures.removeSpent(after(now, day), before)).map(({ id }) => id).sort(),
      [used.id, later.id].sort(),
    );
  });

  await example(
    t,
    'removes what is aside for long, and what was of erased accounts',
    async (t, { stores }) => {
      const [ada, bob] = [await addUser(stores), await addUser(stores)];
      const [aside, lent] = [await addPicture(stores, ada.id), await addPicture(stores, bob.id)];
      const gone = await addPicture(stores, bob.id);
      for (const picture of [aside, lent, gone])
        await addEvent(stores, {
          organizerId: picture === gone ? bob.id : ada.id,
          coverUrl: pictureReference(picture),
        });
      await stores.pictures.noteUnused(now);
      await stores.pictures.noteAside(aside.id, now);
      await stores.users.erase(bob.id, now);
      const removed = await stores.pictures.removeSpent(now, after(now, 1));
      t.strictSame(removed.map(({ id }) => id).sort(), [aside.id, gone.id].sort());
      t.ok(await stores.pictures.find(lent.id));
    },
  );
};
