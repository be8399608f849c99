import type { InvitationId, UserId } from '../../src/ids.ts';
import type { KeptInvitationState } from '../../src/invitations/invitation.ts';
import { after, day, hour } from '../../src/time.ts';
import { addEvent, addUser, newId, newToken, now, sendInvitation } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Needed = Needs<'events' | 'invitationCatalog' | 'invitations' | 'users', 'unitOfWork'>;

const unknown = newId<'invitation'>() as InvitationId;
const later = after(now, hour);

/** An invitation in that state, which expires an hour from now. */
const inState = async (stores: Needed['stores'], state: KeptInvitationState) => {
  const event = await addEvent(stores);
  const { id: userId } = await addUser(stores);
  const { id, token } = await sendInvitation(stores, event, { kind: 'user', userId }, { expiresAt: later });
  if (state === 'accepted') await stores.invitations.accept(id, userId, now);
  if (state === 'declined') await stores.invitations.decline(id, userId, now);
  if (state === 'revoked') await stores.invitations.revoke(id, now);
  return { id, token, userId, event };
};

type Move = (stores: Needed['stores'], id: InvitationId, user: UserId, at: Date) => Promise<boolean>;

/** What each move makes of each state, before the expiry and at it; null where it is refused. */
const moves: readonly [
  name: string,
  move: Move,
  live: Record<KeptInvitationState, KeptInvitationState | null>,
  expired: Record<KeptInvitationState, KeptInvitationState | null>,
][] = [
  [
    'accepts',
    ({ invitations }, id, user, at) => invitations.accept(id, user, at),
    { pending: 'accepted', accepted: null, declined: 'accepted', revoked: null },
    { pending: null, accepted: null, declined: null, revoked: null },
  ],
  [
    'declines',
    ({ invitations }, id, user, at) => invitations.decline(id, user, at),
    { pending: 'declined', accepted: null, declined: null, revoked: null },
    { pending: null, accepted: null, declined: null, revoked: null },
  ],
  [
    'revokes',
    ({ invitations }, id, _, at) => invitations.revoke(id, at),
    { pending: 'revoked', accepted: 'revoked', declined: 'revoked', revoked: null },
    { pending: 'revoked', accepted: 'revoked', declined: 'revoked', revoked: null },
  ],
];

