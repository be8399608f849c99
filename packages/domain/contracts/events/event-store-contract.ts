import type { EventId, UserId } from '../../src/ids.ts';
import { after, day, hour } from '../../src/time.ts';
import {
  addEvent,
  addUser,
  documentOf,
  newId,
  now,
  sendInvitation,
  someEvent,
  someUser,
} from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  | 'blocks'
  | 'categories'
  | 'eventAdmins'
  | 'eventCatalog'
  | 'events'
  | 'invitationCatalog'
  | 'invitations'
  | 'users',
  'unitOfWork'
>;

const unknownEventId = newId<'event'>() as EventId;

export const eventStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);
  const later = after(now, hour);

  await example(t, 'keeps an event as it was written', async (t, { stores }) => {
    const full = await addEvent(stores, {
      title: 'Święto \'"\\ 🎉',
      coverUrl: 'https://pics.example/c.png',
      startAt: new Date('2026-10-25T00:30:00.123Z'),
      endAt: new Date('2026-10-25T02:30:00.456Z'),
      location: { address: 'Null Island', lat: 0, lng: -180 },
      timeZone: 'Pacific/Tarawa',
      sourceKey: 'https://events.example/1',
      sourceUrl: 'https://events.example/1?a',
      isAllDay: true,
      tags: ['open-air', '9', 'jazz'],
      metadata: { a: '', bb: `"\\' 🎉 ${'x'.repeat(500)}`, constructor: 'null' },
    });
    const bare = await addEvent(stores, {
      capacity: null,
      priceMinor: 0,
      isPriceKnown: false,
      enabledModules: [],
      description: '',
    });
    t.strictSame(await stores.events.find(full.id), full);
    t.strictSame(await stores.events.find(bare.id), bare);
    t.equal(await stores.events.find(unknownEventId), null);
  });

  await example(t, 'adds each source key once', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const entry = (sourceKey: string | null, title = 'Imported') => {
      const event = someEvent(organizerId, { sourceKey, title });
      return { event, document: documentOf(event) };
    };
    const [first, twin] = [entry('a'), entry('a', 'Twin')];
    t.equal(await stores.events.addNew([first, entry('b'), twin]), 2);
    t.equal(await stores.events.addNew([entry('b'), entry('c')]), 1);
    t.equal(await stores.events.addNew([]), 0);
    t.strictSame(await stores.events.find(first.event.id), first.event);
    t.equal(await stores.events.find(twin.event.id), null);
    t.equal(await stores.events.addNew([entry(null), entry(null)]), 2, 'those without a key are all new');
    const parallel = await concurrently(4, () => stores.events.addNew([entry('x'), entry('y'), entry('z')]));
    t.equal(
      parallel.reduce((sum, added) => sum + added, 0),
      3,
    );
    const page = { page: 1, limit: 50 };
    t.equal((await stores.eventCatalog.mine(organizerId, ['organizing'], page, now)).total, 8);
  });

  await example(t, 'changes this event alone, from the sequence it has', async (t, { stores }) => {
    const [event, bystander] = [await addEvent(stores), await addEvent(stores)];
    const changes = {
      title: 'Renamed',
      description: 'Other words.',
      coverUrl: 'https://pics.example/new.png',
      startAt: after(now, 3 * day),
      endAt: after(now, 4 * day),
      location: { address: 'Elsewhere', lat: -1, lng: 2 },
      timeZone: 'Africa/Sao_Tome',
      category: 'food',
      priceMinor: 0,
      isPriceKnown: false,
      capacity: null,
      visibility: 'private',
      template: 'wide',
      enabledModules: ['chat', 'polls'],
      tags: ['soup'],
      metadata: { till: '7' },
    } as const;
    await stores.categories.ensure([{ slug: 'food', name: 'Food', emoji: '🍲' }]);
    const change = (sequence: number, id = event.id) =>
      stores.events.change(id, sequence, changes, documentOf({ ...event, ...changes }), later);
    t.equal(await change(1), false, 'from a sequence to come');
    t.equal(await change(0), true);
    t.strictSame(await stores.events.find(event.id), { ...event, ...changes, sequence: 1, updatedAt: later });
    t.equal(await change(0), false, 'from a former sequence');
    t.equal(await change(0, unknownEventId), false);
    t.equal(await stores.events.find(unknownEventId), null);
    t.strictSame(await stores.events.find(bystander.id), bystander);
    const document = documentOf(event);
    t.equal(
      await stores.events.change(event.id, 1, { coverUrl: null, isTimeZoneGiven: false }, document, later),
      true,
    );
    t.strictSame(await stores.events.find(event.id), {
      ...event,
      ...changes,
      coverUrl: null,
      isTimeZoneGiven: false,
      sequence: 2,
      updatedAt: later,
    });
  });

  await example(t, 'lets one of parallel changes from a sequence through', async (t, { stores }) => {
    const event = await addEvent(stores);
    const parallel = await concurrently(10, (index) =>
      stores.events.change(event.id, 0, { title: `By ${index}` }, documentOf(event), later),
    );
    t.equal(parallel.filter(Boolean).length, 1);
    const record = await stores.events.find(event.id);
    t.strictSame([record?.title, record?.sequence], [`By ${parallel.indexOf(true)}`, 1]);
  });

  await example(t, 'cancels this event alone, once, for good', async (t, { stores }) => {
    const [event, bystander] = [await addEvent(stores), await addEvent(stores)];
    const cancelReason = 'The singer is ill.\nSorry!';
    await stores.events.cancel(event.id, after(now, 1), null, cancelReason);
    await stores.events.cancel(event.id, after(now, 2), null, 'Another one.');
    const cancelled = { ...event, status: 'cancelled', cancelReason, sequence: 1, updatedAt: after(now, 1) };
    t.strictSame(await stores.events.find(event.id), cancelled);
    t.equal(await stores.events.change(event.id, 1, { title: 'X' }, documentOf(event), now), false);
    t.strictSame(await stores.events.find(event.id), cancelled);
    await stores.events.cancel(unknownEventId, now);
    t.equal(await stores.events.find(unknownEventId), null);
    t.strictSame(await stores.events.find(bystander.id), bystander);
  });

  await example(t, 'makes known users admins of this event alone', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const [user, second] = [await addUser(stores, { name: 'Bo' }), await addUser(stores, { name: 'Al' })];
    const erasedUser = await addUser(stores);
    await stores.users.erase(erasedUser.id, now);
    t.equal(await stores.eventAdmins.add(event.id, someUser().id), false);
    t.equal(await stores.eventAdmins.add(event.id, erasedUser.id), false, 'an erased account is unknown');
    for (const id of [user.id, user.id, second.id]) t.equal(await stores.eventAdmins.add(event.id, id), true);
    await stores.eventAdmins.add(other.id, user.id);
    const standing = async (id: EventId, caller: UserId | null) =>
      (await stores.events.access(id, caller, now))?.standing;
    const admins = async (id: EventId, page = { page: 1, limit: 9 }) => {
      const { items, total } = await stores.eventAdmins.list(id, page);
      return [total, ...items];
    };
    const [profile, secondProfile] = [user, second].map(({ id, name, username, avatar }) => ({
      ...{ id, name, username, avatar },
    }));
    t.strictSame(await admins(event.id), [2, secondProfile, profile], 'by name');
    t.strictSame(await admins(event.id, { page: 2, limit: 1 }), [2, profile]);
    t.strictSame(await admins(other.id), [1, profile]);
    t.equal(await standing(event.id, user.id), 'admin');
    t.equal(await standing(event.id, event.organizerId), 'organizer');
    t.equal(await standing(event.id, null), 'guest');
    t.equal(await standing(other.id, second.id), 'guest');
    await stores.eventAdmins.remove(event.id, user.id);
    await stores.eventAdmins.remove(event.id, user.id);
    t.equal(await standing(event.id, user.id), 'guest');
    t.equal(await standing(event.id, second.id), 'admin');
    t.equal(await standing(other.id, user.id), 'admin');
  });

  await example(t, 'bounds the events of one organizer that a user administers', async (t, { stores }) => {
    const [organizer, user] = [await addUser(stores), await addUser(stores)];
    const own = () => addEvent(stores, { organizerId: organizer.id });
    const events = [await own(), await own(), await own(), await own()] as const;
    const add = (id: EventId) => stores.eventAdmins.add(id, user.id, 2);
    const outcomes = await Promise.all(events.map(({ id }) => add(id)));
    t.strictSame(outcomes.map(String).toSorted(), ['full', 'full', 'true', 'true'], 'also of parallel calls');
    const full = events.filter((_, index) => outcomes[index] === 'full');
    const [standing] = events.filter((_, index) => outcomes[index] === true);
    t.equal(await add(standing?.id as EventId), true, 'an admin stays one');
    t.equal(await add((await addEvent(stores)).id), true, 'another organizer counts alone');
    await stores.eventAdmins.remove(standing?.id as EventId, user.id);
    t.equal(await add(full[0]?.id as EventId), true, 'an end makes room');
  });

  await example(t, 'makes no user an admin who blocks the organizer', async (t, { stores }) => {
    const [event, user] = [await addEvent(stores), await addUser(stores)];
    await stores.blocks.add(user.id, event.organizerId, 9);
    t.equal(await stores.eventAdmins.add(event.id, user.id), false);
    t.equal((await stores.events.access(event.id, user.id, now))?.standing, 'guest');
    await stores.blocks.remove(user.id, event.organizerId);
    t.equal(await stores.eventAdmins.add(event.id, user.id), true);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const organizer = await addUser(stores);
    const [changedEvent, cancelledEvent] = [await addEvent(stores), await addEvent(stores)];
    const { id } = await sendInvitation(stores, changedEvent, { kind: 'user', userId: organizer.id });
    const [addedEvent, importedEvent] = [
      someEvent(organizer.id),
      someEvent(organizer.id, { sourceKey: 'https://events.example/2' }),
    ];
    const entry = { event: importedEvent, document: documentOf(importedEvent) };
    await rolledBack(t, adapters, async ({ events, eventAdmins }) => {
      await events.add({ event: addedEvent, document: documentOf(addedEvent) });
      await events.addNew([entry]);
      const changes = { title: 'Changed', endAt: after(now, 9 * day) };
      await events.change(changedEvent.id, 0, changes, documentOf(changedEvent), later);
      await events.cancel(cancelledEvent.id, later);
      await eventAdmins.add(cancelledEvent.id, organizer.id);
    });
    t.equal(await stores.events.find(addedEvent.id), null);
    t.equal(await stores.events.find(importedEvent.id), null);
    t.strictSame(await stores.events.find(changedEvent.id), changedEvent);
    t.strictSame(await stores.events.find(cancelledEvent.id), cancelledEvent);
    t.strictSame((await stores.invitations.find(id))?.expiresAt, changedEvent.endAt);
    t.equal((await stores.events.access(cancelledEvent.id, organizer.id, now))?.standing, 'guest');
    t.equal(await stores.events.addNew([entry]), 1, 'the source key is free');
  });
};
