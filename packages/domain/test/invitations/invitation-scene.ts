import { createMemoryWorld } from '../../memory/index.ts';
import type { DomainSettings } from '../../src/settings.ts';
import { event, person } from '../support.ts';

interface Names {
  readonly circleIds?: readonly string[];
  readonly userIds?: readonly string[];
  readonly emails?: readonly string[];
}

/** An organizer with an event, and a shorthand to invite to it. */
export const invitationScene = async (settings: Partial<DomainSettings> = {}) => {
  const world = createMemoryWorld({ settings });
  const organizer = await person(world);
  const { id: eventId, endAt } = await event(world, organizer);
  const invite = (names: Names, domain = world.domain) =>
    domain.invite({ eventId, callerId: organizer, circleIds: [], userIds: [], emails: [], ...names });
  return { world, domain: world.domain, organizer, eventId, endAt, invite };
};
