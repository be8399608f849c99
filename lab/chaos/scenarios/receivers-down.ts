import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../packages/service/test/support/service-process.ts';
import { countOf } from '../../local/count-of.ts';
import { until } from '../../local/until.ts';
import { inviteByMail } from '../invite-by-mail.ts';
import { answerAll, guests, newWebhook, openEndpoint, openMailServer } from '../receivers.ts';
import { checklist, found, type Scenario, stopWell } from '../scenario.ts';

const mails = 20;
/** Messages that are taken without a response. */
const unconfirmed = 3;
const frozenMs = 6_000;

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
    await newWebhook(world, service, endpoint.url);
    const count = (from: string) => countOf(client, from);
    const answer = async (): Promise<void> => {
      const answers = await answerAll(world, service, world.newEvents(1)[0] ?? '');
      if (answers.some(({ status }) => status !== 200)) throw new Error('An RSVP was refused');
    };
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

    await answer();
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
    await answer();
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
    await stopWell(service, checks);
    endpoint.down();
    await smtp.down();
    const ids = new Set(endpoint.requests.map(({ id }) => id));
    const pairs = new Set(endpoint.requests.map(({ id, userId }) => `${id} ${userId}`));
    const mailed = new Set(smtp.messageIds);
    checks.holds(pairs.size === ids.size, 'one id was told of two changes');
    checks.note(
      `${endpoint.requests.length} messages of ${ids.size} ids, ${smtp.messageIds.length} mails of ${mailed.size} ids`,
    );
    const lostWrites = 2 * guests - ids.size + (2 * mails - mailed.size);
    return [
      found('mail server, endpoint and database down before sending', checks, { lostWrites, recoveryMs }),
    ];
  },
};
