import type { EventRecord } from '../../src/events/event.ts';
import type { EventId } from '../../src/ids.ts';
import { after, day } from '../../src/time.ts';
import { addEvent, addUser, newId, newToken, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'attendees' | 'calendars' | 'events' | 'moderation' | 'rsvps' | 'users', 'unitOfWork'>;

export const calendarStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps one token a person until it is rotated', async (t, { stores }) => {
    const { calendars } = stores;
    const [person, other] = [await addUser(stores), await addUser(stores)];
    const [first, theirs, fresh] = [newToken(), newToken(), newToken()];
    t.equal(await calendars.tokenOf(person.id, first), first);
    t.equal(await calendars.tokenOf(person.id, newToken()), first);
    t.equal(await calendars.tokenOf(other.id, theirs), theirs);
    t.equal(await calendars.ownerOf(first), person.id);
    t.equal(await calendars.ownerOf(theirs), other.id);
    t.equal(await calendars.ownerOf(newToken()), null);
    await calendars.rotate(person.id, fresh);
    t.equal(await calendars.ownerOf(first), null);
    t.equal(await calendars.ownerOf(fresh), person.id);
    t.equal(await calendars.tokenOf(person.id, newToken()), fresh);
    t.equal(await calendars.ownerOf(theirs), other.id);
  });

  await example(t, 'makes a token by rotating where there was none', async (t, { stores }) => {
    const { id } = await addUser(stores);
    const fresh = newToken();
    await stores.calendars.rotate(id, fresh);
    t.equal(await stores.calendars.ownerOf(fresh), id);
  });

  await example(
    t,
    'knows no address of a suspended person, and the same one when it is lifted',
    async (t, { stores }) => {
      const { calendars, moderation } = stores;
      const [{ id }, other] = [await addUser(stores), await addUser(stores)];
      const [token, theirs] = [newToken(), newToken()];
      await calendars.tokenOf(id, token);
      await calendars.tokenOf(other.id, theirs);
      await moderation.suspend(id, { reason: 'Spam.', at: now });
      t.equal(await calendars.ownerOf(token), null);
      t.equal(await calendars.ownerOf(theirs), other.id);
      await moderation.lift(id);
      t.equal(await calendars.ownerOf(token), id);
    },
  );

  await example(t, 'agrees on one token a person among parallel first calls', async (t, { stores }) => {
    const people = [await addUser(stores), await addUser(stores)];
    for (const { id } of people) {
      const tokens = await concurrently(8, () => stores.calendars.tokenOf(id, newToken()));
      t.equal(new Set(tokens).size, 1);
      t.equal(await stores.calendars.ownerOf(tokens[0] ?? ''), id);
    }
  });

  await example(t, 'tells when this person was last removed from an event', async (t, { stores }) => {
    const [person, other] = [await addUser(stores), await addUser(stores)];
    t.equal(await stores.calendars.lastRemovalOf(person.id), null);
    for (const hours of [2, 1]) {
      const event = await addEvent(stores);
      await stores.rsvps.set(event.id, person.id, 'going', now);
      await stores.attendees.remove(event.id, person.id, after(now, hours));
    }
    t.strictSame(await stores.calendars.lastRemovalOf(person.id), after(now, 2));
    t.equal(await stores.calendars.lastRemovalOf(other.id), null);
  });

  await example(t, 'shows what this person is going to, whole', async (t, { stores }) => {
    const [person, other] = [await addUser(stores), await addUser(stores)];
    const later = await addEvent(stores, { startAt: after(now, 5 * day), endAt: after(now, 6 * day) });
    const sourceUrl = 'https://source.example.com/e/1';
    const soon = await addEvent(stores, { visibility: 'private', sourceUrl, isAllDay: true });
    const [maybe, theirs] = [await addEvent(stores), await addEvent(stores)];
    for (const { id } of [later, soon]) await stores.rsvps.set(id, person.id, 'going', now);
    await stores.rsvps.set(maybe.id, person.id, 'interested', now);
    for (const { id } of [theirs, maybe]) await stores.rsvps.set(id, other.id, 'going', now);
    await stores.events.cancel(later.id, after(now, 1), null, 'It rains.');
    const entry = ({
      id,
      title,
      description,
      startAt,
      endAt,
      isAllDay,
      timeZone,
      location,
      sourceUrl,
    }: EventRecord) => ({
      id,
      title,
      description,
      startAt,
      endAt,
      isAllDay,
      timeZone,
      location,
      onlineUrl: null,
      sourceUrl,
    });
    t.strictSame(await stores.calendars.goingOf(person.id, now, 10, 99), [
      { ...entry(soon), status: 'scheduled', cancelReason: null, sequence: 0, updatedAt: now },
      {
        ...entry(later),
        ...{ status: 'cancelled', cancelReason: 'It rains.', sequence: 1, updatedAt: after(now, 1) },
      },
    ]);
  });

  await example(
    t,
    'shows the nearest first, then by start and id, up to the limit',
    async (t, { stores }) => {
      const [{ id: person }, { id: bystander }] = [await addUser(stores), await addUser(stores)];
      const [first, second] = [newId<'event'>() as EventId, newId<'event'>() as EventId];
      const add = async (title: string, from: number, to: number, changes: Partial<EventRecord> = {}) => {
        const times = { startAt: after(now, from), endAt: after(now, to) };
        const { id } = await addEvent(stores, { title, ...times, ...changes });
        await stores.rsvps.set(id, person, 'going', now);
      };
      await add('twin 2', 3 * day, 4 * day, { id: second });
      await add('twin 1', 3 * day, 4 * day, { id: first });
      await add('past', -20 * day, -2 * day);
      await add('long ago', -900 * day, -899 * day);
      await add('long', -50 * day, 9 * day);
      await stores.rsvps.set(first, bystander, 'going', now);
      const titles = async (at: Date, limit: number) =>
        (await stores.calendars.goingOf(person, at, limit, 99)).map(({ title }) => title);
      t.strictSame(await titles(now, 9), ['long', 'past', 'twin 1', 'twin 2', 'long ago']);
      t.strictSame(await titles(now, 2), ['long', 'past']);
      t.strictSame(await titles(after(now, -899 * day), 1), ['long ago']);
      t.strictSame(await titles(now, 0), []);
    },
  );

  await example(t, 'shows no more of a description than asked for', async (t, { stores }) => {
    const { id } = await addUser(stores);
    const event = await addEvent(stores, { description: '😀'.repeat(9) });
    await stores.rsvps.set(event.id, id, 'going', now);
    const [entry] = await stores.calendars.goingOf(id, now, 1, 4);
    t.equal(entry?.description, '😀'.repeat(4));
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { calendars } = adapters.stores;
    const [person, other] = [await addUser(adapters.stores), await addUser(adapters.stores)];
    const [token, fresh, rotated] = [newToken(), newToken(), newToken()];
    await calendars.tokenOf(person.id, token);
    await rolledBack(t, adapters, async (inside) => {
      await inside.calendars.rotate(person.id, rotated);
      await inside.calendars.tokenOf(other.id, fresh);
    });
    t.equal(await calendars.ownerOf(token), person.id);
    t.equal(await calendars.ownerOf(rotated), null);
    t.equal(await calendars.ownerOf(fresh), null);
  });
};
