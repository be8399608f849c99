import type { EventId } from '../src/ids.ts';
import { after, day } from '../src/time.ts';
import { addEvent, addUser, newId, now, sendInvitation } from './fixtures.ts';
import { atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

export const rsvpStoreContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'records answers and counts them', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const answer = stores.rsvps.answer;
    t.strictSame(await answer(event.id, ada.id, 'going', now), { myRsvp: 'going', rsvpCount: 1 });
    t.strictSame(await answer(event.id, ada.id, 'going', now), { myRsvp: 'going', rsvpCount: 1 });
    t.strictSame(await answer(event.id, bob.id, 'interested', now), { myRsvp: 'interested', rsvpCount: 2 });
    t.strictSame(await answer(event.id, ada.id, 'interested', now), { myRsvp: 'interested', rsvpCount: 2 });
    t.strictSame(await answer(event.id, ada.id, null, now), { myRsvp: null, rsvpCount: 1 });
    t.strictSame(await answer(event.id, ada.id, null, now), { myRsvp: null, rsvpCount: 1 });
    const detail = await stores.eventCatalog.detail(event.id, bob.id, now);
    t.equal(detail?.myRsvp, 'interested');
    t.equal(detail?.rsvpCount, 1);
    t.equal(await answer(newId<'event'>() as EventId, ada.id, 'going', now), null);
  });

  await example(t, 'returns each of parallel answers its own exact count', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guests = await atOnce(40, () => addUser(stores));
    const counts = await Promise.all(
      guests.map(async ({ id }) => (await stores.rsvps.answer(event.id, id, 'going', now))?.rsvpCount),
    );
    t.strictSame(
      counts.sort((a = 0, b = 0) => a - b),
      guests.map((_, index) => index + 1),
    );
  });

  await example(t, 'counts one person once, however often they answer at once', async (t, { stores }) => {
    const event = await addEvent(stores);
    const { id } = await addUser(stores);
    const states = ['going', 'interested', null, 'going'] as const;
    await atOnce(24, (index) => stores.rsvps.answer(event.id, id, states[index % 4] ?? null, now));
    const last = await stores.rsvps.answer(event.id, id, 'interested', now);
    t.strictSame(last, { myRsvp: 'interested', rsvpCount: 1 });
    t.strictSame(await stores.rsvps.answer(event.id, id, null, now), { myRsvp: null, rsvpCount: 0 });
  });

  await example(t, 'closes the own pending invitation with `going`, and only then', async (t, { stores }) => {
    const event = await addEvent(stores, { visibility: 'private' });
    const [guest, other, late] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    const mine = await sendInvitation(stores, event, { kind: 'user', userId: guest.id });
    const theirs = await sendInvitation(stores, event, { kind: 'user', userId: other.id });
    const expired = await sendInvitation(
      stores,
      event,
      { kind: 'user', userId: late.id },
      { createdAt: after(now, -day), expiresAt: now },
    );
    await stores.rsvps.answer(event.id, guest.id, 'interested', now);
    t.equal((await stores.invitations.find(mine.id))?.state, 'pending');
    await stores.rsvps.answer(event.id, guest.id, 'going', now);
    t.equal((await stores.invitations.find(mine.id))?.state, 'accepted');
    t.equal((await stores.invitations.find(theirs.id))?.state, 'pending');
    await stores.rsvps.answer(event.id, late.id, 'going', now);
    t.equal((await stores.invitations.find(expired.id))?.state, 'pending', 'an expired one is not open');
  });

  await example(t, 'is rolled back with its unit of work, counts too', async (t, { stores, unitOfWork }) => {
    const event = await addEvent(stores);
    const { id } = await addUser(stores);
    await t.rejects(
      unitOfWork.run(async (inside) => {
        await inside.rsvps.answer(event.id, id, 'going', now);
        throw new Error('changed my mind');
      }),
      { message: 'changed my mind' },
    );
    t.strictSame(await stores.rsvps.answer(event.id, id, 'interested', now), {
      myRsvp: 'interested',
      rsvpCount: 1,
    });
  });

  await example(t, 'saves and unsaves', async (t, { stores }) => {
    const event = await addEvent(stores);
    const { id } = await addUser(stores);
    t.equal(await stores.saved.unsave(event.id, id), false);
    t.equal(await stores.saved.save(event.id, id, now), true);
    t.equal(await stores.saved.save(event.id, id, now), true);
    t.equal((await stores.eventCatalog.detail(event.id, id, now))?.isSaved, true);
    t.equal(await stores.saved.unsave(event.id, id), true);
    t.equal((await stores.eventCatalog.detail(event.id, id, now))?.isSaved, false);
    t.equal(await stores.saved.save(newId<'event'>() as EventId, id, now), false);
  });
};
