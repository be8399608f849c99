import type { UserId } from '../../src/ids.ts';
import { addUser, now, sendInvitation } from '../fixtures.ts';
import { concurrently, type Needs } from '../harness.ts';

type Stores = Needs<'invitations' | 'users'>['stores'];
type Query = Parameters<Stores['invitations']['candidates']>[0];

/** The candidates by id: how often each was named, whether inside, and the state of their invitation. */
export const candidatesOf = async (
  stores: Pick<Stores, 'invitations'>,
  { owner, ...query }: Partial<Query> & Pick<Query, 'eventId'> & { readonly owner: UserId },
): Promise<readonly [unknown: number, users: Record<string, readonly unknown[]>]> => {
  const everything = {
    organizer: owner,
    inviter: owner,
    circleIds: [],
    userIds: [],
    emails: [],
    most: 99,
    at: now,
    ...query,
  };
  const { users, unknownCount } = await stores.invitations.candidates(everything);
  const entries = users.map(({ userId, times, isInside, invitation }) => [
    userId,
    [times, isInside, invitation] as const,
  ]);
  return [unknownCount, Object.fromEntries(entries)];
};

export const invite = (
  stores: Pick<Stores, 'invitations'>,
  event: Parameters<typeof sendInvitation>[1],
  userId: UserId,
  changes = {},
) => sendInvitation(stores, event, { kind: 'user', userId }, changes);

export const peopleOf = async (
  stores: Pick<Stores, 'users'>,
): Promise<[UserId, UserId, UserId, UserId, UserId]> => {
  const [one, two, three, four, five] = await concurrently(5, async () => (await addUser(stores)).id);
  if (!one || !two || !three || !four || !five) throw new Error('five people are there');
  return [one, two, three, four, five];
};
