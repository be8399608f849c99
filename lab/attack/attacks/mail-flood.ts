import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, type Finding, finding } from '../attack.ts';
import { newPhone, type SignedIn, signIn } from '../callers.ts';
import { untilMailed } from '../mails.ts';
import { newEvent } from '../new-event.ts';
import type { Simulation } from '../simulation.ts';

const signInAll = async (service: Simulation, count: number): Promise<readonly SignedIn[]> => {
  const people: SignedIn[] = [];
  for (let index = 0; index < count; index += 1)
    people.push(await signIn(service, newPhone(), { from: `10.2.${index}.1` }));
  return people;
};

const invite = (service: Simulation, { token }: SignedIn, event: string, body: object) =>
  service.call(`POST /v1/events/${event}/invites`, { token, body });

const flood = async (service: Simulation, organizers: readonly SignedIn[]): Promise<Finding> => {
  const [requests, perRequest] = [20, 5];
  for (let request = 0; request < requests; request += 1) {
    const organizer = organizers[request % organizers.length] as SignedIn;
    const secret = { title: 'Win at http://evil.example', visibility: 'private' };
    const emails = Array.from({ length: perRequest }, (_, n) => `victim+${request}-${n}@mail.example`);
    await invite(service, organizer, await newEvent(service, organizer, secret), { emails });
  }
  const received = await untilMailed(service, organizers[0] as SignedIn, /^victim\b/);
  return finding(
    `100 invitations to one address and its plus-aliases by ${organizers.length} organizer(s)`,
    `${organizers.length} account(s), ${requests} events`,
    `${received} mails`,
    received <= (organizers.length === 1 ? 2 : 5),
  );
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
    await invite(service, organizer, eventId, { userIds: [victim.id] });
  }
  const { body } = await service.call('GET /v1/me/event-invites', { token: victim.token });
  return finding(
    `${events} invitations to one user by ${organizers.length} organizer(s)`,
    `${organizers.length} account(s), ${events} events`,
    `${body.data.length} in the list`,
    body.data.length <= Math.min(100, 20 * organizers.length),
  );
};

/** Signs in, and accepts an invitation of the organizer by mail. */
const reachable = async (service: Simulation, host: SignedIn, eventId: string, email: string) => {
  const guest = await signIn(service, newPhone(), { from: '203.0.113.201' });
  await invite(service, host, eventId, { emails: [email] });
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
  const organizers = await signInAll(service, 5);
  const email = 'guest@mail.example';
  const events: { readonly id: string; readonly host: SignedIn }[] = [];
  for (const host of organizers)
    for (let count = 0; count < 3; count += 1) events.push({ id: await newEvent(service, host), host });
  const [{ id: first, host }] = events as [(typeof events)[number]];
  const guest = await reachable(service, host, first, email);
  const going = events.filter((_, index) => index % 3 < 2);
  const others = events.filter((_, index) => index % 3 === 2);
  for (const { id } of going)
    await service.call(`POST /v1/events/${id}/rsvp`, { token: guest.token, body: { status: 'going' } });
  let announcements = 0;
  let invitations = 0;
  let revocations = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const { id, host } of going) {
      const { token } = host;
      const body = { text: `Buy at http://evil.example, ${round}`, to: ['going', 'invited'] };
      const { status } = await service.call(`POST /v1/events/${id}/announcements`, { token, body });
      if (status === 201) announcements += 1;
    }
    for (const { id, host } of others) {
      const { token } = host;
      const invites = `/v1/events/${id}/invites`;
      const { body } = await service.call(`POST ${invites}`, { token, body: { userIds: [guest.id] } });
      invitations += body.sent ?? 0;
      const [invitation] = (await service.call(`GET ${invites}`, { token })).body.data ?? [];
      const { status } = await service.call(`DELETE ${invites}/${invitation?.id}?remove=true`, { token });
      if (status < 300) revocations += 1;
    }
  }
  // Everything is told before a last mail to somebody else.
  for (let waited = 0; waited < 600 && (await noticesOf(service, guest)) < announcements; waited += 1)
    await delay(200);
  const received = await untilMailed(service, host, /^guest@/);
  const notices = await noticesOf(service, guest);
  return finding(
    `${announcements} announcements, ${invitations} invitations and ${revocations} revocations to one guest`,
    '5 fresh accounts, 15 events (`QUOTA_SCALE=10`)',
    `${received} mails in a day, ${notices} notices in the inbox`,
    [
      [announcements > 0 && invitations > 0 && revocations > 0, 'the attack was refused'],
      [received > 5 && received <= 20, `${received} mails`],
      [notices >= announcements, `${notices} notices`],
    ],
  );
};

/** Announcements, codes and invitations to one mailbox, by one account. */
const floodMailbox = async (service: Simulation, acts: number): Promise<Finding> => {
  const host = await signIn(service, newPhone(), { from: '10.4.0.1' });
  const { token } = host;
  const events: string[] = [];
  for (let count = 0; count < 20; count += 1) events.push(await newEvent(service, host));
  const [first = ''] = events;
  const guest = await reachable(service, host, first, 'target@mail.example');
  for (const id of events)
    await service.call(`POST /v1/events/${id}/rsvp`, { token: guest.token, body: { status: 'going' } });
  const statuses: number[] = [];
  for (let act = 0; act < acts; act += 1) {
    const email = `target+${act}@mail.example`;
    const event = `/v1/events/${events[act % events.length]}`;
    const calls = [
      [`POST ${event}/announcements`, { text: `Buy ${act}`, to: ['going'] }],
      [`POST ${event}/invites`, { emails: [email] }],
      ['POST /v1/me/email', { email }],
    ] as const;
    const [target, body] = calls[act % calls.length] as (typeof calls)[number];
    statuses.push((await service.call(target, { token, body })).status);
  }
  const received = await untilMailed(service, host, /^target\b/);
  const done = statuses.filter((status) => status < 300).length;
  return finding(
    `${acts} announcements, codes and invitations to one mailbox`,
    '1 fresh account, 20 events (`QUOTA_SCALE=10`)',
    `${received} mails in a day, ${done} acts taken`,
    done > 10 && received > 5 && received <= 20,
  );
};

export const mailFlood: Attack = {
  name: 'mail-flood',
  about:
    'invitations to one address, its aliases and one user, by one and by ten organizers; announcements to one guest; codes',
  run: async (target) => {
    const findings: Finding[] = [];
    for (const count of target.isShort ? [1] : [1, 10]) {
      // Accounts of a day and more have whole quotas.
      const service = await target.openSimulation({ QUOTA_SCALE: '10' });
      const organizers = await signInAll(service, count);
      findings.push(
        await flood(service, organizers),
        await floodUser(service, organizers, target.isShort ? 25 : 100),
      );
    }
    const service = await target.openSimulation({ QUOTA_SCALE: '10' });
    findings.push(await floodGuest(service, target.isShort ? 5 : 50));
    const another = await target.openSimulation({ QUOTA_SCALE: '10' });
    return [...findings, await floodMailbox(another, target.isShort ? 120 : 1_000)];
  },
};
