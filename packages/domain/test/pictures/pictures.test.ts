import t from 'tap';
import { createMemoryWorld, type MemoryWorld } from '../../memory/index.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import type { JudgedPicture, PictureRecord } from '../../src/pictures/picture.ts';
import { settleFiles } from '../../src/pictures/picture-files.ts';
import { DomainError } from '../../src/problem.ts';
import { after, day, hour } from '../../src/time.ts';
import { draft, event, faultsOf, person, refusal } from '../support.ts';

const file = { path: 'photo', mediaType: 'image/jpeg' } as const;

const prepare = (world: MemoryWorld, ownerId: UserId, path = 'photo') =>
  world.domain.preparePicture({ ownerId, file: { ...file, path } });

/** A picture that is kept. */
const picture = async (world: MemoryWorld, ownerId: UserId): Promise<PictureRecord> => {
  const prepared = await prepare(world, ownerId);
  await world.domain.keepPicture(prepared);
  return prepared;
};

const act = { operatorId: null, origin: { sessionId: null, network: '203.0.113.0/24' }, reason: 'Fraud.' };
const aside = ({ asideKey }: PictureRecord) => `aside-${asideKey}`;

t.test('a picture is kept with its files, and shown by events and people', async (t) => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  const prepared = await prepare(world, ownerId);
  t.match(prepared.id, /^[\w-]{22}$/);
  t.match(await world.domain.keepPicture(prepared), {
    id: prepared.id,
    width: 1_600,
    height: 900,
    usedBy: [],
  });
  t.ok(world.pictures.has(prepared.id));
  const created = await event(world, ownerId);
  const changed = await world.domain.updateEvent({
    eventId: created.id,
    callerId: ownerId,
    changes: { coverId: prepared.id },
    origin: act.origin,
  });
  t.match(changed.coverUrl, `picture:${prepared.id}:1600x900:`);
  const user = await world.domain.updateProfile({ userId: ownerId, changes: { avatarId: prepared.id } });
  t.equal(user.avatar, changed.coverUrl);
  t.match(await world.domain.listPictures({ ownerId }), {
    items: [{ id: prepared.id, usedBy: [created.id, 'avatar'] }],
    total: 1,
  });
  const [own] = await world.dependencies.stores.exports
    .read(ownerId, 'pictures', null)
    .then(({ rows }) => rows as { id: string }[]);
  t.equal(own?.id, prepared.id);
});

t.test('an event and a series begin with a picture, and lose it to an address or to null', async (t) => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  const { id } = await picture(world, ownerId);
  const created = await world.domain.createEvent({ organizerId: ownerId, draft: draft(world), coverId: id });
  t.match(created.coverUrl, `picture:${id}:`);
  const change = async (changes: object) =>
    (
      await world.domain.updateEvent({
        eventId: created.id,
        callerId: ownerId,
        changes,
        origin: act.origin,
      })
    ).coverUrl;
  t.match(await change({ title: 'Other' }), `picture:${id}:`);
  t.equal(await change({ coverUrl: 'https://example.com/a.jpg' }), 'https://example.com/a.jpg');
  t.match(await change({ coverId: id }), `picture:${id}:`);
  t.equal(await change({ coverId: null }), null);
  const series = await world.domain.createSeries({
    organizerId: ownerId,
    draft: draft(world),
    rule: 'FREQ=DAILY;COUNT=3',
    coverId: id,
  });
  const covers = () =>
    world.tables.events
      .rows()
      .filter((row) => row.series?.id === series.id)
      .map(({ coverUrl }) => coverUrl?.split(':')[1] ?? null);
  t.strictSame(covers(), [id, id, id]);
  const other = await picture(world, ownerId);
  await world.domain.changeSeries({
    seriesId: series.id,
    callerId: ownerId,
    event: { coverId: other.id },
    origin: act.origin,
  });
  t.strictSame(covers(), [other.id, other.id, other.id]);
});

