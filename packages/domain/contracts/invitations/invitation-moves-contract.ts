import type { InvitationId, UserId } from '../../src/ids.ts';
import type { StoredInvitationState } from '../../src/invitations/invitation.ts';
import { after } from '../../src/time.ts';
import { addEvent, addUser, newId, now, sendInvitation } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';
import { expiry, inState } from './invitation-in-state.ts';

type Ports = Needs<'events' | 'invitations' | 'users'>;

const unknownInvitationId = newId<'invitation'>() as InvitationId;

type Move = (stores: Ports['stores'], id: InvitationId, user: UserId, at: Date) => Promise<boolean>;

/** What each move makes of each state, before the expiry and at it; null where it is refused. */
const moves: readonly [
  name: string,
  move: Move,
  live: Record<StoredInvitationState, StoredInvitationState | null>,
  expired: Record<StoredInvitationState, StoredInvitationState | null>,
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

/** How an invitation moves from state to state. */
export const invitationMovesContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  for (const [name, move, live, expired] of moves)
    await example(
      t,
      `${name} this invitation alone, and only from the right states`,
      async (t, { stores }) => {
        for (const [at, outcomes] of [
          [after(expiry, -1), live],
          [expiry, expired],
        ] as const)
          for (const [state, outcome] of Object.entries(outcomes)) {
            const { id, userId, event } = await inState(stores, state as StoredInvitationState);
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
        t.equal(await move(stores, unknownInvitationId, (await addUser(stores)).id, now), false);
        t.equal(await stores.invitations.find(unknownInvitationId), null);
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
};
