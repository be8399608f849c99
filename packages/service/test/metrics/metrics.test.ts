import { readFileSync } from 'node:fs';
import { SmsRejected } from '@event-platform/adapters-notify';
import type { QueueState } from '@event-platform/adapters-postgres';
import { CodeTimeout, type DomainError, draftDefaults, type Problem } from '@event-platform/domain';
import { createMemoryWorld, memoryProof } from '@event-platform/domain/memory';
import { clientClosedRequest, type LoggedResponse, overload } from '@event-platform/http';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { openTestApp } from '../../../http/test-support/test-app.ts';
import { metricsOf } from '../../src/metrics/metrics-of.ts';
import { freePort } from '../support/service-process.ts';

const dates = (now: Date) => ({
  startAt: new Date(now.getTime() + 86_400_000),
  endAt: new Date(now.getTime() + 90_000_000),
});

const mailQueue = { queue: 'invitation-mail', waiting: 0, retrying: 0, dead: 0, oldestDueSeconds: 0 };
const writer = { name: 'writer', size: 8, total: 3, idle: 1, waiting: 2 };

/** Served metrics, and their text. */
const openServed = async (
  t: Test,
  queueStates: () => Promise<readonly QueueState[]> = async () => [mailQueue],
) => {
  const port = await freePort();
  const metrics = await metricsOf({ metrics: { host: '127.0.0.1', port } });
  metrics.watch({
    poolStates: () => [writer],
    queueStates,
    listings: () => ({ state: 'loaded', count: 7 }),
  });
  t.teardown(await metrics.serve());
  const url = `http://127.0.0.1:${port}/metrics`;
  const read = async (): Promise<string> => {
    const response = await fetch(url);
    t.equal(response.status, 200);
    t.match(response.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
    return response.text();
  };
  return { metrics, port, read, url };
};

/** The value of one sample, named as served; undefined when it is missing. */
const sample = (text: string, name: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

t.test('counts responses by route template, method, status class and problem', async (t) => {
  const { metrics, read } = await openServed(t);
  const { call } = await openTestApp(t, { app: { onResponseLogged: metrics.onResponseLogged } });
  await call('GET /v1/event-invites/a-secret-token?phone=447700900123');
  await call('GET /v1/event-invites/another-token');
  await call('GET /no/such/path');
  for (let count = 0; count < 6; count += 1) await call('POST /v1/auth/otp/start', { body: {} });
  metrics.onResponseLogged?.({ method: 'BREW', route: '/', status: 503, durationMs: 700, refusal: overload });
  metrics.onResponseLogged?.({
    method: 'GET',
    route: '/',
    status: clientClosedRequest,
    durationMs: 9000,
    refusal: null,
  });

  const text = await read();
  const count = (labels: string) => sample(text, `http_request_duration_seconds_count{${labels}}`);
  t.equal(count('method="GET",route="/v1/event-invites/:token",status="4xx"'), 2);
  t.equal(count('method="GET",route="unmatched",status="4xx"'), 1);
  t.equal(count('method="POST",route="/v1/auth/otp/start",status="4xx"'), 6);
  t.equal(count('method="other",route="/",status="5xx"'), 1);
  t.equal(count('method="GET",route="/",status="aborted"'), 1);
  const slow = 'method="other",route="/",status="5xx"';
  t.equal(sample(text, `http_request_duration_seconds_bucket{le="0.5",${slow}}`), 0, 'in seconds');
  t.equal(sample(text, `http_request_duration_seconds_bucket{le="1",${slow}}`), 1, 'in seconds');
  const problems = (route: string, code: string) =>
    sample(text, `event_platform_problems_total{route="${route}",code="${code}"}`);
  t.equal(problems('/v1/auth/otp/start', 'invalid_request'), 5);
  t.equal(problems('/v1/auth/otp/start', 'rate_limited'), 1);
  t.equal(problems('/v1/event-invites/:token', 'invitation_not_found'), 2);
  t.equal(sample(text, 'event_platform_limit_hits_total{limit="sign-in-starts"}'), 1);
  t.equal(
    sample(text, 'event_platform_limit_hits_total{limit="stranger-sms"}'),
    0,
    'present before the first hit',
  );
  t.equal(sample(text, 'event_platform_requests_shed_total'), 1);
  t.notMatch(text, /secret|another|447700900123|such/);
});

t.test('counts SMS from the provider to the sign-in', async (t) => {
  const { metrics, read } = await openServed(t);
  const codes: string[] = [];
  let failure: Error | undefined;
  const codeSender = metrics.codeSender({
    sendCode: async ({ code }) => {
      if (failure) throw failure;
      codes.push(code);
    },
  });
  const settings = { testPhones: { codes: { '+447700900999': '1234' }, until: new Date('2100-01-01') } };
  const world = createMemoryWorld({ settings, overrides: { codeSender } });
  const domain = metrics.domain(world.domain, world.dependencies);
  const phone = '+447700900123';
  const network = '198.51.100.0/24';

  await domain.startSignIn({ phone });
  const code = codes[0] ?? '';
  const wrong = code === '0000' ? '0001' : '0000';
  await t.rejects(domain.checkCode({ phone, code: wrong, network }));
  await domain.checkCode({ phone, code, network });
  await domain.startSignIn({ phone: '+447700900999' });
  await domain.checkCode({ phone: '+447700900999', code: '1234', network });
  failure = new SmsRejected('twilio', 'no such number');
  await t.rejects(domain.startSignIn({ phone: '+447700900124' }));
  failure = new Error('anything else');
  await t.rejects(domain.startSignIn({ phone: '+447700900125' }));
  failure = new CodeTimeout();
  await t.rejects(domain.startSignIn({ phone: '+447700900126' }));
  metrics.onSmsFailover();

  const text = await read();
  t.equal(sample(text, 'event_platform_sms_sent_total'), 1);
  t.equal(sample(text, 'event_platform_sms_converted_total'), 1, 'test phones get no SMS');
  t.equal(sample(text, 'event_platform_sms_failed_total{reason="rejected"}'), 1);
  t.equal(sample(text, 'event_platform_sms_failed_total{reason="unavailable"}'), 1);
  t.equal(sample(text, 'event_platform_sms_failed_total{reason="unanswered"}'), 1);
  t.equal(sample(text, 'event_platform_sms_failovers_total'), 1);
});

t.test('counts proofs of work, and shows what is spent of the budgets of sign-in', async (t) => {
  const { metrics, read } = await openServed(t);
  const proofOfWork = metrics.proofOfWork(createMemoryWorld().dependencies.proofOfWork);
  const world = createMemoryWorld({ settings: { smsDailyBudget: 16 }, overrides: { proofOfWork } });
  metrics.watchSignIn(world.dependencies);
  const start = (last: number, proof?: string) =>
    world.domain.startSignIn({ phone: `+44770090010${last}`, proof });
  for (const last of [1, 2]) await start(last);
  const refused = await start(3).catch((error: unknown) => error);
  const { challenge } = (refused as DomainError).problem as Extract<Problem, { code: 'proof_required' }>;
  await t.rejects(start(3, 'no proof'));
  await start(3, memoryProof(challenge));

  const network = '198.51.100.0/24';
  const phone = '+447700900103';
  await world.domain.checkCode({ phone, code: world.smsSent.at(-1)?.code ?? '', network });
  world.clock.advance(60_000);
  await world.domain.startSignIn({ phone });
  const code = world.smsSent.at(-1)?.code === '0000' ? '0001' : '0000';
  await t.rejects(world.domain.checkCode({ phone, code, network: '192.0.2.0/24' }));

  const text = await read();
  t.equal(sample(text, 'event_platform_sign_in_proofs_total{state="asked"}'), 2);
  t.equal(sample(text, 'event_platform_sign_in_proofs_total{state="solved"}'), 1);
  for (const [share, used] of Object.entries({
    owners: 0,
    accounts: 1 / 4,
    networks: 0,
    unknownCallers: 2 / 4,
  }))
    t.equal(sample(text, `event_platform_sms_share_used_ratio{share="${share}"}`), used, share);
  t.equal(sample(text, 'event_platform_sign_in_guesses_used_ratio{kind="unknown"}'), 1 / 200);
  t.equal(sample(text, 'event_platform_sign_in_guesses_used_ratio{kind="known"}'), 0);
});

t.test('counts mails by the outcome of each attempt', async (t) => {
  const { metrics, read } = await openServed(t);
  const outcomes = ['sent', 'sent', 'refused', undefined] as const;
  let next = 0;
  const mailer = metrics.mailer({
    sendInvitation: async () => {
      const outcome = outcomes[next++];
      if (!outcome) throw new Error('421 the server is away');
      return outcome;
    },
  });
  const mail = {} as Parameters<typeof mailer.sendInvitation>[0];
  t.equal(await mailer.sendInvitation(mail), 'sent');
  t.equal(await mailer.sendInvitation(mail), 'sent');
  t.equal(await mailer.sendInvitation(mail), 'refused');
  await t.rejects(mailer.sendInvitation(mail), /421/);
  const text = await read();
  for (const [outcome, times] of Object.entries({ sent: 2, refused: 1, failed: 1 }))
    t.equal(sample(text, `event_platform_mails_total{outcome="${outcome}"}`), times, outcome);
});

t.test('counts mails that are not sent, by the reason', async (t) => {
  const { metrics, read } = await openServed(t);
  const world = createMemoryWorld();
  const domain = metrics.domain(world.domain, world.dependencies);
  await domain.startSignIn({ phone: '+447700900123' });
  const code = world.smsSent[0]?.code ?? '';
  const { user } = await domain.checkCode({ phone: '+447700900123', code, network: '198.51.100.0/24' });
  const draft = {
    ...draftDefaults,
    ...dates(world.clock.now()),
    title: 'Tea',
    description: '',
    category: 'food',
  };
  const { id: eventId } = await domain.createEvent({
    organizerId: user.id,
    draft: { ...draft, location: { address: 'Berlin', lat: 52.5, lng: 13.4 } },
  });
  const invite = (...emails: string[]) =>
    domain.invite({ eventId, callerId: user.id, circleIds: [], userIds: [], emails });
  await invite('ada+1@mail.example', 'ada+2@mail.example', 'ada+3@mail.example', 'bob@mail.example');
  await world.deliverMails();
  const bob = world.mailsSent.find(({ email }) => email.startsWith('bob'));
  await invite('bob+2@mail.example');
  await domain.unsubscribe({ token: bob?.unsubscribeToken ?? '' });
  const [waiting] = world.tables.outbox.rows();
  if (waiting) await domain.deliverInvitation({ invitationId: waiting.id, sending: waiting.sending });
  await invite('bob+3@mail.example');
  const { stores } = world.dependencies;
  const dueAt = world.clock.now();
  const row = world.tables.users.get(user.id);
  if (row) world.tables.users.set(user.id, { ...row, email: 'bob@mail.example' });
  await stores.activity.planDigests([{ userId: user.id, startAt: dueAt, dueAt }], dueAt);
  await domain.queueDigests();
  const text = await read();
  for (const [reason, times] of Object.entries({ over_budget: 1, unsubscribed: 3 }))
    t.equal(sample(text, `event_platform_mails_suppressed_total{reason="${reason}"}`), times, reason);
});

t.test('reads pools and queue with the metrics, in one statement for many readers', async (t) => {
  let reads = 0;
  const { read } = await openServed(t, async () => {
    reads += 1;
    return [{ ...mailQueue, waiting: 7, retrying: 2, oldestDueSeconds: 12.5 }];
  });
  const [text] = await Promise.all([read(), read(), read()]);
  t.equal(reads, 1);
  t.equal(sample(text, 'event_platform_database_up'), 1);
  t.equal(sample(text, 'event_platform_mail_queue_jobs{state="fresh"}'), 7);
  t.equal(sample(text, 'event_platform_mail_queue_jobs{state="retrying"}'), 2);
  t.equal(sample(text, 'event_platform_mail_queue_oldest_due_seconds'), 12.5);
  for (const state of ['total', 'idle', 'waiting'] as const)
    t.equal(
      sample(text, `event_platform_pg_pool_connections{pool="writer",state="${state}"}`),
      writer[state],
    );
  t.equal(sample(text, 'event_platform_pg_pool_size{pool="writer"}'), 8);
  t.equal(sample(text, 'event_platform_listing_index_events'), 7);
  t.ok(sample(text, 'nodejs_heap_size_used_bytes'));
  t.ok(sample(text, 'process_start_time_seconds'));
});

t.test('reports a database that refuses or does not respond, and serves the other metrics', async (t) => {
  const states = {
    refuses: () => Promise.reject(new Error('no connection')),
    'does not respond': () => new Promise<readonly QueueState[]>(() => {}),
  };
  for (const [how, state] of Object.entries(states)) {
    const { read } = await openServed(t, state);
    const text = await read();
    t.equal(sample(text, 'event_platform_database_up'), 0, how);
    t.equal(sample(text, 'event_platform_mail_queue_oldest_due_seconds'), undefined, `${how}: age unknown`);
    t.equal(
      sample(text, 'event_platform_mail_queue_jobs{state="fresh"}'),
      undefined,
      `${how}: depth unknown`,
    );
    t.equal(sample(text, 'event_platform_pg_pool_size{pool="writer"}'), 8, `${how}: the rest is known`);
  }
});

t.test('serves only GET /metrics, and needs a free port', async (t) => {
  const { port, url } = await openServed(t);
  t.equal((await fetch(url, { method: 'POST' })).status, 404);
  t.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404);
  t.equal((await fetch(`http://127.0.0.1:${port}/metrics/../v1/events`)).status, 404);
  const second = await metricsOf({ metrics: { host: '127.0.0.1', port } });
  await t.rejects(second.serve(), {
    message: /^Port \d+ on 127\.0\.0\.1 is taken.*set METRICS_PORT to another\.$/,
  });
});

t.test('wraps nothing without a port', async (t) => {
  const metrics = await metricsOf({ metrics: undefined });
  const sender = { sendCode: async () => {} };
  t.equal(metrics.codeSender(sender), sender);
  t.equal(metrics.onResponseLogged, undefined);
  await (await metrics.serve())();
});

/** Keywords of PromQL, and the one metric of Prometheus itself. */
const notExported = new Set(['and', 'or', 'unless', 'up']);

/** The names of metrics in an expression of PromQL: whatever is neither a label, a duration, a function nor a keyword. */
const metricNames = (expression: string): readonly string[] => {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/(?<![\w$])[a-z_][a-z0-9_]*(?!\w|\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !notExported.has(name));
};

t.test('the dashboard and the alerts use every metric of the service, and no other', async (t) => {
  const { metrics, read } = await openServed(t);
  metrics.watchSignIn(createMemoryWorld().dependencies);
  const answered: LoggedResponse = { method: 'GET', route: '/', status: 200, durationMs: 1, refusal: null };
  metrics.onResponseLogged?.(answered);
  const types = new Map(
    [...(await read()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const exported = new Set(
    [...types].flatMap(([name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );

  const ops = (path: string) => readFileSync(new URL(`../../../../ops/${path}`, import.meta.url), 'utf8');
  const dashboard = JSON.parse(ops('grafana/dashboard.json'));
  const expressions: readonly string[] = dashboard.panels.flatMap(
    ({ targets = [] }: { targets?: readonly { expr: string }[] }) => targets.map(({ expr }) => expr),
  );
  const alerts: readonly { alert: string; expr: string }[] = parse(
    ops('prometheus/alerts.yml'),
  ).groups.flatMap(({ rules }: { rules: readonly object[] }) => rules);
  const used = new Set([...expressions, ...alerts.map(({ expr }) => expr)].flatMap(metricNames));
  t.ok(used.size > 20, 'names were found');
  for (const name of used) t.ok(exported.has(name), name);

  const panels = new Set(expressions.flatMap(metricNames));
  for (const [name, type] of types)
    if (!/^(nodejs|process)_/.test(name))
      t.ok(panels.has(type === 'histogram' ? `${name}_bucket` : name), `${name} has a panel`);

  const runbook = readFileSync(
    new URL('../../../../docs/operations/respond-to-alerts.md', import.meta.url),
    'utf8',
  );
  for (const { alert } of alerts) t.match(runbook, `**${alert}**`, `${alert} has a runbook`);
});