t.test('a picture is chosen by its owner alone, and not beside an address', async (t) => {
  const world = createMemoryWorld();
  const [ownerId, other] = [await person(world), await person(world)];
  const { id } = await picture(world, other);
  const own = await picture(world, ownerId);
  const created = await event(world, ownerId);
  const change = (changes: object) =>
    world.domain.updateEvent({ eventId: created.id, callerId: ownerId, changes, origin: act.origin });
  for (const coverId of [id, 'nonsense', 'A'.repeat(22)])
    t.match(await faultsOf(change({ coverId })), [{ path: '/coverId', message: /picture of the caller/ }]);
  t.match(await faultsOf(change({ coverId: own.id, coverUrl: null })), [
    { path: '/coverId', message: /beside coverUrl/ },
  ]);
  const reference = `picture:${id}:1600x900:AAAA`;
  t.match(await faultsOf(change({ coverUrl: reference })), [{ path: '/coverUrl' }]);
  t.match(await faultsOf(change({ coverUrl: 'picture:nonsense' })), [{ path: '/coverUrl' }]);
  t.match(
    await faultsOf(
      world.domain.createEvent({ organizerId: ownerId, draft: draft(world, { coverUrl: reference }) }),
    ),
    [{ path: '/coverUrl' }],
  );
  t.match(
    await faultsOf(
      world.domain.createEvent({
        organizerId: ownerId,
        draft: draft(world, { coverUrl: 'https://example.com/a.jpg' }),
        coverId: own.id,
      }),
    ),
    [{ path: '/coverId' }],
  );
  t.match(await faultsOf(world.domain.updateProfile({ userId: ownerId, changes: { avatarId: id } })), [
    { path: '/avatarId' },
  ]);
  t.match(
    await faultsOf(
      world.domain.changeSeries({
        seriesId: (
          await world.domain.createSeries({
            organizerId: ownerId,
            draft: draft(world),
            rule: 'FREQ=DAILY;COUNT=2',
          })
        ).id,
        callerId: ownerId,
        event: { coverId: id },
        origin: act.origin,
      }),
    ),
    [{ path: '/event/coverId' }],
  );
});

t.test('addresses have to be https where the operator says so', async (t) => {
  const world = createMemoryWorld({ settings: { picturesAreHttps: true } });
  const ownerId = await person(world);
  const change = (avatar: string) => world.domain.updateProfile({ userId: ownerId, changes: { avatar } });
  t.match(await faultsOf(change('http://example.com/a.jpg')), [{ path: '/avatar', message: /https/ }]);
  t.match(await faultsOf(change('nonsense')), [{ path: '/avatar' }]);
  t.equal((await change('https://example.com/a.jpg')).avatar, 'https://example.com/a.jpg');
});

t.test('a file that is no picture is refused, and what was not kept is dropped', async (t) => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  await t.rejects(prepare(world, ownerId, 'broken'), refusal('picture_invalid'));
  const [dropped, kept] = [await prepare(world, ownerId), await picture(world, ownerId)];
  await world.domain.dropPicture(dropped);
  await world.domain.dropPicture(kept);
  t.strictSame([...world.pictures.keys()], [kept.id]);
});

t.test('pictures are counted by hour and by day, for young accounts too', async (t) => {
  const world = createMemoryWorld({ settings: { quotaScale: 1 } });
  const ownerId = await person(world);
  const send = async (times: number) => {
    for (let count = 0; count < times; count += 1) await prepare(world, ownerId);
  };
  await send(5);
  await t.rejects(send(1), refusal('rate_limited', { budget: 'pictures', limit: 5 }));
  world.clock.advance(hour);
  await send(5);
  world.clock.advance(hour);
  await t.rejects(send(1), refusal('rate_limited', { budget: 'pictures', limit: 10 }));
  world.clock.advance(day);
  await send(20);
  await t.rejects(send(1), refusal('rate_limited', { budget: 'pictures', limit: 20 }));
});

t.test('an account keeps so many pictures and no more', async (t) => {
  const world = createMemoryWorld({ settings: { quotaScale: 1 / 250 } });
  const ownerId = await person(world);
  const [one, two, three] = [
    await prepare(world, ownerId),
    await prepare(world, ownerId).catch(() => null),
    null,
  ];
  t.equal(two, null);
  t.equal(three, null);
  await world.domain.keepPicture(one);
  const copy = (id: string) => world.domain.keepPicture({ ...one, id });
  await copy('B'.repeat(22));
  await t.rejects(copy('C'.repeat(22)), refusal('pictures_full'));
  world.clock.advance(day);
  await t.rejects(prepare(world, ownerId), refusal('pictures_full'));
});

t.test('an account that is erased meanwhile is not told of a limit', async (t) => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  const prepared = await prepare(world, ownerId);
  await world.dependencies.stores.users.erase(ownerId, world.clock.now());
  await t.rejects(world.domain.keepPicture(prepared), refusal('unauthenticated'));
});

