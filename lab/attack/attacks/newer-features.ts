import { setTimeout as delay } from 'node:timers/promises';
import { type Attack, type Finding, finding } from '../attack.ts';
import { latencyOf, type Person, type RealService } from '../real-service.ts';
import { longestDescription, worstEvent } from '../worst-content.ts';

const day = 86_400_000;
const endlessMs = 5_000;

const seriesOf = (rule: string) => ({
  event: { ...worstEvent(Math.floor(Date.now() / day + 2) * day), timeZone: 'UTC' },
  rule,
});

const endlessRule = async ({ replica }: RealService, { token }: Person): Promise<Finding> => {
  const making = replica
    .call('POST /v1/event-series', { token, body: seriesOf('FREQ=YEARLY;INTERVAL=999999') })
    .then(({ status }) => status)
    .catch(() => 0);
  const status = await Promise.race([making, delay(endlessMs, 0)]);
  const health = await latencyOf(`${replica.url}/health/live`);
  return finding(
    'a series every 999,999 years',
    'one request',
    `${status || 'no response'}; health ${health.toFixed(0)} ms`,
    status > 0 && Number.isFinite(health),
  );
};

/** The messages to webhooks once nothing is left to be told. */
const messagesOf = async ({ count }: RealService): Promise<number> => {
  for (let waited = 0; waited < 120; waited += 1) {
    if ((await count("outbox where kind like 'event.%' and due_at <= now()")) === 0) break;
    await delay(500);
  }
  return count('webhook_delivery');
};

const seriesAndWebhooks = async (service: RealService, { token }: Person): Promise<readonly Finding[]> => {
  const { call } = service.replica;
  const types = ['event.created', 'event.changed'];
  for (let number = 0; number < 20; number += 1)
    // No server listens there.
    await call('POST /v1/webhooks', { token, body: { url: `http://127.0.0.1:9/${number}`, types } });
  const { body: series } = await call('POST /v1/event-series', { token, body: seriesOf('FREQ=WEEKLY') });
  const statuses: number[] = [];
  for (let number = 0; number < 35; number += 1) {
    const body = { event: { title: `Concert ${number}` } };
    const { status } = await call(`PATCH /v1/event-series/${series.id}`, { token, body });
    statuses.push(status);
  }
  const served = statuses.filter((status) => status < 400).length;
  const messages = await messagesOf(service);
  return [
    finding(
      '35 changes of a series of 53 events in an hour',
      '35 requests',
      `${served}, then ${statuses.at(-1)}`,
      served <= 30 && statuses.at(-1) === 429,
    ),
    finding(
      'all of them told to 20 webhooks of one account',
      '1 account',
      `${messages} messages an hour`,
      messages > 0 && messages <= 200_000,
    ),
  ];
};

const askedAnew = async (service: RealService, host: Person, guest: Person): Promise<Finding> => {
  const { call } = service.replica;
  const { token } = host;
  const { body: event } = await call('POST /v1/events', { token, body: seriesOf('').event });
  await call(`POST /v1/events/${event.id}/rsvp`, { token: guest.token, body: { status: 'going' } });
  let questionCount = 0;
  for (let round = 0; round < 25; round += 1) {
    const questions = Array.from({ length: 10 }, (_, number) => ({
      ...{ label: `${round} ${number}`, kind: 'text', isRequired: false },
    }));
    const changed = await call(`PATCH /v1/events/${event.id}`, { token, body: { questions } });
    if (changed.status !== 200) break;
    const ids: string[] = changed.body.questions.map(({ id }: { id: string }) => id);
    const answers = Object.fromEntries(ids.map((id) => [id, longestDescription.slice(0, 300)]));
    await call(`PUT /v1/events/${event.id}/my-answers`, { token: guest.token, body: { answers } });
    questionCount += ids.length;
  }
  const kept = await service.count('question where event_id = $1', [event.id]);
  return finding(
    `${questionCount} questions of one event, each answered and removed`,
    '50 requests',
    `${kept} are kept`,
    questionCount > 0 && kept <= 110,
  );
};

export const newerFeatures: Attack = {
  name: 'newer-features',
  about: 'series, webhooks and questions, as costly as one account makes them',
  run: async ({ startService }) => {
    const service = await startService({ QUOTA_SCALE: '1' }, 2);
    const [host, guest] = service.people as [Person, Person];
    return [
      await askedAnew(service, host, guest),
      ...(await seriesAndWebhooks(service, host)),
      await endlessRule(service, host),
    ];
  },
};
