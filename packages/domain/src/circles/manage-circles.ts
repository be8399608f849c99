import type { Dependencies } from '../dependencies.ts';
import { type CircleId, parseId, type UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { type Paged, toPage } from '../paging.ts';
import { refuse, refuseInput } from '../problem.ts';
import { textFaults } from '../text.ts';
import type { PublicUser } from '../users/user.ts';
import type { Circle } from './circle.ts';

/** A circle that must be the caller's. */
export interface OwnCircle {
  readonly ownerId: UserId;
  readonly circleId: string;
}

export interface Paging {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

const circleIdOf = (text: string): CircleId => {
  const id = parseId<'circle'>(text);
  if (!id) throw refuse('not_found');
  return id;
};

const soundName = (name: string): string => {
  const faults = textFaults('/name', name, { maxLength: limits.circleNameLength });
  if (faults.length > 0) throw refuseInput(...faults);
  return name.trim();
};

const own = <Found>(found: Found | null | false): Found => {
  if (found === null || found === false) throw refuse('not_found');
  return found;
};

/** A new, empty circle. Throws `invalid_request` (the name, or more circles than one may have). */
export const createCircle =
  ({ stores, ids, clock }: Pick<Dependencies, 'stores' | 'ids' | 'clock'>) =>
  async ({ ownerId, name }: { readonly ownerId: UserId; readonly name: string }): Promise<Circle> => {
    const circle: Circle = {
      id: ids.next() as CircleId,
      ownerId,
      name: soundName(name),
      memberCount: 0,
      createdAt: clock.now(),
    };
    if (!(await stores.circles.add(circle, limits.circlesPerUser)))
      throw refuseInput({ path: '', message: `would exceed ${limits.circlesPerUser} circles` });
    return circle;
  };

/** The caller's circles by name, then id. */
export const listCircles =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ ownerId, ...paging }: { readonly ownerId: UserId } & Paging): Promise<Paged<Circle>> =>
    stores.circles.list(ownerId, toPage(paging));

/** Throws `not_found` for a circle that is not the caller's, `invalid_request`. */
export const renameCircle =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ circleId, ownerId, name }: OwnCircle & { readonly name: string }): Promise<Circle> =>
    own(await stores.circles.rename(circleIdOf(circleId), ownerId, soundName(name)));

/** Invitations already sent to its members stay. Throws `not_found`. */
export const deleteCircle =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ circleId, ownerId }: OwnCircle): Promise<void> => {
    own(await stores.circles.remove(circleIdOf(circleId), ownerId));
  };

/** The members by name, then id. Throws `not_found`. */
export const listCircleMembers =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ circleId, ownerId, ...paging }: OwnCircle & Paging): Promise<Paged<PublicUser>> =>
    own(await stores.circles.members(circleIdOf(circleId), ownerId, toPage(paging)));

/** Adds users; those who are members already and ids that are nobody's are passed over. Throws `not_found`, `invalid_request` (too many). */
export const addCircleMembers =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({
    circleId,
    ownerId,
    userIds,
  }: OwnCircle & { readonly userIds: readonly string[] }): Promise<Circle> => {
    if (userIds.length < 1 || userIds.length > limits.membersPerCall)
      throw refuseInput({ path: '/userIds', message: `must hold 1 to ${limits.membersPerCall} ids` });
    const known = userIds.map((id) => parseId<'user'>(id)).filter((id) => id !== null);
    const circle = own(
      await stores.circles.addMembers(
        circleIdOf(circleId),
        ownerId,
        [...new Set(known)],
        limits.circleMembers,
      ),
    );
    if (circle === 'full')
      throw refuseInput({ path: '/userIds', message: `would exceed ${limits.circleMembers} members` });
    return circle;
  };

/** A user who is no member changes nothing. Throws `not_found`. */
export const removeCircleMember =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ circleId, ownerId, userId }: OwnCircle & { readonly userId: string }): Promise<void> => {
    const user = parseId<'user'>(userId);
    const id = circleIdOf(circleId);
    if (user) own(await stores.circles.removeMember(id, ownerId, user));
    else own(await stores.circles.members(id, ownerId, toPage({ limit: 1 })));
  };
