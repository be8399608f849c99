import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../packages/service/test/support/service-process.ts';
import { countOf } from '../../local/count-of.ts';
import { until } from '../../local/until.ts';
import { answerAll, guests, newWebhook, openEndpoint } from '../receivers.ts';
import {
  checklist,
  countCancelled,
  found,
  health,
  responseWithinMs,
  type Scenario,
  stopWell,
} from '../scenario.ts';

/** For how long there is no space once a change is committed: several polls. */
const fullMs = 2_000;

/** Row triggers: each partition of a table has them. */
const noSpace = `create or replace function chaos_no_space() returns trigger language plpgsql as $$
  begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100';
  end $$`;

type Answers = Awaited<ReturnType<typeof answerAll>>;

const all = (answers: Answers, status: number): boolean =>
  answers.length === guests &&
  answers.every((answer) => answer.status === status && answer.ms < responseWithinMs);

export const jobsFull: Scenario = {
  name: 'jobs-full',
  about: 'there is no space for the outbox, then for jobs, then for the outcome of deliveries',
  run: async (world) => {
    const checks = checklist();
    const endpoint = openEndpoint(await freePort());
    await endpoint.up();
    const client = await world.connect();
    const service = await world.startService();
    const organizer = world.people[0]?.token;
    const webhook = await newWebhook(world, service, endpoint.url);
    const count = (from: string, values?: unknown[]) => countOf(client, from, values);
    await client.query(noSpace);
    const whileFull = async (
      writes: string,
      table: string,
      work: () => Promise<void>,
      when = '',
    ): Promise<void> => {
      await client.query(
        `create trigger chaos_full before ${writes} on ${table} for each row ${when} execute function chaos_no_space()`,
      );
      try {
        await work();
      } finally {
        await client.query(`drop trigger chaos_full on ${table}`);
      }
    };
    const answersOf = (event: string) => count('rsvp where event_id = $1', [event]);
    const cancel = (event: string) => service.call(`POST /v1/events/${event}/cancel`, { token: organizer });
    const heard = (events: number) => () =>
      new Set(endpoint.requests.map(({ id }) => id)).size === guests * events;
    const [first = '', second = '', third = ''] = world.newEvents(3);

    // A change and what is told of it are one transaction: both fail.
    await whileFull('insert', 'outbox', async () => {
      checks.holds(
        all(await answerAll(world, service, first), 503),
        'without an outbox an answer was no 503',
      );
      checks.holds((await answersOf(first)) === 0, 'an answer was stored without its outbox row');
      const { status } = await cancel(first);
      const { status: readStatus, body } = await service.call(`GET /v1/events/${first}`);
      checks.holds(
        status === 503 && readStatus === 200 && !body.status,
        `cancelling received status ${status}`,
      );
    });
    checks.holds(all(await answerAll(world, service, first), 200), 'an answer failed once there was space');
    await until('the first messages', heard(1));

    // Changes are committed with their outbox rows, which wait.
    let refused = 0;
    const jobsWait = async (): Promise<void> => {
      checks.holds(all(await answerAll(world, service, second), 200), 'without jobs an answer failed');
      checks.holds((await cancel(second)).status === 200, 'without jobs cancelling failed');
      const inviteResponse = await service.call(`POST /v1/events/${third}/invites`, {
        token: organizer,
        body: { emails: ['nobody@mail.example'] },
      });
      refused = inviteResponse.status;
      await delay(fullMs);
      checks.holds((await count("outbox where queue = 'changes'")) > guests, 'the outbox did not wait');
      checks.holds((await health(service.url, 'ready')).status === 200, 'it was not ready');
    };
    await whileFull('insert', 'outbox', jobsWait, "when (new.queue <> 'changes')");
    const space = performance.now();
    checks.holds(
      refused === 503 && (await count("invitation where event_id = $1 and kind = 'email'", [third])) === 0,
      `an invitation whose mail cannot be queued received status ${refused}`,
    );
    await until('the second messages', heard(2));
    await until('the notices of the cancellation', async () => {
      return (await countCancelled(client, second)) >= guests;
    });
    const recoveryMs = performance.now() - space;

    // Messages are sent, and sent again, until their outcome can be stored.
    const before = endpoint.requests.length;
    await whileFull('update', 'webhook_delivery', async () => {
      checks.holds(all(await answerAll(world, service, third), 200), 'an answer failed with its delivery');
      await until('a message that is sent again', () => endpoint.requests.length > before + guests);
    });
    await until(
      'the end of all deliveries',
      async () =>
        (await count("webhook_delivery where webhook_id = $1 and status = 'delivered'", [webhook])) ===
        3 * guests,
    );
    // Other scenarios have webhooks of their own.
    await service.call(`DELETE /v1/webhooks/${webhook}`, { token: organizer });
    await stopWell(service, checks);
    const noticeCount = await countCancelled(client, second);
    await client.query('drop function chaos_no_space');
    await client.end();
    endpoint.down();
    const ids = new Set(endpoint.requests.map(({ id }) => id));
    const pairs = new Set(endpoint.requests.map(({ id, userId }) => `${id} ${userId}`));
    checks.holds(pairs.size === ids.size, 'one id was told of two changes');
    checks.note(
      `${endpoint.requests.length} messages of ${ids.size} ids, ${noticeCount} notices of a cancellation`,
    );
    const [lostWrites, wrongCounts] = [3 * guests - ids.size, noticeCount - guests];
    return [found('no space for outbox, jobs and outcomes', checks, { lostWrites, wrongCounts, recoveryMs })];
  },
};
