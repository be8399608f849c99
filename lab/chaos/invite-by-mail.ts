import { newConcert, type Replica } from '../../packages/service/test/support/replica.ts';
import type { World } from './world.ts';

let invited = 0;

/** Invites a number of e-mail addresses to a new event, and returns the addresses. */
export const inviteByMail = async (world: World, service: Replica, count: number): Promise<string[]> => {
  const token = world.people[0]?.token;
  const event = await service.call('POST /v1/events', { token, body: newConcert() });
  const emails = Array.from({ length: count }, () => {
    invited += 1;
    return `guest-${invited}@mail.example`;
  });
  const { status, body } = await service.call(`POST /v1/events/${event.body.id}/invites`, {
    token,
    body: { emails },
  });
  if (status !== 201 || body.sent !== count) throw new Error(`The invite received status ${status}`);
  return emails;
};
