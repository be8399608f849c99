import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, expectations, type Finding } from '../attack.ts';
import { mostMb, warmUp, watchMemory } from '../process-memory.ts';
import { type RealService, signInTo, startRealService } from '../real-service.ts';
import { noticed, waitsWhile } from '../waits.ts';
import { worstEvent } from '../worst-content.ts';

/** Another host, and eight accounts. */
const phones = Array.from({ length: 9 }, (_, number) => `+49151${10_000_000 + 10_007 * number}`);
const day = 86_400_000;
/** Calls of one account at once. */
const parallel = 4;
/** A part of the 60 calls of an hour: all of them would take five minutes. */
const quotaScale = { full: 0.25, short: 0.1 };
const mostMembers = 10_000;
const membersOfCall = 1_000;

type Person = Awaited<ReturnType<typeof signInTo>>;

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

const addPeople = async (
  { query }: RealService,
  count: number,
  prefix: string,
): Promise<readonly string[]> => {
  const users = await query<{ id: string }>(
    `insert into app_user (id, phone, username, name, bio, city, avatar, role, peaces_balance, created_at)
      select gen_random_uuid(), '+98' || $2::text || n, 'circle-' || $2::text || n, 'Guest', '', '', null, 'user', 0, now()
      from generate_series(1, $1::int) n returning id`,
    [count, prefix],
  );
  return users.map(({ id }) => id);
};

const newEvent = async ({ replica }: RealService, { token }: Person): Promise<string> => {
  const body = { ...worstEvent(Date.now() + 5 * day), title: 'Concert' };
  return (await replica.call('POST /v1/events', { token, body })).body.id;
};

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
  const people = await addPeople(service, members, '1');
  const guests = [...(await addPeople(service, isShort ? 2_000 : 10_000, '2'))];
  const [other, ...accounts] = await Promise.all(phones.map((phone) => signInTo(service, phone)));
  const [first] = accounts;
  if (!other || !first) throw new Error('no host signed in');
  // Young accounts make a tenth of the events.
  await service.query(`update app_user set created_at = created_at - interval '2 days'`);
  const shared = await newEvent(service, first);
  for (const { id } of accounts.slice(1))
    await service.replica.call(`PUT /v1/events/${shared}/admins/${id}`, { token: first.token });
  const hosts: Host[] = [];
  for (const person of accounts) {
    const own = [await newEvent(service, person), await newEvent(service, person)];
    hosts.push({ ...person, circle: await newCircle(service, person, people), events: [shared, ...own] });
  }
  const single = await newEvent(service, other);
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

  const { faults, expect } = expectations();
  const others = noticed(idle, during, isShort);
  const grownMb = grown();
  const refused = calls.filter(({ status }) => status !== 201);
  const events = [...new Set(hosts.flatMap((host) => host.events))];
  let inStep = 0;
  for (const event of events) if (await agrees(service, event, calls, members)) inStep += 1;
  expect(
    others.isBearable && others.refused === 0,
    `another host ${others.words}, ${others.refused} refused`,
  );
  expect(isShort || grownMb <= mostMb, `memory grows by ${grownMb.toFixed(0)} MB`);
  expect(
    inStep === events.length,
    `rows of ${events.length - inStep} of ${events.length} events do not agree`,
  );
  for (const { id } of hosts) {
    const ofHost = calls.filter(({ host, budget }) => host === id && budget !== 'invite-calls');
    const served = ofHost.filter(({ status }) => status === 201).length;
    // What is refused later counts as well.
    const isExact = served <= callsOfHour && ofHost.length >= callsOfHour;
    expect(isExact, `an account invites ${served} times in an hour`);
  }
  expect(
    refused.every(({ status, hasRetryAfter }) => [429, 503].includes(status) && hasRetryAfter),
    `refused with ${[...new Set(refused.map(({ status }) => status))].join(', ')}`,
  );
  return {
    attack: `${hosts.length} accounts invite a circle of ${members} to one event and to many, until quotas refuse`,
    cost: `${calls.length} calls in ${seconds.toFixed(0)} s, ${parallel} of each account at once`,
    before: 'one such call held the event loop for 102 ms at least',
    now: `${events.length} events of ${members} invitations each, ${callsOfHour} calls of each account; ${grownMb.toFixed(0)} MB more; another’s invite of one person ${others.words}`,
    faults,
  };
};

export const fullCircles: Attack = {
  name: 'full-circles',
  about: 'eight accounts invite circles of ten thousand members at once, again and again',
  run: async ({ isShort }) => {
    const service = await startRealService(phones, {
      QUOTA_SCALE: String(isShort ? quotaScale.short : quotaScale.full),
    });
    try {
      return [await play(service, isShort)];
    } finally {
      await service.close();
    }
  },
};
