import { setTimeout as delay } from 'node:timers/promises';
import {
  type Replica,
  replicaVariables,
  startReplica,
} from '../../../packages/service/test/support/replica.ts';
import { startPostgresWithReplica } from '../../local/postgres-with-replica.ts';
import { postgresPrograms } from '../../local/program.ts';
import { type Attack, expectations, type Finding } from '../attack.ts';

const phones = ['+4915100000001', '+4915100010008', '+4915100020015'] as const;
const code = '1234';
const dayMs = 86_400_000;

const isInstalled = (): boolean => {
  try {
    postgresPrograms();
    return true;
  } catch {
    return false;
  }
};

interface Asked {
  readonly what: string;
  readonly path: string;
  readonly token?: string;
  readonly expectedStatus: number;
  /** How long another answer may come; 0 unless given. */
  readonly withinMs?: number;
}

/** On top of what is allowed: the service looks at its standbys four times a second, and this machine is busy. */
const toleranceMs = 2_000;

const ask = async (
  replica: Replica,
  { what, path, token, expectedStatus, withinMs = 0 }: Asked,
): Promise<Finding> => {
  const began = performance.now();
  const read = async () => (await replica.call(`GET ${path}`, { token })).status;
  let status = await read();
  while (status !== expectedStatus && withinMs > 0 && performance.now() - began < withinMs + toleranceMs) {
    await delay(100);
    status = await read();
  }
  const { faults, expect } = expectations();
  expect(status === expectedStatus, `${status} instead of ${expectedStatus}`);
  return {
    attack: `${what}, at a process whose standby stands still`,
    cost: 'one request',
    before: 'shown until the standby had heard of it',
    now: withinMs > 0 ? `${status} within ${withinMs / 1_000} s` : `${status} at once`,
    faults,
  };
};

/** What is hidden, revoked or ended at one process is so at the other one, whose standby has not heard of it. */
const play = async (): Promise<readonly Finding[]> => {
  const postgres = await startPostgresWithReplica();
  const until = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  const variables = {
    ...replicaVariables(),
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: postgres.url,
    DATABASE_REPLICA_URLS: postgres.replicaUrl,
    TEST_PHONES: `${phones.map((phone) => `${phone}=${code}`).join(',')};until=${until}`,
  };
  const [here, there] = [await startReplica(variables), await startReplica(variables)];
  try {
    const signIn = async (phone: string) => {
      await here.call('POST /v1/auth/otp/start', { body: { phone } });
      const { body } = await here.call('POST /v1/auth/otp/check', { body: { phone, code } });
      return { id: body.user.id as string, token: body.accessToken as string };
    };
    const [organizer, guest, third] = [
      await signIn(phones[0]),
      await signIn(phones[1]),
      await signIn(phones[2]),
    ];
    const startAt = new Date(Date.now() + dayMs).toISOString();
    const endAt = new Date(Date.now() + 2 * dayMs).toISOString();
    const location = { address: 'Street 1', lat: 52.5, lng: 13.4 };
    const newEvent = async (visibility: string): Promise<string> => {
      const body = {
        title: 'Party',
        description: '',
        startAt,
        endAt,
        location,
        category: 'music',
        visibility,
      };
      return (await here.call('POST /v1/events', { token: organizer.token, body })).body.id;
    };
    const [party, revoked, concert] = [
      await newEvent('private'),
      await newEvent('private'),
      await newEvent('public'),
    ];
    for (const event of [party, revoked])
      await here.call(`POST /v1/events/${event}/invites`, {
        token: organizer.token,
        body: { userIds: [guest.id] },
      });
    const { body: mine } = await here.call('GET /v1/me/event-invites', { token: guest.token });
    const tokenOf = (event: string) =>
      (mine.data as { event: { id: string }; token: string; id: string }[]).find(
        (one) => one.event.id === event,
      );
    await here.call(`POST /v1/event-invites/${tokenOf(party)?.token}/accept`, { token: guest.token });

    await postgres.onReplica('select pg_wal_replay_pause()');
    await here.call(`DELETE /v1/events/${party}/attendees/${guest.id}`, { token: organizer.token });
    await here.call(`DELETE /v1/events/${revoked}/invites/${tokenOf(revoked)?.id}`, {
      token: organizer.token,
    });
    await here.call(`PATCH /v1/events/${concert}`, {
      token: organizer.token,
      body: { visibility: 'private' },
    });
    await here.call('POST /v1/auth/logout', { token: third.token });

    const reads: readonly Asked[] = [
      {
        what: 'a removed guest reads the private event',
        path: `/v1/events/${party}`,
        token: guest.token,
        expectedStatus: 404,
      },
      {
        what: 'a revoked invitation is previewed',
        path: `/v1/event-invites/${tokenOf(revoked)?.token}`,
        expectedStatus: 404,
      },
      {
        what: 'a revoked guest reads the private event',
        path: `/v1/events/${revoked}`,
        token: guest.token,
        expectedStatus: 404,
      },
      {
        what: 'an ended session reads its profile',
        path: '/v1/auth/me',
        token: third.token,
        expectedStatus: 401,
      },
      {
        what: 'a stranger reads what was public until now',
        path: `/v1/events/${concert}`,
        expectedStatus: 404,
        // ADR 0027: what was public shows for as long as a standby may lag.
        withinMs: 5_000,
      },
    ];
    const findings: Finding[] = [];
    for (const one of reads) findings.push(await ask(there, one));
    await postgres.onReplica('select pg_wal_replay_resume()');
    return findings;
  } finally {
    for (const { process } of [here, there]) process.kill('SIGTERM');
    for (const { process } of [here, there]) await process.ended;
    await postgres.stop();
  }
};

export const laggingStandby: Attack = {
  name: 'lagging-standby',
  about: 'what was hidden, revoked or ended is asked for where a standby lags',
  run: async () =>
    isInstalled()
      ? play()
      : [
          {
            attack: 'lagging standby',
            cost: '–',
            before: '–',
            now: 'skipped: PostgreSQL is not installed',
            faults: [],
          },
        ],
};
