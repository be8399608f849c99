import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, expectations, type Finding } from '../attack.ts';
import { newPhone, type SignedIn, signIn } from '../callers.ts';
import { untilMailed } from '../mails.ts';
import { newEvent } from '../new-event.ts';
import type { Simulation } from '../simulation.ts';

const flood = async (service: Simulation, organizers: readonly SignedIn[]): Promise<Finding> => {
  const [requests, perRequest] = [20, 5];
  for (let request = 0; request < requests; request += 1) {
    const organizer = organizers[request % organizers.length] as SignedIn;
    const eventId = await newEvent(service, organizer, {
      title: 'Win at http://evil.example',
      visibility: 'private',
    });
    await service.call(`POST /v1/events/${eventId}/invites`, {
      token: organizer.token,
      body: { emails: Array.from({ length: perRequest }, (_, n) => `victim+${request}-${n}@mail.example`) },
    });
  }
  const received = await untilMailed(service, organizers[0] as SignedIn, /^victim\b/);
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

/** Signs in, and accepts an invitation of the organizer by mail. */
const reachable = async (service: Simulation, { token }: SignedIn, eventId: string, email: string) => {
  const guest = await signIn(service, newPhone(), { from: '203.0.113.201' });
  await service.call(`POST /v1/events/${eventId}/invites`, { token, body: { emails: [email] } });
  const mail = async () => {
    for (;;) {
      const [sent] = service.mails.filter(({ to }) => to === email);
      if (sent) return sent.text;
      await delay(20);
    }
  };
  const [, invitation] = /\/i\/([\w-]+)/.exec(await mail()) ?? [];
  await service.call(`POST /v1/event-invites/${invitation}/accept`, { token: guest.token });
  return guest;
};

const noticesOf = async (service: Simulation, { token }: SignedIn): Promise<number> =>
  (await service.call('GET /v1/me/notices?limit=1', { token })).body.meta.total;

/** Announcements to a guest, and invitations that are revoked, by fresh accounts. */
const floodGuest = async (service: Simulation, rounds: number): Promise<Finding> => {
  const organizers: SignedIn[] = [];
  for (let index = 0; index < 5; index += 1)
    organizers.push(await signIn(service, newPhone(), { from: `10.3.${index}.1` }));
  const email = 'guest@mail.example';
  const events: { readonly id: string; readonly host: SignedIn }[] = [];
  for (const host of organizers)
    for (let count = 0; count < 3; count += 1) events.push({ id: await newEvent(service, host), host });
  const [{ id: first, host }] = events as [(typeof events)[number]];
  const guest = await reachable(service, host, first, email);
  const [going, others] = [
    events.filter((_, index) => index % 3 < 2),
    events.filter((_, index) => index % 3 === 2),
  ];
  for (const { id } of going)
    await service.call(`POST /v1/events/${id}/rsvp`, { token: guest.token, body: { status: 'going' } });
  let announcements = 0;
  let invitations = 0;
  let revocations = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const {
      id,
      host: { token },
    } of going) {
      const body = { text: `Buy at http://evil.example, ${round}`, to: ['going', 'invited'] };
      const { status } = await service.call(`POST /v1/events/${id}/announcements`, { token, body });
      if (status === 201) announcements += 1;
    }
    for (const {
      id,
      host: { token },
    } of others) {
      const { body } = await service.call(`POST /v1/events/${id}/invites`, {
        token,
        body: { userIds: [guest.id] },
      });
      invitations += body.sent ?? 0;
      const { body: invited } = await service.call(`GET /v1/events/${id}/invites`, { token });
      const [invitation] = invited.data ?? [];
      const { status } = await service.call(`DELETE /v1/events/${id}/invites/${invitation?.id}?remove=true`, {
        token,
      });
      if (status < 300) revocations += 1;
    }
  }
  // Everything is told before a last mail to somebody else.
  for (let waited = 0; waited < 600 && (await noticesOf(service, guest)) < announcements; waited += 1)
    await delay(200);
  const received = await untilMailed(service, host, /^guest@/);
  const notices = await noticesOf(service, guest);
  const { faults, expect } = expectations();
  expect(announcements > 0 && invitations > 0 && revocations > 0, 'the attack was refused');
  expect(received > 5 && received <= 20, `${received} mails`);
  expect(notices >= announcements, `${notices} notices`);
  return {
    attack: `${announcements} announcements, ${invitations} invitations and ${revocations} revocations to one guest`,
    cost: '5 fresh accounts, 15 events (`QUOTA_SCALE=10`)',
    before: '629 mails to 400, 200 and 200',
    now: `${received} mails in a day, ${notices} notices in the inbox`,
    faults,
  };
};

export const mailFlood: Attack = {
  name: 'mail-flood',
  about:
    'invitations to one address, its aliases and one user, by one and by ten organizers; announcements to one guest',
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
    const service = await target.openSimulation({ QUOTA_SCALE: '10' });
    return [...findings, await floodGuest(service, target.isShort ? 5 : 50)];
  },
};
