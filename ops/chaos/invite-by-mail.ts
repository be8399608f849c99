import type { Replica } from '../../packages/service/test/support/replica.ts';
import { eventBody } from './load.ts';
import type { World } from './world.ts';

let invited = 0;

/** An organizer invites so many addresses, which are returned. */
export const inviteByMail = async (world: World, service: Replica, count: number): Promise<string[]> => {
  const token = world.people[0]?.token;
  const event = await service.call('POST /v1/events', { token, body: eventBody('By invitation') });
  const emails = Array.from({ length: count }, () => {
    invited += 1;
    return `guest-${invited}@mail.example`;
  });
  const { status, body } = await service.call(`POST /v1/events/${event.body.id}/invites`, {
    token,
    body: { emails },
  });
  if (status !== 201 || body.sent !== count) throw new Error(`Inviting was answered ${status}`);
  return emails;
};
