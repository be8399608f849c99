import { setTimeout as delay } from 'node:timers/promises';
import { mailCatcher } from '../../../packages/service/test/support/catchers.ts';
import { inviteByMail } from '../invite-by-mail.ts';
import { checklist, type Scenario } from '../scenario.ts';

const mails = 60;
const takeMs = 50;
const killAfter = 10;
/** As many mails as one worker has in hand. */
const inHand = 20;
const lookEveryMs = 200;

const repeated = (ids: readonly string[]): number => ids.length - new Set(ids).size;

export const mailWorkerKilled: Scenario = {
  name: 'mail-worker-killed',
  about: 'the process that sends mails is killed with -9 while it has some in hand',
  obstacle: (isShort) => (isShort ? 'a mail of a dead worker is taken up again after minutes' : null),
  run: async (world) => {
    const checks = checklist();
    const undo: (() => unknown)[] = [];
    let onMail = (): void => undefined;
    const smtp = await mailCatcher({ teardown: (step) => void undo.push(step) }, 0, async () => {
      onMail();
      await delay(takeMs);
    });
    const variables = { SMTP_URL: smtp.url, MAIL_FROM: 'events@example.org' };
    const arrived = async (count: number) => {
      while (new Set(smtp.messageIds).size < count) await delay(lookEveryMs);
    };

    const first = await world.startService(variables);
    await inviteByMail(world, first, mails);
    await arrived(mails);
    await delay(1_000);
    checks.holds(
      repeated(smtp.messageIds) === 0,
      `${repeated(smtp.messageIds)} mails twice without any trouble`,
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
    checks.holds(twice <= inHand, `${twice} mails twice`);
    checks.note(
      `${before} mails sent before, ${twice} of those in hand came twice, under the same Message-ID`,
    );
    second.process.kill('SIGTERM');
    checks.holds((await second.process.ended).code === 0, 'did not end with 0');
    for (const step of undo) await step();
    const { faults, notes } = checks;
    return [
      {
        what: 'mail worker killed with mails in hand',
        tally: null,
        lostWrites: mails - new Set(smtp.messageIds).size,
        wrongCounts: 0,
        recoveryMs,
        faults,
        notes,
      },
    ];
  },
};