t.test('a deleted picture is gone with its files, and nobody deletes those of others', async (t) => {
  const world = createMemoryWorld();
  const [ownerId, other] = [await person(world), await person(world)];
  const { id } = await picture(world, ownerId);
  const created = await world.domain.createEvent({ organizerId: ownerId, draft: draft(world), coverId: id });
  for (const [who, pictureId] of [
    [other, id],
    [ownerId, 'nonsense'],
    [ownerId, 'A'.repeat(22)],
  ] as const)
    await t.rejects(world.domain.deletePicture({ ownerId: who, pictureId }), refusal('not_found'));
  t.equal(await world.domain.isPictureShown({ id }), true);
  await world.domain.deletePicture({ ownerId, pictureId: id });
  t.equal(await world.domain.isPictureShown({ id }), false);
  t.equal(await world.domain.isPictureShown({ id: 'nonsense' }), false);
  t.equal((await world.domain.getEvent({ eventId: created.id, callerId: null })).coverUrl, null);
  await world.performJobs();
  t.strictSame([...world.pictures.keys()], []);
  t.match(world.purgedUrls, [
    `/${id}/small.webp`,
    `/${id}/medium.webp`,
    `/${id}/large.webp`,
    `/${id}/preview.jpg`,
  ]);
});

t.test('the files of a take-down and a suspension are aside until it is over', async (t) => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  const [cover, face] = [await picture(world, ownerId), await picture(world, ownerId)];
  const created = await world.domain.createEvent({
    organizerId: ownerId,
    draft: draft(world),
    coverId: cover.id,
  });
  await world.domain.updateProfile({ userId: ownerId, changes: { avatarId: face.id } });
  const places = async () => {
    await world.performJobs();
    return [...world.pictures.keys()].sort();
  };
  await world.domain.takeDownEvent({ ...act, eventId: created.id });
  t.equal(await world.domain.isPictureShown({ id: cover.id }), false);
  t.strictSame(await places(), [aside(cover), face.id].sort());
  t.equal(world.purgedUrls.length, 4);
  await world.domain.restoreEvent({ ...act, eventId: created.id });
  t.strictSame(await places(), [cover.id, face.id].sort());
  await world.domain.suspendUser({ ...act, userId: ownerId });
  t.strictSame(await places(), [aside(cover), aside(face)].sort());
  await world.domain.liftSuspension({ ...act, userId: ownerId });
  t.strictSame(await places(), [cover.id, face.id].sort());
  t.equal(await world.domain.isPictureShown({ id: cover.id }), true);
});

t.test('the pictures of an erased account go', async (t) => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  const { id } = await picture(world, ownerId);
  await world.domain.createEvent({ organizerId: ownerId, draft: draft(world), coverId: id });
  await world.domain.eraseUser({ ...act, id: ownerId });
  t.equal(await world.domain.isPictureShown({ id }), false);
  await world.performJobs();
  t.equal(world.pictures.has(id), false);
  t.match(await world.domain.checkPictures(), { removed: 1 });
  t.equal(world.pictures.size, 0);
  t.equal(world.tables.events.rows()[0]?.coverUrl, null);
});

t.test('a failure to tell caches is repeated by the job', async (t) => {
  let isDown = true;
  const world = createMemoryWorld({
    overrides: {
      purgePictures: async () => {
        if (isDown) throw new Error('down');
      },
    },
  });
  const ownerId = await person(world);
  const cover = await picture(world, ownerId);
  const created = await world.domain.createEvent({
    organizerId: ownerId,
    draft: draft(world),
    coverId: cover.id,
  });
  await world.domain.takeDownEvent({ ...act, eventId: created.id });
  await t.rejects(world.domain.placePictures({ eventId: created.id }), { message: 'down' });
  t.equal(world.tables.pictures.get(cover.id)?.asideSince, null);
  isDown = false;
  await world.domain.placePictures({ eventId: created.id });
  t.ok(world.tables.pictures.get(cover.id)?.asideSince);
});

t.test('what nothing shows goes after a day, what is aside after 90', async (t) => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  const [used, unused] = [await picture(world, ownerId), await picture(world, ownerId)];
  const created = await world.domain.createEvent({
    organizerId: ownerId,
    draft: draft(world),
    coverId: used.id,
  });
  await world.domain.sweepPictures();
  t.equal(world.pictures.size, 2);
  world.clock.advance(day + 1);
  await world.domain.sweepPictures();
  t.strictSame([...world.pictures.keys()], [used.id]);
  t.equal(world.tables.pictures.get(unused.id), undefined);
  await world.domain.takeDownEvent({ ...act, eventId: created.id });
  await world.performJobs();
  world.clock.advance(90 * day);
  t.match(await world.domain.checkPictures(), { removed: 0 });
  world.clock.advance(1);
  t.match(await world.domain.checkPictures(), { removed: 1 });
  t.equal(world.pictures.size, 0);
});

