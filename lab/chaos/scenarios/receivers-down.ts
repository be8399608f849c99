import { setTimeout as delay } from 'node:timers/promises';
import type { ReplicaProcess } from '../../../packages/service/test/support/replica.ts';
import { freePort } from '../../../packages/service/test/support/service-process.ts';
import { inviteByMail } from '../invite-by-mail.ts';
import { openEndpoint, openMailServer } from '../receivers.ts';
import { checklist, type Scenario } from '../scenario.ts';
import { until } from '../until.ts';
import type { World } from '../world.ts';

const guests = 20;
const mails = 20;
/** Messages that are taken without a response. */
const unconfirmed = 3;
const frozenMs = 6_000;

/** Answers of everybody to a new event, each of which a webhook is told of. */
const answerAll = async (world: World, service: ReplicaProcess): Promise<void> => {
  const [event] = world.newEvents(1);
  await Promise.all(
    world.people.slice(1, guests + 1).map(async ({ token }) => {
      const { status } = await service.call(`POST /v1/events/${event}/rsvp`, {
        token,
        body: { status: 'going' },
      });
      if (status !== 200) throw new Error(`An RSVP received status ${status}`);
    }),
  );
};

export const receiversDown: Scenario = {
  name: 'receivers-down',
  about:
    'mail server and webhook endpoint are down for hours, then the database stops between commit and sending',
  run: async (world) => {
    const checks = checklist();
    const endpoint = openEndpoint(await freePort());
    const smtp = openMailServer(await freePort());
    const client = await world.connect();
    const service = await world.startService({ SMTP_URL: smtp.url, MAIL_FROM: 'events@example.org' });
    const webhook = await service.call('POST /v1/webhooks', {
      token: world.people[0]?.token,
      body: { url: endpoint.url, types: ['rsvp.changed'] },
    });
    if (webhook.status !== 201) throw new Error(`The setup received status ${webhook.status}`);
    const count = async (text: string): Promise<number> =>
      (await client.query<{ count: number }>(`select count(*)::int as count from ${text}`)).rows[0]?.count ??
      0;
    /** Brings the next tries of everything forward, as if hours had passed. */
    const passHours = async (): Promise<void> => {
      await client.query("update outbox set due_at = now() where due_at > now() and queue <> 'changes'");
    };
    const tried = (least: number) => async () =>
      (await count(`webhook_delivery where attempts >= ${least}`)) === guests;
    const retried = (least: number) => async () =>
      (await count(
        `outbox where queue = 'invitation-mail' and error is not null and taken_until is null and tries >= ${least}`,
      )) === mails;

    await answerAll(world, service);
    await inviteByMail(world, service, mails);
    for (const tries of [1, 2, 3]) {
      await until(`try ${tries} of each delivery`, tried(tries));
      await until(`try ${tries} of each mail`, retried(tries));
      await passHours();
    }
    let dropped = 0;
    endpoint.onMessage = () => {
      dropped += 1;
      return dropped > unconfirmed;
    };
    await endpoint.up();
    await smtp.up();
    const back = performance.now();
    await until('all deliveries', async () => {
      await passHours();
      return (await count("webhook_delivery where status = 'delivered'")) === guests;
    });
    const allMailed = async () => (await count("outbox where queue = 'invitation-mail'")) === 0;
    await until('all mails', async () => {
      await passHours();
      return allMailed();
    });
    const recoveryMs = performance.now() - back;
    const again = endpoint.requests.length - guests;
    checks.holds(again >= unconfirmed, `${again} messages told again`);
    checks.note(`${again} messages without a response told again under the same id`);

    // The first message is on its way when the database stops; the others are committed.
    let isFrozen = false;
    endpoint.onMessage = () => {
      if (!isFrozen) world.postgres.freeze();
      isFrozen = true;
      return true;
    };
    await answerAll(world, service);
    await until('the first message', () => isFrozen);
    await delay(frozenMs);
    world.postgres.thaw();
    const thawed = performance.now();
    await until('all deliveries', async () => {
      const of = new Set(endpoint.requests.map(({ id }) => id));
      return of.size === 2 * guests;
    });
    checks.note(`all told ${((performance.now() - thawed) / 1_000).toFixed(1)} s after a frozen database`);
    await until(
      'the end of all deliveries',
      async () => (await count("webhook_delivery where status = 'delivered'")) === 2 * guests,
    );
    await inviteByMail(world, service, mails);
    world.postgres.freeze();
    await delay(frozenMs);
    world.postgres.thaw();
    await until('all mails', allMailed);

    await client.end();
    service.process.kill('SIGTERM');
    checks.holds((await service.process.ended).code === 0, 'did not exit with 0');
    endpoint.down();
    await smtp.down();
    const ids = new Set(endpoint.requests.map(({ id }) => id));
    const pairs = new Set(endpoint.requests.map(({ id, userId }) => `${id} ${userId}`));
    const mailed = new Set(smtp.messageIds);
    checks.holds(pairs.size === ids.size, 'one id was told of two changes');
    checks.note(
      `${endpoint.requests.length} messages of ${ids.size} ids, ${smtp.messageIds.length} mails of ${mailed.size} ids`,
    );
    const { faults, notes } = checks;
    return [
      {
        what: 'mail server, endpoint and database down before sending',
        counters: null,
        lostWrites: 2 * guests - ids.size + (2 * mails - mailed.size),
        wrongCounts: 0,
        recoveryMs,
        faults,
        notes,
      },
    ];
  },
};
