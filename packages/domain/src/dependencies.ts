import type {
  CodeSender,
  EmailCodeMailer,
  InvitationMailer,
  SmsSender,
} from './ports/messaging/messengers.ts';
import type { NoticeMailer } from './ports/messaging/notice-mailer.ts';
import type { PushSender } from './ports/messaging/push-sender.ts';
import type { WebhookSecrets, WebhookSender } from './ports/messaging/webhook-sender.ts';
import type { AuditLog } from './ports/operators/audit-log.ts';
import type { PictureDecoder } from './ports/pictures/picture-decoder.ts';
import type { PictureStore } from './ports/pictures/picture-store.ts';
import type { Quotas } from './ports/requests/quotas.ts';
import type { Clock } from './ports/sources/clock.ts';
import type { KeyedHashes } from './ports/sources/keyed-hashes.ts';
import type { MailboxKeys } from './ports/sources/mailbox-keys.ts';
import type { PhoneNumbers } from './ports/sources/phone-numbers.ts';
import type { ProofOfWork } from './ports/sources/proof-of-work.ts';
import type { SignInCodes } from './ports/sources/sign-in-codes.ts';
import type { IdSource, TokenSource } from './ports/sources/sources.ts';
import type { TimeZones } from './ports/sources/time-zones.ts';
import type { Stores } from './ports/stores.ts';
import type { UnitOfWork } from './ports/unit-of-work.ts';
import type { AccountCharge } from './quotas/charge.ts';
import type { DomainSettings } from './settings.ts';

/** The ports and settings of the use cases; each use case takes the ones it names. */
export interface Dependencies {
  readonly stores: Stores;
  readonly unitOfWork: UnitOfWork;
  /** Counts what is refused too, where `stores` belong to the transaction of a keyed request; otherwise absent. */
  readonly lastingQuotas?: Quotas;
  /** Notes what a keyed request takes from its account, which stays taken when the request is refused; otherwise absent. */
  readonly noteUse?: (charge: AccountCharge) => void;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly tokens: TokenSource;
  readonly codes: SignInCodes;
  /** Of idempotency keys. */
  readonly keyHashes: KeyedHashes;
  readonly mailboxKeys: MailboxKeys;
  readonly phones: PhoneNumbers;
  readonly timeZones: TimeZones;
  readonly proofOfWork: ProofOfWork;
  readonly codeSender: CodeSender;
  readonly smsSender: SmsSender;
  readonly mailer: InvitationMailer;
  readonly emailCodeMailer: EmailCodeMailer;
  readonly noticeMailer: NoticeMailer;
  /** The files of pictures. */
  readonly pictureStore: PictureStore;
  readonly pictureDecoder: PictureDecoder;
  /** Tells caches that addresses of pictures are gone. Rejects where they were not told. */
  readonly purgePictures: (urls: readonly string[]) => Promise<void>;
  readonly pushSender: PushSender;
  readonly webhookSender: WebhookSender;
  readonly webhookSecrets: WebhookSecrets;
  /** A number from 0 to 1 for the time of retries. */
  readonly jitter: () => number;
  readonly auditLog: AuditLog;
  readonly settings: DomainSettings;
}
