import { randomBytes } from 'node:crypto';
import type { Dependencies } from '@event-platform/domain';
import { altchaProofOfWork, hmacSignInCodes, keyedHashes } from '@event-platform/node';

const sendNothing = async (): Promise<never> => {
  throw new Error('This program sends no SMS and no mail.');
};

/** Stand-ins for secrets, SMS and mail, for programs that only use the database. */
export const offlineDependencies = (): Pick<
  Dependencies,
  | 'codes'
  | 'keyHashes'
  | 'mailboxKeys'
  | 'proofOfWork'
  | 'codeSender'
  | 'mailer'
  | 'noticeMailer'
  | 'webhookSender'
  | 'webhookSecrets'
  | 'jitter'
  | 'auditLog'
> => ({
  codes: hmacSignInCodes([randomBytes(32)]),
  keyHashes: keyedHashes([randomBytes(32)], 'idempotency key'),
  proofOfWork: altchaProofOfWork([randomBytes(32)]),
  mailboxKeys: { keysOf: sendNothing, tokenOf: sendNothing, keyIn: sendNothing },
  codeSender: { sendCode: sendNothing },
  mailer: { sendInvitation: sendNothing },
  noticeMailer: { sendNotice: sendNothing },
  webhookSender: { post: sendNothing },
  webhookSecrets: { of: sendNothing },
  jitter: Math.random,
  auditLog: { record: () => undefined },
});
