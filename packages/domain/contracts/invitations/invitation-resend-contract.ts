import type { InvitationId } from '../../src/ids.ts';
import { after, day } from '../../src/time.ts';
import { addEvent, newId, newToken, now, sendInvitation } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';
import { expiry, inState } from './invitation-in-state.ts';

type Ports = Needs<'events' | 'invitationCatalog' | 'invitations' | 'users', 'unitOfWork'>;

const unknownInvitationId = newId<'invitation'>() as InvitationId;

/** How an invitation is sent again, and how its sendings end. */
export const invitationResendContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'sends again after the pause, this invitation alone', async (t, { stores }) => {
    const event = await addEvent(stores);
    const send = (email: string) =>
      sendInvitation(stores, event, { kind: 'email', email }, { expiresAt: expiry });
    const [mail, bystander] = [await send('x@mail.example'), await send('y@mail.example')];
    const [invitation, before] = [
      await stores.invitations.find(mail.id),
      await stores.invitations.find(bystander.id),
    ];
    const again = (notAfter: Date, at: Date, token = newToken()) =>
      stores.invitations.resend(mail.id, token, event.endAt, notAfter, at);
    t.equal(await again(after(now, -1), now), null, 'sent a moment ago');
    t.strictSame(await stores.invitations.find(mail.id), invitation);
    await stores.invitations.recordDelivery(mail.id, 1, 'refused');
    const at = after(now, 1);
    t.equal(await again(now, at), 2);
    const { token } = (await stores.invitations.find(mail.id)) ?? { token: '' };
    const resent = {
      ...invitation,
      token,
      delivery: 'queued',
      sending: 2,
      sentAt: at,
      expiresAt: event.endAt,
    };
    t.strictSame(await stores.invitations.find(mail.id), resent);
    t.equal((await stores.invitationCatalog.byToken(token))?.kind, 'personal');
    t.equal((await stores.invitationCatalog.byToken(mail.token))?.kind, 'retired');
    const parallel = await concurrently(6, () => again(at, after(now, 2)));
    t.strictSame(
      parallel.filter((sending) => sending !== null),
      [3],
    );
    t.strictSame(await stores.invitations.find(bystander.id), before);
    t.equal(
      await stores.invitations.resend(unknownInvitationId, newToken(), event.endAt, expiry, expiry),
      null,
    );
  });

  await example(t, 'sends an expired one again', async (t, { stores }) => {
    const { id, token, userId, event } = await inState(stores, 'pending');
    const fresh = newToken();
    t.equal(await stores.invitations.resend(id, fresh, after(event.endAt, day), expiry, expiry), 2);
    t.equal((await stores.invitationCatalog.byToken(token))?.kind, 'retired');
    t.equal((await stores.invitationCatalog.byToken(fresh))?.kind, 'personal');
    const invitation = await stores.invitations.find(id);
    t.strictSame([invitation?.state, invitation?.delivery, invitation?.userId], ['pending', 'none', userId]);
    t.strictSame([invitation?.sentAt, invitation?.expiresAt], [expiry, after(event.endAt, day)]);
  });

  await example(t, 'sends no accepted, declined or revoked one again', async (t, { stores }) => {
    for (const state of ['accepted', 'declined', 'revoked'] as const) {
      const { id, event } = await inState(stores, state);
      const before = await stores.invitations.find(id);
      for (const at of [now, event.endAt])
        t.equal(await stores.invitations.resend(id, newToken(), event.endAt, at, at), null, state);
      t.strictSame(await stores.invitations.find(id), before);
    }
  });

  await example(t, 'notes how the mail of this sending ended', async (t, { stores }) => {
    const event = await addEvent(stores);
    const send = (email: string) => sendInvitation(stores, event, { kind: 'email', email });
    const [mail, bystander] = [await send('x@mail.example'), await send('y@mail.example')];
    const delivery = async (id: InvitationId) => (await stores.invitations.find(id))?.delivery;
    await stores.invitations.resend(mail.id, newToken(), event.endAt, now, now);
    await stores.invitations.recordDelivery(mail.id, 1, 'refused');
    t.equal(await delivery(mail.id), 'queued', 'a former sending says nothing of this one');
    await stores.invitations.recordDelivery(mail.id, 2, 'sent');
    t.equal(await delivery(mail.id), 'sent');
    t.equal(await delivery(bystander.id), 'queued');
    await stores.invitations.recordDelivery(unknownInvitationId, 1, 'sent');
    t.equal(await stores.invitations.find(unknownInvitationId), null);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const { id, token, event } = await inState(stores, 'pending');
    const before = await stores.invitations.find(id);
    const fresh = newToken();
    await rolledBack(t, adapters, async ({ invitations }) => {
      await invitations.resend(id, fresh, event.endAt, expiry, expiry);
      await invitations.recordDelivery(id, 2, 'sent');
    });
    t.strictSame(await stores.invitations.find(id), before);
    t.equal((await stores.invitationCatalog.byToken(token))?.kind, 'personal');
    t.equal(await stores.invitationCatalog.byToken(fresh), null);
  });
};
