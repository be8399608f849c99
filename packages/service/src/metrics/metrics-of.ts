import type { Config } from '../config/config.ts';
import type { Metrics } from './metrics.ts';

const none: Metrics = {
  onResponseLogged: undefined,
  onSmsFailover: () => {},
  codeSender: (inner) => inner,
  proofOfWork: (inner) => inner,
  mailer: (inner) => inner,
  emailCodeMailer: (inner) => inner,
  noticeMailer: (inner) => inner,
  pushSender: (inner) => inner,
  webhookSender: (inner) => inner,
  domain: (inner) => inner,
  watch: () => {},
  watchSignIn: () => {},
  serve: async () => async () => {},
};

/** The configured metrics; without them no library is loaded and nothing is wrapped. */
export const metricsOf = async ({ metrics }: Pick<Config, 'metrics'>): Promise<Metrics> => {
  if (!metrics) return none;
  const { openMetrics } = await import('./open-metrics.ts');
  return openMetrics(metrics);
};
