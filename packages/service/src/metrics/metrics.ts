import type { Postgres } from '@event-platform/adapters-postgres';
import type { CodeSender, Dependencies, Domain, InvitationMailer } from '@event-platform/domain';
import type { LoggedResponse } from '@event-platform/http';
import type { Config } from '../config/config.ts';

/** Counts what the service does, by wrapping its parts. */
export interface Metrics {
  readonly onResponseLogged: ((answered: LoggedResponse) => void) | undefined;
  /** Told each time the SMS fallback takes over. */
  onSmsFailover(): void;
  codeSender(inner: CodeSender): CodeSender;
  mailer(inner: InvitationMailer): InvitationMailer;
  domain(inner: Domain, dependencies: Pick<Dependencies, 'clock' | 'settings'>): Domain;
  /** Reports how this database stands whenever the metrics are read. */
  watch(postgres: Pick<Postgres, 'poolStates' | 'mailQueueState'>): void;
  /** Answers with the metrics where the configuration says; resolves to what ends that. */
  serve(): Promise<() => Promise<void>>;
}

const none: Metrics = {
  onResponseLogged: undefined,
  onSmsFailover: () => {},
  codeSender: (inner) => inner,
  mailer: (inner) => inner,
  domain: (inner) => inner,
  watch: () => {},
  serve: async () => async () => {},
};

/** The metrics that the configuration asks for; without any nothing is loaded and nothing is wrapped. */
export const metricsOf = async ({ metrics }: Pick<Config, 'metrics'>): Promise<Metrics> => {
  if (!metrics) return none;
  const { openMetrics } = await import('./open-metrics.ts');
  return openMetrics(metrics);
};
