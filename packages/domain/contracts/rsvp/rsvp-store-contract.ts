import type { RsvpState } from '../../src/events/rsvp.ts';
import type { EventId, InvitationId, UserId } from '../../src/ids.ts';
import { after, day } from '../../src/time.ts';
import { addEvent, addUser, countAfter, newId, now, sendInvitation, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'eventCatalog' | 'events' | 'invitations' | 'rsvps' | 'users', 'unitOfWork'>;

export const rsvpStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'records answers and counts them', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const respond = stores.rsvps.set;
    t.strictSame(await respond(event.id, ada.id, 'going', now), { myRsvp: 'going', rsvpCount: 1 });
    t.strictSame(await respond(event.id, ada.id, 'going', now), { myRsvp: 'going', rsvpCount: 1 });
    t.strictSame(await respond(event.id, bob.id, 'interested', now), { myRsvp: 'interested', rsvpCount: 2 });
    t.strictSame(await respond(event.id, ada.id, 'interested', now), { myRsvp: 'interested', rsvpCount: 2 });
    t.strictSame(await respond(event.id, ada.id, null, now), { myRsvp: null, rsvpCount: 1 });
    t.strictSame(await respond(event.id, ada.id, null, now), { myRsvp: null, rsvpCount: 1 });
    const detail = await stores.eventCatalog.detail(event.id, bob.id, now);
    t.equal(detail?.myRsvp, 'interested');
    t.strictSame([detail?.rsvpCount, detail?.goingCount, detail?.interestedCount], [1, 0, 1]);
    t.equal(await respond(newId<'event'>() as EventId, ada.id, 'going', now), null);
  });

  await example(t, 'returns each of parallel answers its own exact count', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guests = await concurrently(40, () => addUser(stores));
    const counts = await Promise.all(
      guests.map(async ({ id }) => countAfter(await stores.rsvps.set(event.id, id, 'going', now))),
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
    await concurrently(24, (index) => stores.rsvps.set(event.id, id, states[index % 4] ?? null, now));
    const last = await stores.rsvps.set(event.id, id, 'interested', now);
    t.strictSame(last, { myRsvp: 'interested', rsvpCount: 1 });
    t.strictSame(await stores.rsvps.set(event.id, id, null, now), { myRsvp: null, rsvpCount: 0 });
  });

  await example(t, 'counts the RSVPs of this event alone', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    await stores.rsvps.set(other.id, ada.id, 'interested', now);
    await stores.rsvps.set(other.id, bob.id, 'going', now);
    const respond = (state: RsvpState) => stores.rsvps.set(event.id, ada.id, state, now);
    t.strictSame(await respond('going'), { myRsvp: 'going', rsvpCount: 1 });
    t.strictSame(await respond(null), { myRsvp: null, rsvpCount: 0 });
    const [forAda, forBob] = [
      await stores.eventCatalog.detail(other.id, ada.id, now),
      await stores.eventCatalog.detail(other.id, bob.id, now),
    ];
    t.strictSame([forAda?.rsvpCount, forAda?.myRsvp, forBob?.myRsvp], [2, 'interested', 'going']);
  });

  await example(t, 'counts each of several events that are answered at once', async (t, { stores }) => {
    const events = [await addEvent(stores), await addEvent(stores), await addEvent(stores)];
    const guests = await concurrently(8, () => addUser(stores));
    const counts = await Promise.all(
      events.map(({ id }) =>
        Promise.all(guests.map((guest) => stores.rsvps.set(id, guest.id, 'interested', now))),
      ),
    );
    for (const answers of counts)
      t.strictSame(
        answers.map((answer) => countAfter(answer) ?? 0).sort((one, other) => one - other),
        guests.map((_, index) => index + 1),
      );
  });

  await example(t, 'records nothing for an unknown person or an erased account', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [erasedUser, guest] = [await addUser(stores), await addUser(stores)];
    await stores.rsvps.set(event.id, erasedUser.id, 'going', now);
    await stores.users.erase(erasedUser.id, now);
    t.equal(await stores.rsvps.set(event.id, erasedUser.id, 'going', now), null);
    t.equal(await stores.rsvps.set(event.id, someUser().id, 'interested', now), null);
    const answer = await stores.rsvps.set(event.id, guest.id, 'going', now);
    t.strictSame(answer, { myRsvp: 'going', rsvpCount: 1 });
  });

  await example(t, 'closes the own pending invitation with `going`, and only then', async (t, { stores }) => {
    const event = await addEvent(stores, { visibility: 'private' });
    const [guest, other, late] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    const mine = await sendInvitation(stores, event, { kind: 'user', userId: guest.id });
    const theirs = await sendInvitation(stores, event, { kind: 'user', userId: other.id });
    const expiredInvitation = await sendInvitation(
      stores,
      event,
      { kind: 'user', userId: late.id },
      { createdAt: after(now, -day), expiresAt: now },
    );
    await stores.rsvps.set(event.id, guest.id, 'interested', now);
    t.equal((await stores.invitations.find(mine.id))?.state, 'pending');
    await stores.rsvps.set(event.id, guest.id, 'going', now);
    t.equal((await stores.invitations.find(mine.id))?.state, 'accepted');
    t.equal((await stores.invitations.find(theirs.id))?.state, 'pending');
    await stores.rsvps.set(event.id, late.id, 'going', now);
    t.equal(
      (await stores.invitations.find(expiredInvitation.id))?.state,
      'pending',
      'an expired one is not open',
    );
  });

  await example(t, 'closes no invitation but the person’s own to this event', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const [guest, refuser] = [await addUser(stores), await addUser(stores)];
    const toGuest = { kind: 'user', userId: guest.id } as const;
    const elsewhere = await sendInvitation(stores, other, toGuest);
    const byMail = await sendInvitation(stores, event, { kind: 'email', email: 'm@mail.example' });
    const declinedInvitation = await sendInvitation(stores, event, { kind: 'user', userId: refuser.id });
    await stores.invitations.decline(declinedInvitation.id, refuser.id, now);
    const revokedInvitation = await sendInvitation(stores, event, toGuest);
    await stores.invitations.revoke(revokedInvitation.id, now);
    await stores.rsvps.set(event.id, guest.id, 'going', now);
    await stores.rsvps.set(event.id, refuser.id, 'going', now);
    const state = async ({ id }: { readonly id: InvitationId }) => (await stores.invitations.find(id))?.state;
    t.equal(await state(elsewhere), 'pending');
    t.equal(await state(byMail), 'pending');
    t.equal(await state(declinedInvitation), 'declined');
    t.equal(await state(revokedInvitation), 'revoked');
  });

  await example(
    t,
    'is rolled back with its unit of work, with counts and invitations',
    async (t, adapters) => {
      const { stores } = adapters;
      const event = await addEvent(stores);
      const [ada, bob, cyd] = [await addUser(stores), await addUser(stores), await addUser(stores)];
      await stores.rsvps.set(event.id, ada.id, 'going', now);
      await stores.rsvps.set(event.id, bob.id, 'going', now);
      const { id } = await sendInvitation(stores, event, { kind: 'user', userId: cyd.id });
      await rolledBack(t, adapters, async ({ rsvps }) => {
        await rsvps.set(event.id, ada.id, 'interested', now);
        await rsvps.set(event.id, bob.id, null, now);
        await rsvps.set(event.id, cyd.id, 'going', now);
      });
      const myRsvp = async (user: UserId) => (await stores.eventCatalog.detail(event.id, user, now))?.myRsvp;
      t.strictSame(
        [await myRsvp(ada.id), await myRsvp(bob.id), await myRsvp(cyd.id)],
        ['going', 'going', null],
      );
      t.equal((await stores.invitations.find(id))?.state, 'pending');
      const answer = await stores.rsvps.set(event.id, cyd.id, 'interested', now);
      t.strictSame(answer, { myRsvp: 'interested', rsvpCount: 3 });
    },
  );
};
