import { after, day } from '../src/time.ts';
import { addEvent, addUser, newToken, now } from './fixtures.ts';
import { atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

export const calendarStoreContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'keeps one token a person until it is rotated', async (t, { stores }) => {
    const { id } = await addUser(stores);
    const tokens = await atOnce(8, () => stores.calendars.tokenOf(id, newToken()));
    t.equal(new Set(tokens).size, 1, 'parallel first calls agree');
    const [token = ''] = tokens;
    t.equal(await stores.calendars.ownerOf(token), id);
    t.equal(await stores.calendars.ownerOf(newToken()), null);
    const fresh = newToken();
    await stores.calendars.rotate(id, fresh);
    t.equal(await stores.calendars.ownerOf(token), null);
    t.equal(await stores.calendars.ownerOf(fresh), id);
    t.equal(await stores.calendars.tokenOf(id, newToken()), fresh);
    const other = await addUser(stores);
    await stores.calendars.rotate(other.id, newToken());
    await stores.users.erase(id, now);
    t.equal(await stores.calendars.ownerOf(fresh), null, 'an erased account has no feed');
  });

  await example(t, 'shows what a person is going to', async (t, { stores }) => {
    const { id } = await addUser(stores);
    const later = await addEvent(stores, {
      title: 'later',
      startAt: after(now, 5 * day),
      endAt: after(now, 6 * day),
    });
    const soon = await addEvent(stores, { title: 'soon', visibility: 'private' });
    const past = await addEvent(stores, {
      title: 'past',
      startAt: after(now, -2 * day),
      endAt: after(now, -day),
    });
    const maybe = await addEvent(stores, { title: 'maybe' });
    for (const { id: event } of [later, soon, past]) await stores.rsvps.answer(event, id, 'going', now);
    await stores.rsvps.answer(maybe.id, id, 'interested', now);
    await stores.events.cancel(later.id, after(now, 1));
    const entry = ({ id: event, title, description, startAt, endAt, location }: typeof soon) => ({
      id: event,
      title,
      description,
      startAt,
      endAt,
      location,
    });
    t.strictSame(await stores.calendars.goingOf(id, now, 10), [
      { ...entry(soon), status: 'scheduled', sequence: 0, updatedAt: now },
      { ...entry(later), status: 'cancelled', sequence: 1, updatedAt: after(now, 1) },
    ]);
    const titles = async (since: Date, limit: number) =>
      (await stores.calendars.goingOf(id, since, limit)).map(({ title }) => title);
    t.strictSame(await titles(after(now, -3 * day), 2), ['past', 'soon']);
    t.strictSame(await titles(after(now, -day), 9), ['soon', 'later'], 'what ended at that instant is over');
  });
};
