import { setTimeout as delay } from 'node:timers/promises';
import { newConcert, type Replica } from '../../../packages/service/test/support/replica.ts';
import { startPostgresWithReplica } from '../../local/postgres-with-replica.ts';
import { installedPrograms } from '../../local/program.ts';
import { type Attack, type Finding, finding, type Target } from '../attack.ts';
import type { Person } from '../real-service.ts';

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
  return finding(
    `${what}, at a process whose standby stands still`,
    'one request',
    withinMs > 0 ? `${status} within ${withinMs / 1_000} s` : `${status} at once`,
    [[status === expectedStatus, `${status} instead of ${expectedStatus}`]],
  );
};

/** What is hidden, revoked or ended at one process is so at the other one, whose standby has not heard of it. */
const play = async ({ startService, teardown }: Target): Promise<readonly Finding[]> => {
  const postgres = await startPostgresWithReplica();
  teardown(() => postgres.stop());
  const service = await startService(
    { DATABASE_URL: postgres.url, DATABASE_REPLICA_URLS: postgres.replicaUrl },
    3,
  );
  const [here, there] = [service.replica, await service.another()];
  const [organizer, guest, third] = service.people as [Person, Person, Person];
  const { token } = organizer;
  const newEvent = async (visibility: string): Promise<string> =>
    (await here.call('POST /v1/events', { token, body: newConcert({ visibility }) })).body.id;
  const [party, revoked] = [await newEvent('private'), await newEvent('private')];
  const concert = await newEvent('public');
  for (const event of [party, revoked])
    await here.call(`POST /v1/events/${event}/invites`, { token, body: { userIds: [guest.id] } });
  const { body: mine } = await here.call('GET /v1/me/event-invites', { token: guest.token });
  const invitationTo = (event: string) =>
    (mine.data as { event: { id: string }; token: string; id: string }[]).find(
      (one) => one.event.id === event,
    );
  await here.call(`POST /v1/event-invites/${invitationTo(party)?.token}/accept`, { token: guest.token });

  await postgres.onReplica('select pg_wal_replay_pause()');
  await here.call(`DELETE /v1/events/${party}/attendees/${guest.id}`, { token });
  await here.call(`DELETE /v1/events/${revoked}/invites/${invitationTo(revoked)?.id}`, { token });
  await here.call(`PATCH /v1/events/${concert}`, { token, body: { visibility: 'private' } });
  await here.call('POST /v1/auth/logout', { token: third.token });

  const asGuest = { token: guest.token, expectedStatus: 404 };
  const reads: readonly Asked[] = [
    { what: 'a removed guest reads the private event', path: `/v1/events/${party}`, ...asGuest },
    {
      what: 'a revoked invitation is previewed',
      path: `/v1/event-invites/${invitationTo(revoked)?.token}`,
      expectedStatus: 404,
    },
    { what: 'a revoked guest reads the private event', path: `/v1/events/${revoked}`, ...asGuest },
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
};

export const laggingStandby: Attack = {
  name: 'lagging-standby',
  about: 'what was hidden, revoked or ended is asked for where a standby lags',
  run: async (target) =>
    installedPrograms()
      ? play(target)
      : [finding('lagging standby', '–', 'skipped: PostgreSQL is not installed', true)],
};
