import { type PhoneNumbers, typedPhone } from '@event-platform/domain';
import type { RelaxedStartLimit } from '@event-platform/http';
import type { Config } from '../config/config.ts';

/** One request every two seconds: enough to try the service by hand, and a bound for a runaway loop. */
const loopbackCalls = 300;

/** The relaxed limit of `otp/start` by address in development; undefined otherwise. */
export const relaxedStartLimit = (
  { isDevelopment, domain: { testPhones } }: Pick<Config, 'isDevelopment' | 'domain'>,
  phones: PhoneNumbers,
): RelaxedStartLimit | undefined => {
  if (!isDevelopment) return undefined;
  if (!testPhones) return { loopbackCalls };
  const exempt = new Set(Object.keys(testPhones.codes));
  return { loopbackCalls, isExempt: (phone) => exempt.has(phones.parse(typedPhone(phone))?.e164 ?? '') };
};
