import { randomBytes } from 'node:crypto';
import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import type { Dependencies } from '@event-platform/domain';
import { nodePorts } from '@event-platform/node';
import type { Config } from './config/config.ts';
import type { OpenDatabase } from './database/open-database.ts';

const sendNothing = async (): Promise<never> => {
  throw new Error('This program sends no SMS and no mail.');
};

/** The dependencies of programs that only use the database, with stand-ins for secrets, SMS and mail. */
export const offlineDependencies = (
  { postgres: { stores, unitOfWork } }: Pick<OpenDatabase, 'postgres'>,
  { domain: settings }: Pick<Config, 'domain'>,
): Dependencies => ({
  ...nodePorts([randomBytes(32)]),
  stores,
  unitOfWork,
  phones: libphonenumberPhoneNumbers(),
  settings,
  mailboxKeys: { keysOf: sendNothing, tokenOf: sendNothing, keyIn: sendNothing },
  codeSender: { sendCode: sendNothing },
  mailer: { sendInvitation: sendNothing },
  noticeMailer: { sendNotice: sendNothing },
  webhookSender: { post: sendNothing },
  webhookSecrets: { of: sendNothing },
  jitter: Math.random,
  auditLog: { record: () => undefined },
});
