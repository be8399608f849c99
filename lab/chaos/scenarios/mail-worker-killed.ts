import { setTimeout as delay } from 'node:timers/promises';
import { mailCatcher } from '../../../packages/service/test/support/catchers.ts';
import { inviteByMail } from '../invite-by-mail.ts';
import { checklist, type Scenario } from '../scenario.ts';

const mails = 60;
const takeMs = 50;
const killAfter = 10;
/** Maximum number of mails that one worker processes at a time. */
const maxInProgress = 20;
const pollMs = 200;

const repeated = (ids: readonly string[]): number => ids.length - new Set(ids).size;

export const mailWorkerKilled: Scenario = {
  name: 'mail-worker-killed',
  about: 'the process that sends mails is killed with -9 while it sends mails',
  run: async (world) => {
    const checks = checklist();
    const undo: (() => unknown)[] = [];
    let onMail = (): void => undefined;
    const smtp = await mailCatcher({ teardown: (step) => void undo.push(step) }, 0, async () => {
      onMail();
      await delay(takeMs);
    });
    const { variables } = smtp;
    const arrived = async (count: number) => {
      while (new Set(smtp.messageIds).size < count) await delay(pollMs);
    };

    const first = await world.startService(variables);
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
    await enough;
    first.process.kill('SIGKILL');
    await first.process.ended;
    const killed = performance.now();
    const before = smtp.messageIds.length;
    const second = await world.startService(variables);
    await arrived(mails);
    const recoveryMs = performance.now() - killed;
    await delay(1_000);
    const twice = repeated(smtp.messageIds);
    checks.holds(twice <= maxInProgress, `${twice} mails arrived twice`);
    checks.note(
      `${before} mails sent before, ${twice} of those in progress arrived twice, with the same Message-ID`,
    );
    second.process.kill('SIGTERM');
    checks.holds((await second.process.ended).code === 0, 'did not exit with 0');
    for (const step of undo) await step();
    const { faults, notes } = checks;
    return [
      {
        what: 'mail worker killed with mails in progress',
        counters: null,
        lostWrites: mails - new Set(smtp.messageIds).size,
        wrongCounts: 0,
        recoveryMs,
        faults,
        notes,
      },
    ];
  },
};
