import type { PhoneNumbers } from '@event-platform/domain';
import type { RelaxedStartLimit } from '@event-platform/http';
import type { Config } from './config/config.ts';

/** One call every two seconds: more than a person trying the service needs, and a bound for a loop gone wrong. */
const loopbackCalls = 300;

/** In development, what the limit of `otp/start` by address is relaxed to; otherwise nothing. */
export const relaxedStartLimit = (
  { isDevelopment, domain: { testPhones } }: Pick<Config, 'isDevelopment' | 'domain'>,
  phones: PhoneNumbers,
): RelaxedStartLimit | undefined => {
  if (!isDevelopment) return undefined;
  if (!testPhones) return { loopbackCalls };
  const exempt = new Set(Object.keys(testPhones.codes));
  return { loopbackCalls, isExempt: (phone) => exempt.has(phones.parse(phone)?.e164 ?? '') };
};