t.test('the sweep runs once an hour for all processes, the check once a day', async (t) => {
  const world = createMemoryWorld();
  const lists: Date[] = [];
  const { list } = world.dependencies.pictureStore;
  Object.assign(world.dependencies.pictureStore, {
    list: () => {
      lists.push(world.clock.now());
      return list();
    },
  });
  for (let count = 0; count < 50; count += 1) {
    await world.domain.sweepPictures();
    await world.domain.sweepPictures();
    world.clock.advance(hour);
  }
  t.equal(lists.length, 3);
});

t.test('files without a row and rows without files are mended once they are a day old', async (t) => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  const [kept, lost, stray] = [
    await picture(world, ownerId),
    await picture(world, ownerId),
    await prepare(world, ownerId),
  ];
  for (const { id } of [kept, lost])
    await world.domain.createEvent({ organizerId: ownerId, draft: draft(world), coverId: id });
  await world.dependencies.pictureStore.delete(lost.id);
  t.match(await world.domain.checkPictures(), { strayFiles: 0, lostFiles: 0 });
  world.clock.advance(day + 1);
  t.strictSame(await world.domain.checkPictures(), {
    removed: 0,
    strayFiles: 1,
    lostFiles: 1,
    moved: 0,
    isStoreEmpty: false,
  });
  t.strictSame([...world.pictures.keys()], [kept.id]);
  t.equal(world.tables.pictures.get(lost.id), undefined);
  t.not(stray.id, kept.id);
  // The files of a take-down whose job was lost.
  await world.dependencies.stores.moderation.suspend(ownerId, { reason: 'Fraud.', at: world.clock.now() });
  t.match(await world.domain.checkPictures(), { moved: 1 });
  t.strictSame([...world.pictures.keys()], [aside(kept)]);
  await world.dependencies.pictureStore.delete(aside(kept));
  t.match(await world.domain.checkPictures(), { lostFiles: 0, isStoreEmpty: true });
  t.ok(world.tables.pictures.get(kept.id));
});

t.test('an export has the addresses of pictures', async (t) => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  const { id } = await picture(world, ownerId);
  await world.domain.createEvent({ organizerId: ownerId, draft: draft(world), coverId: id });
  await world.domain.updateProfile({ userId: ownerId, changes: { avatarId: id } });
  const { batches } = await world.domain.exportUser({ ...act, id: ownerId });
  const sections: Record<string, readonly object[]> = {};
  for await (const { section, rows } of batches) sections[section] = rows;
  const large = `https://events.example.com/pictures/${id}/large.webp`;
  t.match(sections, {
    profile: [{ avatar: large }],
    eventsOrganized: [{ coverUrl: large }],
    pictures: [{ id, width: 1_600, urls: { length: 4 } }],
  });
});

t.test('an outage of the decoder is told as one', async (t) => {
  const world = createMemoryWorld({
    overrides: {
      pictureDecoder: {
        decode: async () => {
          throw new DomainError({ code: 'unavailable', retryAfterSeconds: 60 });
        },
      },
    },
  });
  const ownerId = await person(world);
  await t.rejects(prepare(world, ownerId), refusal('unavailable'));
  t.equal(world.pictures.size, 0);
  t.equal(after(world.clock.now(), 0).getTime(), world.clock.now().getTime());
});

t.test('what is decided while files are moved is followed at once', async (t) => {
  const world = createMemoryWorld();
  const ownerId = await person(world);
  const { stores, pictureStore } = world.dependencies;
  const { move } = pictureStore;
  type Meanwhile = (pictureId: string, eventId: EventId) => Promise<unknown>;
  const moveBeside = async (meanwhile: Meanwhile): Promise<string> => {
    const { id } = await picture(world, ownerId);
    const created = await world.domain.createEvent({
      organizerId: ownerId,
      draft: draft(world),
      coverId: id,
    });
    await world.domain.takeDownEvent({ ...act, eventId: created.id });
    const slowMove: typeof move = async (from, to) => {
      Object.assign(pictureStore, { move });
      await meanwhile(id, created.id);
      return move(from, to);
    };
    Object.assign(pictureStore, { move: slowMove });
    await settleFiles(world.dependencies, (await stores.pictures.find(id)) as JudgedPicture);
    return id;
  };
  const shown = await moveBeside((_, eventId) => world.domain.restoreEvent({ ...act, eventId }));
  t.strictSame([...world.pictures.keys()], [shown], 'it is back');
  await moveBeside((id) => stores.pictures.remove(id, null));
  t.strictSame([...world.pictures.keys()], [shown], 'and one that is gone is nowhere');
});
