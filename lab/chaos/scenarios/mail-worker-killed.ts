import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { mailCatcher } from '../../../packages/service/test/support/catchers.ts';
import type { ReplicaProcess } from '../../../packages/service/test/support/replica.ts';
import { until } from '../../local/until.ts';
import { inviteByMail } from '../invite-by-mail.ts';
import { openExpo } from '../receivers.ts';
import { checklist, found, newOwner, type Scenario, stopWell } from '../scenario.ts';
import type { World } from '../world.ts';

const mails = 60;
const phones = 20;
const takeMs = 50;
const killAfter = 10;
/** Maximum number of mails that one worker processes at a time. */
const maxInProgress = 20;

const repeated = (ids: readonly string[]): number => ids.length - new Set(ids).size;

/** An event whose guests have a phone each. */
const eventWithPhones = async (world: World, service: ReplicaProcess): Promise<string> => {
  const [event = ''] = world.newEvents(1);
  const guests = world.people.slice(1, phones + 1);
  for (const [index, { token }] of guests.entries()) {
    const body = { platform: 'expo', token: `phone-${index}` };
    const { status } = await service.call(`PUT /v1/me/devices/${randomUUID()}`, { token, body });
    const rsvp = await service.call(`POST /v1/events/${event}/rsvp`, { token, body: { status: 'going' } });
    if (status !== 200 || rsvp.status !== 200)
      throw new Error(`The setup received ${status}, ${rsvp.status}`);
  }
  return event;
};

export const mailWorkerKilled: Scenario = {
  name: 'mail-worker-killed',
  about: 'the process that sends mails and pushes is killed with -9 while it sends them',
  run: async (world) => {
    const checks = checklist();
    const owner = newOwner();
    let onMail = (): void => undefined;
    const smtp = await mailCatcher(owner, 0, async () => {
      onMail();
      await delay(takeMs);
    });
    const expo = await openExpo(owner);
    const variables = { ...smtp.variables, ...expo.variables };
    const arrived = (count: number) => until('all mails', () => new Set(smtp.messageIds).size >= count);

    const first = await world.startService(variables);
    const event = await eventWithPhones(world, first);
    await inviteByMail(world, first, mails);
    await arrived(mails);
    await delay(1_000);
    checks.holds(
      repeated(smtp.messageIds) === 0,
      `${repeated(smtp.messageIds)} mails arrived twice without a fault`,
    );

    smtp.messageIds.length = 0;
    const enough = new Promise<void>((resolve) => {
      onMail = () => {
        if (smtp.messageIds.length >= killAfter) resolve();
      };
    });
    await inviteByMail(world, first, mails);
    const { status } = await first.call(`POST /v1/events/${event}/cancel`, { token: world.people[0]?.token });
    if (status !== 200) throw new Error(`The cancellation received status ${status}`);
    await enough;
    // The phones may also hear of what earlier scenarios left to be told.
    const pushes = () =>
      expo.pushes.filter(({ kind, eventId }) => kind === 'event_cancelled' && eventId === event);
    const pushed = () => new Set(pushes().map(({ to }) => to)).size;
    await until('the first push', () => pushed() > 0);
    first.process.kill('SIGKILL');
    await first.process.ended;
    const killed = performance.now();
    const before = smtp.messageIds.length;
    const inProgress = pushes().length;
    expo.respond();
    const second = await world.startService(variables);
    await arrived(mails);
    await until('all pushes', () => pushed() === phones && pushes().length >= phones + inProgress);
    const recoveryMs = performance.now() - killed;
    await delay(1_000);
    const twice = repeated(smtp.messageIds);
    checks.holds(twice <= maxInProgress, `${twice} mails arrived twice`);
    checks.note(
      `${before} mails sent before, ${twice} of those in progress arrived twice, with the same Message-ID`,
    );
    const pairs = new Set(pushes().map(({ to, id }) => `${to} ${id}`));
    checks.holds(pairs.size === phones, `${pairs.size} ids of pushes to ${phones} phones`);
    checks.note(`${inProgress} pushes without a response arrived again, with the same id`);
    await stopWell(second, checks);
    await owner.end();
    const lostWrites = mails - new Set(smtp.messageIds).size + (phones - pushed());
    return [found('worker killed with mails and pushes in progress', checks, { lostWrites, recoveryMs })];
  },
};
