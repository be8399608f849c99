import type { Dependencies } from '../../dependencies.ts';
import { refuseInput } from '../../problem.ts';
import type { DomainSettings } from '../../settings.ts';
import { typedPhone } from '../typed-digits.ts';
import type { PhoneNumber } from './phone-number.ts';

type PhoneNumbers = Dependencies['phones'];

/** Parses a phone, as people type or paste it; throws `invalid_request` for a text that is none. */
export const parsePhone = (phones: PhoneNumbers, text: string): PhoneNumber => {
  const phone = phones.parse(typedPhone(text));
  if (!phone) throw refuseInput({ path: '/phone', message: 'must be a phone number in E.164 form' });
  return phone;
};

/** Parses a phone; throws `invalid_request` for one that SMS must not go to, too. */
export const reachablePhone = (
  phones: PhoneNumbers,
  text: string,
  { smsCountries, testPhones }: DomainSettings,
): PhoneNumber => {
  const phone = parsePhone(phones, text);
  if (testPhones && Object.hasOwn(testPhones.codes, phone.e164)) return phone;
  const isServed =
    smsCountries.length === 0 || (phone.country !== null && smsCountries.includes(phone.country));
  if (!phone.mayReceiveSms || !isServed)
    throw refuseInput({ path: '/phone', message: 'must be a number that this service sends SMS to' });
  return phone;
};
