import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleType,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
} from 'cockatiel';
import { type Sms, type SmsProvider, SmsTimeout, SmsUnavailable } from './sms-provider.ts';

export interface FailoverOptions {
  /** Told each time the primary is passed over: without it a dead primary goes unseen. */
  readonly onFailover?: ((error: SmsUnavailable) => void) | undefined;
  /** How long one provider may keep a message waiting; 6 s by default, so that both take 12 s at most. */
  readonly attemptMs?: number | undefined;
  /** Failures in a row after which a provider is left alone; 5 by default. */
  readonly failures?: number | undefined;
  /** How long it is left alone before one message tries it again; 15 s by default. */
  readonly restMs?: number | undefined;
}

const withBreaker = (
  provider: SmsProvider,
  { attemptMs = 6_000, failures = 5, restMs = 15_000 }: FailoverOptions,
) => {
  const breaker = circuitBreaker(handleType(SmsUnavailable), {
    breaker: new ConsecutiveBreaker(failures),
    halfOpenAfter: restMs,
  });
  const attempt = async (sms: Sms): Promise<void> => {
    try {
      // The providers keep a time limit of their own; this one holds even if one of them should not.
      await timeout(attemptMs, TimeoutStrategy.Aggressive).execute(() => provider.send(sms));
    } catch (error) {
      throw error instanceof TaskCancelledError ? new SmsTimeout(provider.name) : error;
    }
  };
  return async (sms: Sms): Promise<void> => {
    // While one message probes the provider, the breaker would make all others wait for the outcome.
    if (breaker.state === CircuitState.HalfOpen) throw new SmsUnavailable(provider.name, 'being tried again');
    try {
      await breaker.execute(() => attempt(sms));
    } catch (error) {
      throw error instanceof BrokenCircuitError ? new SmsUnavailable(provider.name, 'failed lately') : error;
    }
  };
};

/**
 * Sends through `primary`, or through `fallback` when the primary is unavailable. A refusal is final: the
 * message is at fault, not the provider. Each provider has a circuit breaker. When the primary takes a
 * message but its response is lost, the phone may receive the message twice.
 *
 * @throws SmsRejected when the provider that responded refused the message.
 * @throws SmsUnavailable when neither could be used, within 12 s; SmsTimeout when one may have taken it.
 */
export const failoverSms = (
  primary: SmsProvider,
  fallback: SmsProvider,
  options: FailoverOptions = {},
): SmsProvider => {
  const sendByPrimary = withBreaker(primary, options);
  const sendByFallback = withBreaker(fallback, options);
  return {
    name: `${primary.name}, then ${fallback.name}`,
    async send(sms) {
      try {
        await sendByPrimary(sms);
      } catch (error) {
        if (!(error instanceof SmsUnavailable)) throw error;
        options.onFailover?.(error);
        try {
          await sendByFallback(sms);
        } catch (second) {
          // The primary may have taken the message, whatever the fallback says.
          throw error instanceof SmsTimeout ? error : second;
        }
      }
    },
  };
};
