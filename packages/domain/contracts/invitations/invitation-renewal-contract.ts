import { after, day, hour } from '../../src/time.ts';
import { addEvent, addUser, now, sendInvitation, someInvitation } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'events' | 'invitationCatalog' | 'invitations' | 'users'>;

/** How recipients are invited again, as {@link InvitationStore.send} says. */
export const invitationRenewalContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);
  const later = after(now, hour);

  await example(t, 'passes over accepted and declined ones, expired or not', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [yes, no] = [await addUser(stores), await addUser(stores)];
    const send = (userId: typeof yes.id) =>
      sendInvitation(stores, event, { kind: 'user', userId }, { expiresAt: later });
    const [acceptedInvitation, declinedInvitation] = [await send(yes.id), await send(no.id)];
    await stores.invitations.accept(acceptedInvitation.id, yes.id, now);
    await stores.invitations.decline(declinedInvitation.id, no.id, now);
    const again = [yes, no].map(({ id }) => someInvitation(event, { kind: 'user', userId: id }));
    t.strictSame(await stores.invitations.send(again, after(later, day)), []);
    t.equal((await stores.invitations.find(acceptedInvitation.id))?.state, 'accepted');
    t.equal((await stores.invitations.find(declinedInvitation.id))?.state, 'declined');
  });

  await example(
    t,
    'renews revoked and expired ones under their id, retiring the token',
    async (t, { stores }) => {
      const event = await addEvent(stores);
      const guest = await addUser(stores);
      const to = { kind: 'user', userId: guest.id } as const;
      const old = await sendInvitation(stores, event, to, { expiresAt: later });
      const bystander = await sendInvitation(stores, event, { kind: 'user', userId: event.organizerId });
      const before = await stores.invitations.find(bystander.id);
      const fresh = someInvitation(event, to, { createdAt: later });
      t.strictSame(await stores.invitations.send([fresh], after(later, -1)), [], 'not before it expires');
      t.strictSame(await stores.invitations.send([fresh], later), [
        { id: old.id, kind: 'user', email: null, sending: 2 },
      ]);
      t.equal(await stores.invitations.find(fresh.id), null);
      t.strictSame(await stores.invitations.find(old.id), {
        id: old.id,
        eventId: event.id,
        kind: 'user',
        userId: guest.id,
        email: null,
        token: fresh.token,
        state: 'pending',
        delivery: 'none',
        sending: 2,
        sentAt: later,
        createdAt: later,
        expiresAt: fresh.expiresAt,
        acceptedAt: null,
      });
      t.equal((await stores.invitationCatalog.byToken(old.token))?.kind, 'retired');
      t.equal((await stores.invitationCatalog.byToken(fresh.token))?.kind, 'personal');
      await stores.invitations.revoke(old.id, later);
      const again = someInvitation(event, to, { createdAt: later });
      t.strictSame(await stores.invitations.send([again], later), [
        { id: old.id, kind: 'user', email: null, sending: 3 },
      ]);
      const renewedInvitation = await stores.invitations.find(old.id);
      t.strictSame([renewedInvitation?.state, renewedInvitation?.token], ['pending', again.token]);
      t.strictSame(await stores.invitations.find(bystander.id), before);
    },
  );

  await example(t, 'renews one by mail for the address alone', async (t, { stores }) => {
    const event = await addEvent(stores);
    const guest = await addUser(stores);
    const to = { kind: 'email', email: 'm@mail.example' } as const;
    const { id } = await sendInvitation(stores, event, to);
    await stores.invitations.accept(id, guest.id, now);
    t.equal((await stores.invitations.find(id))?.userId, guest.id);
    await stores.invitations.recordDelivery(id, 1, 'sent');
    await stores.invitations.revoke(id, now);
    await stores.invitations.send([someInvitation(event, to)], later);
    const renewedInvitation = await stores.invitations.find(id);
    t.strictSame(
      [renewedInvitation?.userId, renewedInvitation?.state, renewedInvitation?.delivery],
      [null, 'pending', 'queued'],
    );
    t.equal(
      await stores.invitations.accept(id, event.organizerId, later),
      true,
      'the first accepter binds it anew',
    );
    t.equal((await stores.invitations.find(id))?.userId, event.organizerId);
  });
};
