import { createMemoryWorld, type MemoryWorld } from '../../memory/index.ts';
import type { EventDraft } from '../../src/events/event-fields.ts';
import type { UserId } from '../../src/ids.ts';
import type { DomainSettings } from '../../src/settings.ts';
import { event, person } from '../support.ts';

interface Names {
  readonly circleIds?: readonly string[];
  readonly userIds?: readonly string[];
  readonly emails?: readonly string[];
}

/** An organizer with an event, and a shorthand to invite to it. */
export const invitationScene = async (
  settings: Partial<DomainSettings> = {},
  changes: Partial<EventDraft> = {},
) => {
  const world = createMemoryWorld({ settings });
  const organizer = await person(world);
  const { id: ownId, endAt } = await event(world, organizer, changes);
  const invite = (names: Names, { domain = world.domain, callerId = organizer, eventId = ownId } = {}) =>
    domain.invite({ eventId, callerId, circleIds: [], userIds: [], emails: [], ...names });
  const accept = (token: string, userId: UserId) => world.domain.acceptInvitation({ token, userId });
  return { world, domain: world.domain, organizer, eventId: ownId, endAt, invite, accept };
};

/** The scene with a private event, which an invitation makes visible. */
export const privateScene = () => invitationScene({}, { visibility: 'private' });

/** The token of the user's first open invitation. */
export const tokenFor = async (world: MemoryWorld, userId: UserId) =>
  (await world.domain.listMyInvitations({ userId }))[0]?.token ?? '';

/** The token in the last mail. */
export const mailedToken = ({ mailsSent }: MemoryWorld) => mailsSent.at(-1)?.token ?? '';
