import { type Attack, expectations, type Finding } from '../attack.ts';
import { newPhone, type SignedIn, signIn } from '../callers.ts';
import { newEvent } from '../new-event.ts';
import type { Simulation } from '../simulation.ts';

const flood = async (service: Simulation, organizers: readonly SignedIn[]): Promise<Finding> => {
  let received = 0;
  const [requests, perRequest] = [20, 5];
  for (let request = 0; request < requests; request += 1) {
    const organizer = organizers[request % organizers.length] as SignedIn;
    const eventId = await newEvent(service, organizer, {
      title: 'Win at http://evil.example',
      visibility: 'private',
    });
    const { body } = await service.call(`POST /v1/events/${eventId}/invites`, {
      token: organizer.token,
      body: { emails: Array.from({ length: perRequest }, (_, n) => `victim+${request}-${n}@mail.example`) },
    });
    received += body.sent ?? 0;
  }
  const { faults, expect } = expectations();
  const most = organizers.length === 1 ? 2 : 5;
  expect(received <= most, `${received} mails`);
  return {
    attack: `100 invitations to one address and its plus-aliases by ${organizers.length} organizer(s)`,
    cost: `${organizers.length} account(s), ${requests} events`,
    before: '80 mails in a second',
    now: `${received} mails`,
    faults,
  };
};

const floodUser = async (
  service: Simulation,
  organizers: readonly SignedIn[],
  events: number,
): Promise<Finding> => {
  const victim = await signIn(service, newPhone(), { from: '203.0.113.200' });
  for (let event = 0; event < events; event += 1) {
    const organizer = organizers[event % organizers.length] as SignedIn;
    const eventId = await newEvent(service, organizer, { title: `Party ${event}`, visibility: 'private' });
    await service.call(`POST /v1/events/${eventId}/invites`, {
      token: organizer.token,
      body: { userIds: [victim.id] },
    });
  }
  const { body } = await service.call('GET /v1/me/event-invites', { token: victim.token });
  const { faults, expect } = expectations();
  const most = Math.min(100, 20 * organizers.length);
  expect(body.data.length <= most, `${body.data.length} invitations in one answer`);
  return {
    attack: `${events} invitations to one user by ${organizers.length} organizer(s)`,
    cost: `${organizers.length} account(s), ${events} events`,
    before: 'all of them in the victim’s list',
    now: `${body.data.length} in the list`,
    faults,
  };
};

export const mailFlood: Attack = {
  name: 'mail-flood',
  about: 'invitations to one address, its aliases and one user, by one and by ten organizers',
  run: async (target) => {
    const findings: Finding[] = [];
    for (const count of target.isShort ? [1] : [1, 10]) {
      // Accounts of a day and more have whole quotas.
      const service = await target.openSimulation({ QUOTA_SCALE: '10' });
      const organizers: SignedIn[] = [];
      for (let index = 0; index < count; index += 1)
        organizers.push(await signIn(service, newPhone(), { from: `10.2.${index}.1` }));
      findings.push(
        await flood(service, organizers),
        await floodUser(service, organizers, target.isShort ? 25 : 100),
      );
    }
    return findings;
  },
};
