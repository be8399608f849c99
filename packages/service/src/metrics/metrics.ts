import type { Postgres } from '@event-platform/adapters-postgres';
import type {
  CodeSender,
  Dependencies,
  Domain,
  EmailCodeMailer,
  InvitationMailer,
  NoticeMailer,
  ProofOfWork,
  PushSender,
  WebhookSender,
} from '@event-platform/domain';
import type { LoggedResponse } from '@event-platform/http';

/** Counts what the service does by wrapping its adapters and its domain. */
export interface Metrics {
  readonly onResponseLogged: ((response: LoggedResponse) => void) | undefined;
  /** Called each time the SMS fallback takes over. */
  onSmsFailover(): void;
  codeSender(inner: CodeSender): CodeSender;
  proofOfWork(inner: ProofOfWork): ProofOfWork;
  mailer(inner: InvitationMailer): InvitationMailer;
  emailCodeMailer(inner: EmailCodeMailer): EmailCodeMailer;
  noticeMailer(inner: NoticeMailer): NoticeMailer;
  pushSender(inner: PushSender): PushSender;
  webhookSender(inner: WebhookSender): WebhookSender;
  domain(inner: Domain, dependencies: Pick<Dependencies, 'clock' | 'settings'>): Domain;
  /** Reports the state of this database whenever the metrics are read. */
  watch(postgres: Pick<Postgres, 'poolStates' | 'queueStates' | 'listings'>): void;
  /** Reports how much of the day's budgets of sign-in is spent whenever the metrics are read. */
  watchSignIn(dependencies: Pick<Dependencies, 'stores' | 'settings' | 'clock'>): void;
  /** Serves the metrics on the configured address; resolves with a function that closes the server. */
  serve(): Promise<() => Promise<void>>;
}
