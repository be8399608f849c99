import { createDomain, type Domain } from '../src/create-domain.ts';
import type { Dependencies } from '../src/dependencies.ts';
import type { Category } from '../src/events/category.ts';
import { createRunOnce, type RunOnce } from '../src/idempotency/run-once.ts';
import { performJob } from '../src/outbox/perform-job.ts';
import type { CodeMessage, EmailCodeMail, InvitationMail } from '../src/ports/messaging/messengers.ts';
import type { DigestMail, NoticeMail } from '../src/ports/messaging/notice-mailer.ts';
import type { WebhookMessage } from '../src/ports/messaging/webhook-sender.ts';
import type { AuditEntry } from '../src/ports/operators/audit-log.ts';
import type { FormReceipts } from '../src/ports/requests/form-receipts.ts';
import type { Idempotency } from '../src/ports/requests/idempotency.ts';
import type { Quotas } from '../src/ports/requests/quotas.ts';
import type { Clock } from '../src/ports/sources/clock.ts';
import type { Push } from '../src/pushes/push.ts';
import { type DomainSettings, defaultSettings } from '../src/settings.ts';
import { after } from '../src/time.ts';
import { newCategory } from './events/memory-category-store.ts';
import { memoryFormReceipts } from './idempotency/memory-form-receipts.ts';
import { memoryIdempotency } from './idempotency/memory-idempotency.ts';
import { memoryAuditLog } from './memory-audit-log.ts';
import {
  memoryIds,
  memoryKeyedHashes,
  memoryMailboxKeys,
  memoryPhoneNumbers,
  memoryProofOfWork,
  memorySignInCodes,
  memoryTimeZones,
  memoryTokens,
} from './memory-sources.ts';
import { memoryUnitOfWork } from './memory-unit-of-work.ts';
import { performJobs } from './perform-jobs.ts';
import { memoryPictureDecoder } from './pictures/memory-picture-decoder.ts';
import { type MemoryPictures, memoryPictureStore } from './pictures/memory-picture-store.ts';
import { newTables, type Tables } from './tables.ts';

/** A clock that changes only when it is set or advanced. */
export interface SteerableClock extends Clock {
  advance(milliseconds: number): void;
  set(instant: Date): void;
}

/** The whole platform in memory. */
export interface MemoryWorld {
  readonly domain: Domain;
  readonly runOnce: RunOnce;
  readonly idempotency: Idempotency;
  readonly dependencies: Dependencies;
  readonly quotas: Quotas;
  readonly formReceipts: FormReceipts;
  readonly clock: SteerableClock;
  readonly tables: Tables;
  /** Every SMS sent, oldest first. */
  readonly smsSent: CodeMessage[];
  /** Every SMS with a text, oldest first. */
  readonly textsSent: { readonly id: string; readonly phone: string; readonly text: string }[];
  /** Every mail sent, oldest first. */
  readonly mailsSent: InvitationMail[];
  /** Every mail with a code, oldest first. */
  readonly emailCodesSent: EmailCodeMail[];
  /** Every mail about a notice, oldest first. */
  readonly noticeMailsSent: NoticeMail[];
  /** Every digest, oldest first. */
  readonly digestsSent: DigestMail[];
  /** Every address of a picture that caches were told of, oldest first. */
  readonly purgedUrls: readonly string[];
  /** The files of pictures by their place. */
  readonly pictures: MemoryPictures;
  /** Every push, oldest first. */
  readonly pushesSent: Push[];
  /** Every message to a webhook, oldest first; each is responded 200. */
  readonly webhooksSent: WebhookMessage[];
  /** What the audit log keeps, oldest first. */
  readonly auditEntries: readonly AuditEntry[];
  /** Delivers what waits in the mail outbox, as a worker would. */
  deliverMails(): Promise<void>;
  /** Tells others of all changes that are due, as workers would. */
  performJobs(): Promise<void>;
}

const categories: readonly Category[] = [
  { slug: 'music', name: 'Music', emoji: '🎵' },
  { slug: 'tech', name: 'Tech', emoji: '💻' },
  { slug: 'food', name: 'Food & drink', emoji: '🍲' },
];

export const steerableClock = (start: Date): SteerableClock => {
  let instant = start;
  return {
    now: () => new Date(instant),
    advance: (milliseconds) => {
      instant = after(instant, milliseconds);
    },
    set: (to) => {
      instant = to;
    },
  };
};

