/**
 * Runs the service as several replicas on this machine: PostgreSQL with a streaming standby, PgBouncer in transaction
 * mode in front of it, Redis, and two processes. Calls the API, stops one part after another, and prints what held.
 * Needs Debian's postgresql, pgbouncer and redis-server.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startPgbouncer } from './pgbouncer.ts';
import { startPostgresWithReplica } from './postgres-with-replica.ts';
import { startRedis } from './redis.ts';
import { type ServiceProcess, sharedSecrets, startService } from './service-process.ts';

const rows: { readonly what: string; readonly holds: boolean; readonly outcome: string }[] = [];
const note = (what: string, holds: boolean, outcome: string) => {
  rows.push({ what, holds, outcome });
  process.stderr.write(`${holds ? 'held  ' : 'FAILED'}  ${what}: ${outcome}\n`);
};

const withinMs = 600_000;
setTimeout(() => {
  process.stderr.write('FAILED  a part answers no more\n');
  process.exit(1);
}, withinMs).unref();

const rateLimit = 100;
const postgres = await startPostgresWithReplica();
const pgbouncer = await startPgbouncer(postgres.url);
const redis = await startRedis();
const variables = {
  ...sharedSecrets(),
  DATABASE_URL: pgbouncer.url,
  DATABASE_POOLER: pgbouncer.pooler,
  DATABASE_DIRECT_URL: postgres.url,
  DATABASE_REPLICA_URLS: postgres.replicaUrl,
  REDIS_URL: redis.url,
  RATE_LIMIT: String(rateLimit),
  // One account writes more than any other would in an hour.
  QUOTA_SCALE: '1000',
  PUBLIC_URL: 'http://events.localhost',
  DEMO_DATA: 'false',
};
const [one, two] = await Promise.all([startService(variables), startService(variables)]);
const of = (index: number): ServiceProcess => (index % 2 === 0 ? one : two);
await Promise.all([one, two].map((service) => service.printed(/replica 1 is read from/)));

let phones = 0;
/** Signs a new phone in; the process that receives the start prints the code. */
const signIn = async (service: ServiceProcess): Promise<{ token: string; id: string }> => {
  phones += 1;
  const phone = `+4915112${String(100_000 + phones)}`;
  const from = service.printedSoFar();
  await service.call('POST /v1/auth/otp/start', { body: { phone } });
  const [, code] = await service.printed(new RegExp(`SMS to \\${phone}: (\\d{4}) is your`), from);
  const { body } = await of(phones).call('POST /v1/auth/otp/check', { body: { phone, code } });
  return { token: body.accessToken, id: body.user.id };
};
const draft = (title: string, visibility = 'public') => ({
  title,
  description: '',
  startAt: new Date(Date.now() + 86_400_000).toISOString(),
  endAt: new Date(Date.now() + 90_000_000).toISOString(),
  location: { address: 'Maybachufer 1, Berlin', lat: 52.49, lng: 13.43 },
  category: 'music',
  visibility,
});

const callApi = async (): Promise<{ olga: string; gus: string; event: string }> => {
  const [olga, gus] = [await signIn(one), await signIn(two)];
  const me = await two.call('GET /v1/auth/me', { token: olga.token });
  const creation = await one.call('POST /v1/events', { token: olga.token, body: draft('Lantern concert') });
  const search = await two.call('GET /v1/events?q=lantern', { token: olga.token });
  const rsvp = await two.call(`POST /v1/events/${creation.body.id}/rsvp`, {
    token: gus.token,
    body: { status: 'going' },
  });
  const party = await two.call('POST /v1/events', { token: olga.token, body: draft('Party', 'private') });
  const from = [one.printedSoFar(), two.printedSoFar()] as const;
  const invited = await one.call(`POST /v1/events/${party.body.id}/invites`, {
    token: olga.token,
    body: { userIds: [gus.id], emails: ['friend@example.org'] },
  });
  const mail = /Mail to friend@example\.org/;
  await Promise.race([one.printed(mail, from[0]), two.printed(mail, from[1])]);
  // The invited person wrote nothing: the invitation appears once the replica has replayed it.
  let invitation: { token: string } | undefined;
  while (!invitation)
    [invitation] = (await two.call('GET /v1/me/event-invites', { token: gus.token })).body.data;
  const accepted = await one.call(`POST /v1/event-invites/${invitation.token}/accept`, { token: gus.token });
  const outcome = [me, creation, search, rsvp, party, invited, accepted]
    .map(({ status }) => status)
    .join(' ');
  const holds =
    outcome === '200 201 200 200 201 201 200' && search.body.meta.total === 1 && rsvp.body.rsvpCount === 1;
  note(
    `sign-in, create, search, RSVP, invite, mail, accept through PgBouncer (${pgbouncer.pooler})`,
    holds,
    outcome,
  );
  return { olga: olga.token, gus: gus.token, event: creation.body.id };
};

