import { SmsRejected } from '@event-platform/adapters-notify';
import {
  CodeTimeout,
  type MailOutcome,
  platforms,
  type SuppressedMails,
  testCode,
} from '@event-platform/domain';
import { Counter, type Registry } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Outcomes of SMS and mails, mails that are not sent, and sign-ins with a code that was sent. */
export const messengerMetrics = (
  registry: Registry,
): Pick<
  Metrics,
  | 'codeSender'
  | 'onSmsFailover'
  | 'proofOfWork'
  | 'mailer'
  | 'emailCodeMailer'
  | 'noticeMailer'
  | 'pushSender'
  | 'webhookSender'
  | 'domain'
> => {
  const registers = [registry];
  const messages = new Counter({
    name: 'event_platform_sms_sent_total',
    help: 'SMS that a provider took.',
    registers,
  });
  const failureCounter = new Counter({
    name: 'event_platform_sms_failed_total',
    help: 'SMS that no provider took: rejected by the one that responded, unavailable, or without a response: it may have been sent.',
    labelNames: ['reason'],
    registers,
  });
  const failovers = new Counter({
    name: 'event_platform_sms_failovers_total',
    help: 'SMS that went to the fallback because the first provider was unavailable.',
    registers,
  });
  const conversionCounter = new Counter({
    name: 'event_platform_sms_converted_total',
    help: 'Sign-ins with a code that was sent by SMS.',
    registers,
  });
  const proofs = new Counter({
    name: 'event_platform_sign_in_proofs_total',
    help: 'Proofs of work for a sign-in code: asked of unknown callers, and solved by them.',
    labelNames: ['state'],
    registers,
  });
  const mails = new Counter({
    name: 'event_platform_mails_total',
    help: 'Tries to send a mail: sent, refused for good by the mail server, or failed and to be tried again.',
    labelNames: ['outcome'],
    registers,
  });
  const suppressedMails = new Counter({
    name: 'event_platform_mails_suppressed_total',
    help: 'Mails that were not sent: over a budget of their address or of who causes them, or their address has unsubscribed.',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['over_budget', 'unsubscribed']) suppressedMails.inc({ reason }, 0);
  for (const reason of ['rejected', 'unavailable', 'unanswered']) failureCounter.inc({ reason }, 0);
  for (const state of ['asked', 'solved']) proofs.inc({ state }, 0);
  for (const outcome of ['sent', 'refused', 'failed']) mails.inc({ outcome }, 0);
  const webhooks = new Counter({
    name: 'event_platform_webhook_tries_total',
    help: 'Tries to deliver a message to a webhook: taken (2xx), refused (any other status), or unanswered.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['taken', 'refused', 'unanswered']) webhooks.inc({ outcome }, 0);

  const pushes = new Counter({
    name: 'event_platform_pushes_total',
    help: 'Tries to push a notice to a device: taken, gone (the device is deleted), refused for good, failed (tried again), or denied: the provider refuses the service.',
    labelNames: ['platform', 'outcome'],
    registers,
  });
  for (const platform of platforms)
    for (const outcome of ['taken', 'gone', 'refused', 'failed', 'denied'])
      pushes.inc({ platform, outcome }, 0);

  const countSuppressed = ({ overBudget, unsubscribed }: SuppressedMails) => {
    suppressedMails.inc({ reason: 'over_budget' }, overBudget);
    suppressedMails.inc({ reason: 'unsubscribed' }, unsubscribed);
  };

  const countUnsubscribed = async <Outcome extends string | null>(
    delivery: Promise<Outcome>,
  ): Promise<Outcome> => {
    const outcome = await delivery;
    if (outcome === 'unsubscribed') suppressedMails.inc({ reason: 'unsubscribed' });
    return outcome;
  };

  const count = async (sending: Promise<MailOutcome>): Promise<MailOutcome> => {
    try {
      const outcome = await sending;
      mails.inc({ outcome });
      return outcome;
    } catch (error) {
      mails.inc({ outcome: 'failed' });
      throw error;
    }
  };

  return {
    onSmsFailover: () => failovers.inc(),
    codeSender: (inner) => ({
      sendCode: async (message) => {
        try {
          await inner.sendCode(message);
        } catch (error) {
          failureCounter.inc({ reason: failureOf(error) });
          throw error;
        }
        messages.inc();
      },
    }),
    proofOfWork: (inner) => ({
      challenge: async (...args) => {
        const challenge = await inner.challenge(...args);
        proofs.inc({ state: 'asked' });
        return challenge;
      },
      verify: async (...args) => {
        const id = await inner.verify(...args);
        if (id !== null) proofs.inc({ state: 'solved' });
        return id;
      },
    }),
    mailer: (inner) => ({ sendInvitation: (mail) => count(inner.sendInvitation(mail)) }),
    emailCodeMailer: (inner) => ({ sendEmailCode: (mail) => count(inner.sendEmailCode(mail)) }),
    noticeMailer: (inner) => ({
      sendNotice: (mail) => count(inner.sendNotice(mail)),
      sendDigest: (mail) => count(inner.sendDigest(mail)),
    }),
    pushSender: (inner) => ({
      ...inner,
      send: async (push) => {
        const result = await inner.send(push);
        pushes.inc({ platform: push.to.platform, outcome: result.outcome });
        return result;
      },
    }),
    webhookSender: (inner) => ({
      post: async (message) => {
        const status = await inner.post(message);
        const isTaken = status !== null && status >= 200 && status < 300;
        webhooks.inc({ outcome: status === null ? 'unanswered' : isTaken ? 'taken' : 'refused' });
        return status;
      },
    }),
    domain: (inner, { clock, settings }) => ({
      ...inner,
      invite: async (command) => {
        const outcome = await inner.invite(command);
        countSuppressed(outcome.suppressed);
        return outcome;
      },
      tellChange: async (job) => {
        const suppressed = await inner.tellChange(job);
        countSuppressed(suppressed);
        return suppressed;
      },
      queueDigests: async () => {
        const suppressed = await inner.queueDigests();
        countSuppressed(suppressed);
        return suppressed;
      },
      deliverInvitation: (command) => countUnsubscribed(inner.deliverInvitation(command)),
      deliverNoticeMail: (job) => countUnsubscribed(inner.deliverNoticeMail(job)),
      deliverDigest: (job) => countUnsubscribed(inner.deliverDigest(job)),
      checkCode: async (command) => {
        const signedIn = await inner.checkCode(command);
        if (testCode(settings, signedIn.user.phone ?? '', clock.now()) === null) conversionCounter.inc();
        return signedIn;
      },
    }),
  };
};

const failureOf = (error: unknown): string => {
  if (error instanceof CodeTimeout) return 'unanswered';
  return error instanceof SmsRejected ? 'rejected' : 'unavailable';
};
