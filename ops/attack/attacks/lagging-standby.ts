import { replicaVariables, startReplica } from '../../../packages/service/test/support/replica.ts';
import { startPostgresWithReplica } from '../../local/postgres-with-replica.ts';
import { postgresPrograms } from '../../local/program.ts';
import { type Attack, expectations, type Finding } from '../attack.ts';

const [organizerPhone, guestPhone] = ['+4915100000001', '+4915100010008'] as const;
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
    TEST_PHONES: `${organizerPhone}=${code},${guestPhone}=${code};until=${until}`,
  };
  const [here, there] = [await startReplica(variables), await startReplica(variables)];
  try {
    const signIn = async (phone: string) => {
      await here.call('POST /v1/auth/otp/start', { body: { phone } });
      const { body } = await here.call('POST /v1/auth/otp/check', { body: { phone, code } });
      return { id: body.user.id as string, token: body.accessToken as string };
    };
    const [organizer, guest, again] = [
      await signIn(organizerPhone),
      await signIn(guestPhone),
      await signIn(guestPhone),
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
    await here.call('POST /v1/auth/logout', { token: again.token });

    const asked: readonly (readonly [string, string, string | undefined, number])[] = [
      ['a removed guest reads the private event', `/v1/events/${party}`, guest.token, 404],
      ['a revoked invitation is previewed', `/v1/event-invites/${tokenOf(revoked)?.token}`, undefined, 404],
      ['a revoked guest reads the private event', `/v1/events/${revoked}`, guest.token, 404],
      ['an ended session reads its profile', '/v1/auth/me', again.token, 401],
      ['a stranger reads what was made private', `/v1/events/${concert}`, undefined, 404],
    ];
    const findings: Finding[] = [];
    for (const [attack, path, token, wanted] of asked) {
      const { status } = await there.call(`GET ${path}`, { token });
      const { faults, expect } = expectations();
      expect(status === wanted, `${status} instead of ${wanted}`);
      findings.push({
        attack: `${attack}, at a process whose standby stands still`,
        cost: 'one request',
        before: 'shown until the standby had heard of it',
        now: String(status),
        faults,
      });
    }
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
