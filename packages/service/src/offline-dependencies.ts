import { randomBytes } from 'node:crypto';
import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import type { Dependencies } from '@event-platform/domain';
import { nodePorts, systemClock } from '@event-platform/node';
import type { Config } from './config/config.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { openPictureStore } from './pictures/open-pictures.ts';

const sendNothing = async (): Promise<never> => {
  throw new Error('This program sends no SMS and no mail, and decodes no picture.');
};

/** The dependencies of programs that only use the database, with stand-ins for secrets, SMS and mail. */
export const offlineDependencies = async (
  { postgres: { stores, unitOfWork } }: Pick<OpenDatabase, 'postgres'>,
  { domain: settings, ...config }: Pick<Config, 'domain' | 'pictures' | 'webhookSecret'>,
): Promise<Dependencies> => ({
  ...nodePorts([randomBytes(32)]),
  ...(await openPictureStore(config, { clock: systemClock() })),
  pictureDecoder: { decode: sendNothing },
  stores,
  unitOfWork,
  phones: libphonenumberPhoneNumbers(),
  settings,
  mailboxKeys: { keysOf: sendNothing, tokenOf: sendNothing, keyIn: sendNothing },
  codeSender: { sendCode: sendNothing },
  smsSender: { sendText: sendNothing },
  mailer: { sendInvitation: sendNothing },
  emailCodeMailer: { sendEmailCode: sendNothing },
  noticeMailer: { sendNotice: sendNothing, sendDigest: sendNothing },
  pushSender: { send: sendNothing, receipt: sendNothing },
  webhookSender: { post: sendNothing },
  webhookSecrets: { of: sendNothing },
  jitter: Math.random,
  auditLog: { record: () => undefined },
});
