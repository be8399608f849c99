import type { InvitationId } from '../src/ids.ts';
import { after, day, hour } from '../src/time.ts';
import {
  addCircle,
  addEvent,
  addUser,
  documentOf,
  newId,
  newToken,
  now,
  sendInvitation,
  someInvitation,
  someUser,
} from './fixtures.ts';
import { atOnce, type Open, type TestScope, withAdapters } from './harness.ts';

export const invitationStoreContract = async (t: TestScope, open: Open): Promise<void> => {
  const example = withAdapters(open);
  const later = after(now, hour);

  await example(t, 'knows the candidates behind circles and ids', async (t, { stores }) => {
    const event = await addEvent(stores);
    const owner = event.organizerId;
    const people = await atOnce(8, () => addUser(stores));
    const [plain, admin, going, interested, pending, declined, expired, revoked] = people.map(({ id }) => id);
    if (!plain || !admin || !going || !interested || !pending || !declined || !expired || !revoked)
      throw new Error();
    await stores.eventAdmins.add(event.id, admin);
    await stores.rsvps.answer(event.id, going, 'going', now);
    await stores.rsvps.answer(event.id, interested, 'interested', now);
    await sendInvitation(stores, event, { kind: 'user', userId: pending });
    const toDecline = await sendInvitation(stores, event, { kind: 'user', userId: declined });
    await stores.invitations.decline(toDecline.id, declined, now);
    await sendInvitation(
      stores,
      event,
      { kind: 'user', userId: expired },
      { createdAt: after(now, -day), expiresAt: now },
    );
    const toRevoke = await sendInvitation(stores, event, { kind: 'user', userId: revoked });
    await stores.invitations.revoke(toRevoke.id, now);
    const circle = await addCircle(stores, owner, [plain, admin, owner]);
    const second = await addCircle(stores, owner, [plain, going]);
    const foreign = await addCircle(stores, plain, [interested]);
    const { users, unknown } = await stores.invitations.candidates({
      eventId: event.id,
      owner,
      circleIds: [circle, second, foreign, newId<'circle'>()],
      userIds: [plain, plain, interested, pending, declined, expired, revoked, someUser().id],
      at: now,
    });
    t.equal(unknown, 3);
    const wanted: Record<string, readonly [number, boolean, string | null]> = {
      [plain]: [4, false, null],
      [admin]: [1, true, null],
      [owner]: [1, true, null],
      [going]: [1, true, null],
      [interested]: [1, false, null],
      [pending]: [1, false, 'pending'],
      [declined]: [1, false, 'declined'],
      [expired]: [1, false, 'expired'],
      [revoked]: [1, false, 'revoked'],
    };
    const found = users.map(({ userId, times, isInside, invitation }) => [
      userId,
      [times, isInside, invitation],
    ]);
    t.strictSame(Object.fromEntries(found), wanted);
  });

  await example(t, 'sends each recipient one live invitation', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guest = await addUser(stores);
    const byUser = someInvitation(event, { kind: 'user', userId: guest.id });
    const byMail = someInvitation(event, { kind: 'email', email: 'guest@mail.example' });
    t.strictSame(await stores.invitations.send([byUser, byMail], now), [
      { id: byUser.id, kind: 'user', sending: 1 },
      { id: byMail.id, kind: 'email', sending: 1 },
    ]);
    const { recipient: _, ...fields } = byUser;
    t.strictSame(await stores.invitations.find(byUser.id), {
      ...fields,
      kind: 'user',
      userId: guest.id,
      email: null,
      state: 'pending',
      delivery: 'none',
      sending: 1,
      sentAt: now,
    });
    const kept = await stores.invitations.find(byMail.id);
    t.equal(kept?.email, 'guest@mail.example');
    t.equal(kept?.userId, null);
    t.equal(kept?.delivery, 'queued');
    const repeat = [
      someInvitation(event, { kind: 'user', userId: guest.id }),
      someInvitation(event, { kind: 'email', email: 'guest@mail.example' }),
    ];
    t.strictSame(await stores.invitations.send(repeat, now), []);
    t.strictSame(await stores.invitations.send([], now), []);
  });

  await example(t, 'invites nobody twice in parallel', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guests = await atOnce(10, () => addUser(stores));
    const sent = await atOnce(6, (index) => {
      const order = index % 2 === 0 ? guests : guests.toReversed();
      return stores.invitations.send(
        order.map(({ id }) => someInvitation(event, { kind: 'user', userId: id })),
        now,
      );
    });
    t.equal(sent.flat().length, guests.length);
    t.equal(
      (await stores.invitationCatalog.ofEvent(event.id, { page: 1, limit: 50 }, now)).total,
      guests.length,
    );
  });

  await example(
    t,
    'renews revoked and expired ones under their id, retiring the token',
    async (t, { stores }) => {
      const event = await addEvent(stores);
      const guest = await addUser(stores);
      const old = await sendInvitation(
        stores,
        event,
        { kind: 'user', userId: guest.id },
        { expiresAt: later },
      );
      const fresh = someInvitation(event, { kind: 'user', userId: guest.id }, { createdAt: later });
      t.strictSame(await stores.invitations.send([fresh], after(later, -1)), [], 'not before it expires');
      t.strictSame(await stores.invitations.send([fresh], later), [{ id: old.id, kind: 'user', sending: 2 }]);
      t.equal((await stores.invitationCatalog.byToken(old.token))?.kind, 'retired');
      t.equal((await stores.invitationCatalog.byToken(fresh.token))?.kind, 'personal');
      t.equal(await stores.invitations.revoke(old.id, later), true);
      t.equal(await stores.invitations.revoke(old.id, later), false);
      const again = someInvitation(event, { kind: 'user', userId: guest.id }, { createdAt: later });
      t.equal((await stores.invitations.send([again], later)).length, 1);
      const renewed = await stores.invitations.find(old.id);
      t.equal(renewed?.state, 'pending');
      t.equal(renewed?.token, again.token);
      t.equal(renewed?.sending, 3);
    },
  );

  await example(t, 'moves the expiry with the end of the event', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guest = await addUser(stores);
    const { id } = await sendInvitation(stores, event, { kind: 'user', userId: guest.id });
    const expiry = async () => (await stores.invitations.find(id))?.expiresAt;
    t.strictSame(await expiry(), event.endAt);
    let sequence = 0;
    const moveEnd = async (endAt: Date) => {
      await stores.events.change(event.id, sequence, { endAt }, documentOf(event), now);
      sequence += 1;
    };
    const sooner = after(event.startAt, 1);
    await moveEnd(sooner);
    t.strictSame(await expiry(), sooner);
    t.equal((await stores.invitationCatalog.openOf(guest.id, sooner)).length, 0);
    await moveEnd(after(now, 300 * day));
    t.strictSame(await expiry(), after(now, 30 * day), 'not beyond its own lifetime');
    t.equal((await stores.invitationCatalog.openOf(guest.id, sooner)).length, 1);
  });

  await example(t, 'knows who is in by mail or by the link', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [byMail, byLink] = [await addUser(stores), await addUser(stores)];
    const { id } = await sendInvitation(stores, event, { kind: 'email', email: 'm@mail.example' });
    await stores.invitations.accept(id, byMail.id, now);
    await stores.inviteLinks.join(event.id, byLink.id, now);
    const { users } = await stores.invitations.candidates({
      eventId: event.id,
      owner: event.organizerId,
      circleIds: [],
      userIds: [byMail.id, byLink.id],
      at: now,
    });
    const found = users.map(({ userId, isInside, invitation }) => [userId, [isInside, invitation]]);
    t.strictSame(Object.fromEntries(found), { [byMail.id]: [false, 'accepted'], [byLink.id]: [true, null] });
  });

  await example(t, 'gives a mailed token to the first accepter alone', async (t, { stores }) => {
    const event = await addEvent(stores);
    const people = await atOnce(12, () => addUser(stores));
    const { id } = await sendInvitation(stores, event, { kind: 'email', email: 'one@mail.example' });
    const won = await Promise.all(people.map((person) => stores.invitations.accept(id, person.id, now)));
    t.equal(won.filter(Boolean).length, 1);
    const winner = people[won.indexOf(true)];
    t.equal((await stores.invitations.find(id))?.userId, winner?.id);
  });

  await example(t, 'accepts, declines and revokes only from the right states', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guest = await addUser(stores);
    const { id, expiresAt } = await sendInvitation(stores, event, { kind: 'user', userId: guest.id });
    t.equal(
      await stores.invitations.decline(id, (await addUser(stores)).id, now),
      false,
      'not somebody else',
    );
    t.equal(await stores.invitations.decline(id, guest.id, expiresAt), false, 'not once expired');
    t.equal(await stores.invitations.decline(id, guest.id, now), true);
    t.equal(await stores.invitations.decline(id, guest.id, now), false);
    t.equal(await stores.invitations.accept(id, guest.id, expiresAt), false);
    t.equal(await stores.invitations.accept(id, guest.id, now), true, 'a declined one can still be accepted');
    t.equal(await stores.invitations.accept(id, guest.id, now), false);
    t.equal(await stores.invitations.revoke(id, now), true);
    t.equal(await stores.invitations.accept(id, guest.id, now), false);
    t.equal(await stores.invitations.accept(newId<'invitation'>() as InvitationId, guest.id, now), false);
  });

  await example(t, 'sends again after the pause', async (t, { stores }) => {
    const event = await addEvent(stores);
    const mail = await sendInvitation(
      stores,
      event,
      { kind: 'email', email: 'x@mail.example' },
      { expiresAt: later },
    );
    const again = (notAfter: Date, at: Date, token = newToken()) =>
      stores.invitations.resend(mail.id, token, event.endAt, notAfter, at);
    t.equal(await again(after(now, -1), now), null, 'sent a moment ago');
    t.equal(await again(now, now), 2);
    t.equal((await stores.invitationCatalog.byToken(mail.token))?.kind, 'personal', 'a live token stays');
    const parallel = await atOnce(6, () => again(now, after(now, 1)));
    t.strictSame(
      parallel.filter((sending) => sending !== null),
      [3],
    );
    await stores.invitations.recordDelivery(mail.id, 2, 'refused');
    t.equal(
      (await stores.invitations.find(mail.id))?.delivery,
      'queued',
      'a former sending says nothing of this one',
    );
    await stores.invitations.recordDelivery(mail.id, 3, 'sent');
    t.equal((await stores.invitations.find(mail.id))?.delivery, 'sent');
    const fresh = newToken();
    t.equal(await again(event.endAt, event.endAt, fresh), 4, 'an expired one too');
    t.equal((await stores.invitationCatalog.byToken(mail.token))?.kind, 'retired');
    t.equal((await stores.invitationCatalog.byToken(fresh))?.kind, 'personal');
    await stores.invitations.revoke(mail.id, now);
    t.equal(await again(event.endAt, event.endAt), null);
  });
};
