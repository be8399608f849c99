import { setTimeout as delay } from 'node:timers/promises';
import { addPeople } from '../../local/crowd.ts';
import { type Attack, type Bound, type Finding, finding } from '../attack.ts';
import { newEvent } from '../new-event.ts';
import type { Person, RealService } from '../real-service.ts';
import { noticed, waitsWhile, warmUp, watchMemory } from '../waits.ts';
import { worstEvent } from '../worst-content.ts';

const day = 86_400_000;
/** Calls of one account at once. */
const parallel = 4;
/** A part of the 60 calls of an hour: all of them would take five minutes. */
const quotaScale = { full: 0.25, short: 0.1 };
const mostMembers = 10_000;
const membersOfCall = 1_000;

interface Host extends Person {
  readonly circle: string;
  readonly events: readonly string[];
}

interface Invited {
  readonly host: string;
  readonly event: string;
  readonly status: number;
  readonly budget: string | undefined;
  readonly sent: number;
  readonly skipped: number;
  readonly hasRetryAfter: boolean;
}

const newParty = ({ replica }: RealService, host: Person): Promise<string> =>
  newEvent(replica, host, { ...worstEvent(Date.now() + 5 * day), title: 'Concert' });

const newCircle = async ({ replica }: RealService, { token }: Person, people: readonly string[]) => {
  const { body } = await replica.call('POST /v1/me/circles', { token, body: { name: 'All' } });
  for (let at = 0; at < people.length; at += membersOfCall) {
    const userIds = people.slice(at, at + membersOfCall);
    await replica.call(`POST /v1/me/circles/${body.id}/members`, { token, body: { userIds } });
  }
  return body.id as string;
};

/** The host invites a circle to one event after another, several calls at once, until a quota refuses. */
const inviteUntilRefused = async ({ replica }: RealService, host: Host): Promise<readonly Invited[]> => {
  const calls: Invited[] = [];
  let turn = 0;
  const isRefused = () => calls.some(({ budget }) => budget === 'invite-calls');
  const caller = async (): Promise<void> => {
    while (!isRefused()) {
      const event = host.events[turn++ % host.events.length] as string;
      const { status, body, headers } = await replica.call(`POST /v1/events/${event}/invites`, {
        token: host.token,
        body: { circleIds: [host.circle] },
      });
      const { budget, sent = 0, skipped = 0 } = body;
      const hasRetryAfter = headers.has('retry-after');
      calls.push({ host: host.id, event, status, budget, sent, skipped, hasRetryAfter });
      if (status !== 201) await delay(1_000);
    }
  };
  await Promise.all(Array.from({ length: parallel }, caller));
  return calls;
};

/** Whether the rows of an event agree with what its callers were told: each member once, none lost. */
const agrees = async ({ query }: RealService, event: string, calls: readonly Invited[], members: number) => {
  const [rows] = await query<{ invitations: number; people: number }>(
    `select count(*)::int as invitations, count(distinct user_id)::int as people
      from invitation where event_id = $1 and kind = 'user' and state = 'pending' and sending = 1`,
    [event],
  );
  const ofEvent = calls.filter((call) => call.event === event && call.status === 201);
  const sent = ofEvent.reduce((sum, call) => sum + call.sent, 0);
  const isWhole = ofEvent.every(
    (call) => call.sent + call.skipped === members && [0, members].includes(call.sent),
  );
  return isWhole && sent === members && rows?.invitations === members && rows.people === members;
};

const play = async (service: RealService, isShort: boolean): Promise<Finding> => {
  const callsOfHour = 60 * (isShort ? quotaScale.short : quotaScale.full);
  const members = isShort ? membersOfCall : mostMembers;
  const people = await addPeople(service.query, members, 'circle');
  const guests = [...(await addPeople(service.query, isShort ? 2_000 : 10_000, 'guest'))];
  const [other, first, ...more] = service.people as [Person, Person, ...Person[]];
  // Young accounts make a tenth of the events.
  await service.query(`update app_user set created_at = created_at - interval '2 days'`);
  const shared = await newParty(service, first);
  for (const { id } of more)
    await service.replica.call(`PUT /v1/events/${shared}/admins/${id}`, { token: first.token });
  const hosts: Host[] = [];
  for (const person of [first, ...more]) {
    const own = [await newParty(service, person), await newParty(service, person)];
    hosts.push({ ...person, circle: await newCircle(service, person, people), events: [shared, ...own] });
  }
  const single = await newParty(service, other);
  const withinQuota = () =>
    service.query('delete from quota_use where key = $1', [`invite-calls:${other.id}`]);
  const inviteOne = async (): Promise<number> => {
    if (guests.length % 5 === 0) await withinQuota();
    const began = performance.now();
    const { status } = await service.replica.call(`POST /v1/events/${single}/invites`, {
      token: other.token,
      body: { userIds: [guests.pop()] },
    });
    return status === 201 ? performance.now() - began : Number.POSITIVE_INFINITY;
  };
  if (!isShort) await warmUp(service, other.token);
  await waitsWhile(inviteOne, delay(isShort ? 300 : 1_000));
  const idle = await waitsWhile(inviteOne, delay(isShort ? 300 : 2_000));

  const grown = watchMemory(service);
  const began = performance.now();
  const attacks = Promise.all(hosts.map((host) => inviteUntilRefused(service, host)));
  const during = await waitsWhile(inviteOne, attacks);
  const calls = (await attacks).flat();
  const seconds = (performance.now() - began) / 1_000;

  const others = noticed('another’s invite of one person', idle, during, isShort);
  const memory = grown();
  const refused = calls.filter(({ status }) => status !== 201);
  const events = [...new Set(hosts.flatMap((host) => host.events))];
  let inStep = 0;
  for (const event of events) if (await agrees(service, event, calls, members)) inStep += 1;
  return finding(
    `${hosts.length} accounts invite a circle of ${members} to one event and to many, until quotas refuse`,
    `${calls.length} calls in ${seconds.toFixed(0)} s, ${parallel} of each account at once`,
    `${events.length} events of ${members} invitations each, ${callsOfHour} calls of each account; ${memory.words}; ${others.words}`,
    [
      others.bound,
      ...(isShort ? [] : [memory.bound]),
      [inStep === events.length, `rows of ${events.length - inStep} of ${events.length} events do not agree`],
      ...hosts.map(({ id }): Bound => {
        const ofHost = calls.filter(({ host, budget }) => host === id && budget !== 'invite-calls');
        const served = ofHost.filter(({ status }) => status === 201).length;
        // What is refused later counts as well.
        const isExact = served <= callsOfHour && ofHost.length >= callsOfHour;
        return [isExact, `an account invites ${served} times in an hour`];
      }),
      [
        refused.every(({ status, hasRetryAfter }) => [429, 503].includes(status) && hasRetryAfter),
        `refused with ${[...new Set(refused.map(({ status }) => status))].join(', ')}`,
      ],
    ],
  );
};

export const fullCircles: Attack = {
  name: 'full-circles',
  about: 'eight accounts invite circles of ten thousand members at once, again and again',
  run: async ({ isShort, startService }) => {
    const QUOTA_SCALE = String(isShort ? quotaScale.short : quotaScale.full);
    // Another host, and eight accounts.
    return [await play(await startService({ QUOTA_SCALE }, 9), isShort)];
  },
};