/** How an invitation moves from state to state, and is sent again. */
export const invitationMovesContract = async (t: TestScope, open: Open<Needed>): Promise<void> => {
  const example = withAdapters(open);

  for (const [name, move, live, expired] of moves)
    await example(
      t,
      `${name} this invitation alone, and only from the right states`,
      async (t, { stores }) => {
        for (const [at, outcomes] of [
          [after(later, -1), live],
          [later, expired],
        ] as const)
          for (const [state, outcome] of Object.entries(outcomes)) {
            const { id, userId, event } = await inState(stores, state as KeptInvitationState);
            const before = await stores.invitations.find(id);
            const bystander = await sendInvitation(stores, event, {
              kind: 'user',
              userId: event.organizerId,
            });
            const elsewhere = await sendInvitation(stores, await addEvent(stores), { kind: 'user', userId });
            const label = `${state} at ${at.toISOString()}`;
            t.equal(await move(stores, id, userId, at), outcome !== null, label);
            t.strictSame(
              await stores.invitations.find(id),
              before && {
                ...before,
                state: outcome ?? before.state,
                acceptedAt: outcome === 'accepted' ? at : before.acceptedAt,
              },
              label,
            );
            t.equal((await stores.invitations.find(bystander.id))?.state, 'pending', label);
            t.equal((await stores.invitations.find(elsewhere.id))?.state, 'pending', label);
          }
        t.equal(await move(stores, unknown, (await addUser(stores)).id, now), false);
        t.equal(await stores.invitations.find(unknown), null);
      },
    );

  await example(t, 'declines for the addressee of a mail without a user', async (t, { stores }) => {
    const { id, event } = await inState(stores, 'pending');
    const byMail = await sendInvitation(stores, event, { kind: 'email', email: 'k@mail.example' });
    const bystander = await sendInvitation(stores, event, { kind: 'email', email: 'l@mail.example' });
    t.equal(await stores.invitations.decline(id, null, now), false, 'a user declines their own');
    t.equal(await stores.invitations.decline(byMail.id, null, byMail.expiresAt), false);
    t.equal(await stores.invitations.decline(byMail.id, null, now), true);
    t.equal(await stores.invitations.decline(byMail.id, null, now), false);
    for (const [invitation, state] of [
      [id, 'pending'],
      [byMail.id, 'declined'],
      [bystander.id, 'pending'],
    ] as const)
      t.equal((await stores.invitations.find(invitation))?.state, state);
  });

  await example(t, 'lets a user decline only their own invitation', async (t, { stores }) => {
    const { id, event } = await inState(stores, 'pending');
    const other = await addUser(stores);
    const byMail = await sendInvitation(stores, event, { kind: 'email', email: 'm@mail.example' });
    for (const invitation of [id, byMail.id]) {
      t.equal(await stores.invitations.decline(invitation, other.id, now), false);
      t.equal((await stores.invitations.find(invitation))?.state, 'pending');
    }
  });

  await example(t, 'keeps the user of an invitation when another user accepts it', async (t, { stores }) => {
    const { id, userId } = await inState(stores, 'pending');
    await stores.invitations.accept(id, (await addUser(stores)).id, now);
    t.equal((await stores.invitations.find(id))?.userId, userId);
  });

  await example(t, 'moves once among parallel callers', async (t, { stores }) => {
    const { id, userId } = await inState(stores, 'pending');
    const declined = await concurrently(8, () => stores.invitations.decline(id, userId, now));
    const accepted = await concurrently(8, () => stores.invitations.accept(id, userId, now));
    const revoked = await concurrently(8, () => stores.invitations.revoke(id, now));
    for (const outcomes of [declined, accepted, revoked]) t.equal(outcomes.filter(Boolean).length, 1);
  });

  await example(t, 'sends again after the pause, this invitation alone', async (t, { stores }) => {
    const event = await addEvent(stores);
    const send = (email: string) =>
      sendInvitation(stores, event, { kind: 'email', email }, { expiresAt: later });
    const [mail, bystander] = [await send('x@mail.example'), await send('y@mail.example')];
    const [kept, before] = [
      await stores.invitations.find(mail.id),
      await stores.invitations.find(bystander.id),
    ];
    const again = (notAfter: Date, at: Date, token = newToken()) =>
      stores.invitations.resend(mail.id, token, event.endAt, notAfter, at);
    t.equal(await again(after(now, -1), now), null, 'sent a moment ago');
    t.strictSame(await stores.invitations.find(mail.id), kept);
    await stores.invitations.recordDelivery(mail.id, 1, 'refused');
    const at = after(now, 1);
    t.equal(await again(now, at), 2);
    const { token } = (await stores.invitations.find(mail.id)) ?? { token: '' };
    const resent = { ...kept, token, delivery: 'queued', sending: 2, sentAt: at, expiresAt: event.endAt };
    t.strictSame(await stores.invitations.find(mail.id), resent);
    t.equal((await stores.invitationCatalog.byToken(token))?.kind, 'personal');
    t.equal((await stores.invitationCatalog.byToken(mail.token))?.kind, 'retired');
    const parallel = await concurrently(6, () => again(at, after(now, 2)));
    t.strictSame(
      parallel.filter((sending) => sending !== null),
      [3],
    );
    t.strictSame(await stores.invitations.find(bystander.id), before);
    t.equal(await stores.invitations.resend(unknown, newToken(), event.endAt, later, later), null);
  });

  await example(t, 'sends an expired one again', async (t, { stores }) => {
    const { id, token, userId, event } = await inState(stores, 'pending');
    const fresh = newToken();
    t.equal(await stores.invitations.resend(id, fresh, after(event.endAt, day), later, later), 2);
    t.equal((await stores.invitationCatalog.byToken(token))?.kind, 'retired');
    t.equal((await stores.invitationCatalog.byToken(fresh))?.kind, 'personal');
    const sent = await stores.invitations.find(id);
    t.strictSame([sent?.state, sent?.delivery, sent?.userId], ['pending', 'none', userId]);
    t.strictSame([sent?.sentAt, sent?.expiresAt], [later, after(event.endAt, day)]);
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
    await stores.invitations.recordDelivery(unknown, 1, 'sent');
    t.equal(await stores.invitations.find(unknown), null);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const { id, token, event } = await inState(stores, 'pending');
    const before = await stores.invitations.find(id);
    const fresh = newToken();
    await rolledBack(t, adapters, async ({ invitations }) => {
      await invitations.resend(id, fresh, event.endAt, later, later);
      await invitations.recordDelivery(id, 2, 'sent');
    });
    t.strictSame(await stores.invitations.find(id), before);
    t.equal((await stores.invitationCatalog.byToken(token))?.kind, 'personal');
    t.equal(await stores.invitationCatalog.byToken(fresh), null);
  });
};