/** The time of the machine, which can be moved. */
export const runningClock = (): SteerableClock => {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance: (milliseconds) => {
      offset += milliseconds;
    },
    set: (to) => {
      offset = to.getTime() - Date.now();
    },
  };
};

/** What a world in memory is made with. */
export interface MemoryOptions {
  /** When its clock stands; noon UTC of 1 June 2026 when absent. */
  readonly now?: Date;
  /** In place of a clock that stands at `now`. */
  readonly clock?: SteerableClock;
  readonly settings?: Partial<DomainSettings>;
  /** Replace its dependencies, for instance the code sender. */
  readonly overrides?: Partial<Dependencies>;
}

/**
 * Creates a world with three categories, in which accounts have no quotas unless the settings say so. Its clock
 * stands still until it is moved.
 */
export const createMemoryWorld = ({
  now = new Date('2026-06-01T12:00:00.000Z'),
  clock = steerableClock(now),
  settings = {},
  overrides = {},
}: MemoryOptions = {}): MemoryWorld => {
  const tables = newTables();
  for (const category of categories) tables.categories.set(category.slug, newCategory(category));
  const smsSent: CodeMessage[] = [];
  const textsSent: { readonly id: string; readonly phone: string; readonly text: string }[] = [];
  const mailsSent: InvitationMail[] = [];
  const emailCodesSent: EmailCodeMail[] = [];
  const noticeMailsSent: NoticeMail[] = [];
  const digestsSent: DigestMail[] = [];
  const pushesSent: Push[] = [];
  const webhooksSent: WebhookMessage[] = [];
  const purgedUrls: string[] = [];
  const pictures = memoryPictureStore(clock);
  const auditLog = memoryAuditLog();
  const { stores, unitOfWork, transactions } = memoryUnitOfWork(tables);
  const idempotency = memoryIdempotency(tables, transactions);
  const dependencies: Dependencies = {
    stores,
    unitOfWork,
    clock,
    ids: memoryIds(clock),
    tokens: memoryTokens(),
    codes: memorySignInCodes(),
    keyHashes: memoryKeyedHashes(),
    mailboxKeys: memoryMailboxKeys(),
    phones: memoryPhoneNumbers(),
    timeZones: memoryTimeZones(),
    proofOfWork: memoryProofOfWork(),
    codeSender: { sendCode: async (message) => void smsSent.push(message) },
    smsSender: { sendText: async (message) => void textsSent.push(message) },
    mailer: {
      sendInvitation: async (mail) => {
        mailsSent.push(mail);
        return 'sent';
      },
    },
    emailCodeMailer: {
      sendEmailCode: async (mail) => {
        emailCodesSent.push(mail);
        return 'sent';
      },
    },
    noticeMailer: {
      sendDigest: async (mail) => {
        digestsSent.push(mail);
        return 'sent';
      },
      sendNotice: async (mail) => {
        noticeMailsSent.push(mail);
        return 'sent';
      },
    },
    pictureStore: pictures.store,
    pictureDecoder: memoryPictureDecoder(),
    purgePictures: async (urls) => void purgedUrls.push(...urls),
    pushSender: {
      send: async (push) => {
        pushesSent.push(push);
        return { outcome: 'taken' };
      },
      receipt: async () => 'delivered',
    },
    webhookSender: {
      post: async (message) => {
        webhooksSent.push(message);
        return 200;
      },
    },
    webhookSecrets: { of: async ({ id }, generation) => `whsec_${id}-${generation}` },
    jitter: () => 0,
    auditLog,
    settings: { ...defaultSettings, quotaScale: 0, ...settings },
    ...overrides,
  };
  const domain = createDomain(dependencies);
  const deliverMails = async () => {
    for (const { id, sending } of tables.outbox.rows()) {
      const key = `${id} ${sending}`;
      const data = { invitationId: id, sending };
      await performJob(domain, { queue: 'invitation-mail', id: key, data, dueAt: clock.now() });
      tables.outbox.delete(key);
    }
  };
  return {
    domain,
    runOnce: createRunOnce({ ...dependencies, idempotency }),
    idempotency,
    dependencies,
    quotas: stores.quotas,
    formReceipts: memoryFormReceipts(tables),
    clock,
    tables,
    smsSent,
    textsSent,
    mailsSent,
    emailCodesSent,
    noticeMailsSent,
    digestsSent,
    purgedUrls,
    pictures: pictures.places,
    pushesSent,
    webhooksSent,
    auditEntries: auditLog.entries,
    deliverMails,
    performJobs: () => performJobs(domain, tables, clock),
  };
};
