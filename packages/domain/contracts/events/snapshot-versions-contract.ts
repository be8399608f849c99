import { after } from '../../src/time.ts';
import { addEvent, addUser, now } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Needed = Needs<'events' | 'rsvps' | 'users', 'unitOfWork' | 'snapshotVersions'>;

export const snapshotVersionsContract = async (t: TestScope, open: Open<Needed>): Promise<void> => {
  const example = withAdapters(open);

  await example(
    t,
    'gives another mark after each change that a reader sees',
    async (t, { stores, snapshotVersions }) => {
      const marks = [await snapshotVersions.current()];
      const note = async () => marks.push(await snapshotVersions.current());
      const event = await addEvent(stores);
      await note();
      const guest = await addUser(stores);
      await note();
      await stores.rsvps.answer(event.id, guest.id, 'going', now);
      await note();
      await stores.events.cancel(event.id, now);
      await note();
      await stores.events.remove(event.id);
      await note();
      t.equal(new Set(marks).size, marks.length);
    },
  );

  await example(
    t,
    'gives another mark when a unit of work is done, not before',
    async (t, { stores, unitOfWork, snapshotVersions }) => {
      const event = await addEvent(stores);
      const guest = await addUser(stores);
      const { before, meanwhile } = await unitOfWork.run(async (inside) => {
        const before = await snapshotVersions.current();
        await inside.rsvps.answer(event.id, guest.id, 'going', now);
        return { before, meanwhile: await snapshotVersions.current() };
      });
      const done = await snapshotVersions.current();
      t.not(done, meanwhile);
      t.not(done, before);
    },
  );

  await example(t, 'knows when the next listed event ends', async (t, { stores, snapshotVersions }) => {
    t.equal(await snapshotVersions.nextEnd(now), null);
    const ends = (minutes: number) => ({ startAt: after(now, -60_000), endAt: after(now, minutes * 60_000) });
    await addEvent(stores, ends(30));
    await addEvent(stores, ends(20));
    await addEvent(stores, { ...ends(10), visibility: 'private' });
    const cancelled = await addEvent(stores, ends(5));
    await stores.events.cancel(cancelled.id, now);
    await addEvent(stores, ends(40));
    t.strictSame(await snapshotVersions.nextEnd(now), after(now, 20 * 60_000));
    t.strictSame(await snapshotVersions.nextEnd(after(now, 20 * 60_000)), after(now, 30 * 60_000));
    t.strictSame(await snapshotVersions.nextEnd(after(now, 30 * 60_000)), after(now, 40 * 60_000));
    t.equal(await snapshotVersions.nextEnd(after(now, 40 * 60_000)), null);
  });
};
