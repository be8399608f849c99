import { randomBytes } from 'node:crypto';
import { libphonenumberPhoneNumbers } from '@event-platform/adapters-notify';
import type { Postgres } from '@event-platform/adapters-postgres';
import { type Dependencies, defaultSettings } from '@event-platform/domain';
import { memoryPictureDecoder, memoryPictureStore } from '@event-platform/domain/memory';
import { mailboxKeys, nodePorts } from '@event-platform/node';

/** So many SMS that no load spends them. */
export const hugeBudget = 100_000_000;
/** So many writes that no number of runs within an hour spends them. */
export const hugeQuotaScale = 1_000_000;

const noMessengers: Pick<Dependencies, 'codeSender' | 'mailer' | 'auditLog'> = {
  auditLog: { record: () => undefined },
  codeSender: { sendCode: async () => undefined },
  mailer: {
    sendInvitation: async () => {
      throw new Error('The benchmark sends no mail.');
    },
  },
};

/** What the domain needs to run on a database without the service, and without sending anything. */
export const benchDependencies = (
  postgres: Pick<Postgres, 'stores' | 'unitOfWork' | 'sealedKeys'>,
  pepper: Buffer = randomBytes(32),
): Dependencies => ({
  stores: postgres.stores,
  unitOfWork: postgres.unitOfWork,
  ...nodePorts([pepper]),
  mailboxKeys: mailboxKeys(postgres.sealedKeys, [pepper], () => undefined),
  phones: libphonenumberPhoneNumbers(),
  ...noMessengers,
  emailCodeMailer: { sendEmailCode: async () => 'sent' },
  smsSender: { sendText: async () => undefined },
  noticeMailer: { sendNotice: async () => 'sent', sendDigest: async () => 'sent' },
  pictureStore: memoryPictureStore({ now: () => new Date() }).store,
  pictureDecoder: memoryPictureDecoder(),
  purgePictures: async () => undefined,
  pushSender: { send: async () => ({ outcome: 'taken' }), receipt: async () => 'delivered' },
  webhookSender: { post: async () => 200 },
  webhookSecrets: { of: async () => 'whsec_' },
  jitter: Math.random,
  settings: {
    ...defaultSettings,
    smsDailyBudget: hugeBudget,
    smsDailyCap: hugeBudget,
    quotaScale: hugeQuotaScale,
  },
});
