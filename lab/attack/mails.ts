import { setTimeout as delay } from 'node:timers/promises';
import type { SignedIn } from './callers.ts';
import { newEvent } from './new-event.ts';
import type { Simulation } from './simulation.ts';

let bystanders = 0;

/** How many mails went to addresses that match, once a mail that was queued after them has arrived. */
export const untilMailed = async (
  service: Simulation,
  { token }: SignedIn,
  address: RegExp,
): Promise<number> => {
  bystanders += 1;
  const email = `bystander${bystanders}@mail.example`;
  const eventId = await newEvent(service, { token }, { visibility: 'private' });
  await service.call(`POST /v1/events/${eventId}/invites`, { token, body: { emails: [email] } });
  for (let waited = 0; !service.mails.some(({ to }) => to === email); waited += 1) {
    if (waited > 3_000) throw new Error('A mail to a bystander did not arrive.');
    await delay(20);
  }
  return service.mails.filter(({ to }) => address.test(to)).length;
};