const readOwnWrites = async ({ gus, event }: { gus: string; event: string }): Promise<void> => {
  let [own, lagging, wrong] = [0, 0, 0];
  for (let round = 0; round < 20; round += 1) {
    await postgres.onReplica('select pg_wal_replay_resume()');
    // Wait until anonymous callers of both processes read the write of the last round.
    const { body: mine } = await one.call(`GET /v1/events/${event}`, { token: gus });
    for (const service of [one, two])
      while ((await service.call(`GET /v1/events/${event}`)).body.rsvpCount !== mine.rsvpCount)
        await delay(20);
    await delay(300);
    await postgres.onReplica('select pg_wal_replay_pause()');
    for (let turn = 0; turn < 10; turn += 1) {
      const status = turn % 2 === 0 ? null : 'going';
      await of(turn).call(`POST /v1/events/${event}/rsvp`, { token: gus, body: { status } });
      const other = of(turn + 1);
      const [detail, list] = [
        await other.call(`GET /v1/events/${event}`, { token: gus }),
        await other.call('GET /v1/me/events?role=going', { token: gus }),
      ];
      const isListed = list.body.data.some(({ id }: { id: string }) => id === event);
      if (detail.body.myRsvp === status && isListed === (status === 'going')) own += 1;
      else wrong += 1;
      const anonymous = await other.call(`GET /v1/events/${event}`);
      if (status === null && anonymous.body.rsvpCount === 1) lagging += 1;
    }
  }
  await postgres.onReplica('select pg_wal_replay_resume()');
  note('own writes read on the other process, replay paused', own === 200 && wrong === 0, `${own} of 200`);
  note(
    'anonymous callers read from the paused replica meanwhile',
    lagging > 50,
    `${lagging} of 100 reads lagged`,
  );
};

/** Reads through both processes; returns the successes and the longest response time. */
const readRepeatedly = async (
  token: string,
  event: string,
  times: number,
): Promise<{ ok: number; slowestMs: number }> => {
  let [ok, slowestMs] = [0, 0];
  for (let turn = 0; turn < times; turn += 1) {
    const path = turn % 4 < 2 ? '/v1/events' : `/v1/events/${event}`;
    const { status, tookMs } = await of(turn).call(`GET ${path}`, turn % 3 === 0 ? { token } : {});
    if (status === 200) ok += 1;
    slowestMs = Math.max(slowestMs, tookMs);
  }
  return { ok, slowestMs: Math.round(slowestMs) };
};
const reads = async (what: string, token: string, event: string): Promise<void> => {
  const { ok, slowestMs } = await readRepeatedly(token, event, 400);
  note(what, ok === 400, `${ok} of 400 reads, the slowest ${slowestMs} ms`);
};

const allowedCalls = async (service: (turn: number) => ServiceProcess, from: string): Promise<number> => {
  // All calls must fall into one minute of the clock.
  const remainingMs = 60_000 - (Date.now() % 60_000);
  if (remainingMs < 10_000) await delay(remainingMs);
  let allowed = 0;
  for (let turn = 0; turn < rateLimit * 3; turn += 1)
    if ((await service(turn).call('GET /v1/categories', { from })).status === 200) allowed += 1;
  return allowed;
};

try {
  const { olga, gus, event } = await callApi();
  await readOwnWrites({ gus, event });
  await reads('all parts running', olga, event);

  postgres.freezeReplica(true);
  await reads('replica hung', olga, event);
  postgres.freezeReplica(false);
  await postgres.stopReplica();
  await reads('replica stopped', olga, event);
  const from = [one.printedSoFar(), two.printedSoFar()] as const;
  await postgres.startReplica();
  await Promise.all([
    one.printed(/replica 1 is read from/, from[0]),
    two.printed(/replica 1 is read from/, from[1]),
  ]);
  note('replica back', true, 'both processes read from it again');

  const together = await allowedCalls(of, '203.0.113.1');
  note(
    `a limit of ${rateLimit} calls a minute for both processes, in Redis`,
    together === rateLimit,
    `${together} allowed`,
  );
  await redis.stop();
  await reads('Redis stopped', olga, event);
  const apart = await allowedCalls(of, '203.0.113.2');
  note('the limit without Redis, counted per process', apart === rateLimit * 2, `${apart} allowed`);

  await postgres.stopPrimary();
  let [lists, refused] = [0, 0];
  for (let turn = 0; turn < 40; turn += 1) {
    const { status, body } = await of(turn).call('GET /v1/events');
    if (status === 200 && body.meta.total === 1) lists += 1;
  }
  for (let turn = 0; turn < 2; turn += 1)
    if ((await of(turn).call('GET /v1/auth/me', { token: olga })).status === 503) refused += 1;
  note(
    'writer stopped: anonymous reads continue, signed-in calls are 503',
    lists === 40 && refused === 2,
    `${lists} of 40 lists, ${refused} of 2 refused`,
  );
} finally {
  const codes = await Promise.all([one.stop(), two.stop()]);
  note(
    'SIGTERM',
    codes.every((code) => code === 0),
    `both exited with ${codes.join(' and ')}`,
  );
  await redis.stop();
  await pgbouncer.stop();
  await postgres.stop();
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, holds, outcome } of rows)
    process.stdout.write(`${what.padEnd(width)}  ${holds ? 'held  ' : 'FAILED'}  ${outcome}\n`);
  process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;
}
