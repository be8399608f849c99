import type { Dependencies } from '../../dependencies.ts';
import { refuseInput } from '../../problem.ts';
import type { DomainSettings } from '../../settings.ts';
import { typedPhone } from '../typed-digits.ts';
import type { PhoneCountry, PhoneNumber } from './phone-number.ts';

type PhoneNumbers = Dependencies['phones'];

/** Why no SMS can be sent to what was typed. */
export type PhoneFault = 'no_number' | 'country_not_served' | 'no_sms';

const messages: Readonly<Record<PhoneFault, string>> = {
  no_number: 'must be a phone number in E.164 form',
  country_not_served: 'must be a number of a country that this service sends SMS to',
  no_sms: 'must be a number that can receive SMS',
};

const refusePhone = (fault: PhoneFault) => refuseInput({ path: '/phone', message: messages[fault] });

/** Parses a phone, as people type or paste it; throws `invalid_request` for a text that is none. */
export const parsePhone = (phones: PhoneNumbers, text: string): PhoneNumber => {
  const phone = phones.parse(typedPhone(text));
  if (!phone) throw refusePhone('no_number');
  return phone;
};

const faultOf = (
  { e164, country, mayReceiveSms }: PhoneNumber,
  { smsCountries, testPhones }: DomainSettings,
): PhoneFault | null => {
  if (testPhones && Object.hasOwn(testPhones.codes, e164)) return null;
  if (!mayReceiveSms) return 'no_sms';
  const isServed = smsCountries.length === 0 || (country !== null && smsCountries.includes(country));
  return isServed ? null : 'country_not_served';
};

/** Whether SMS may go to a phone. */
export const servesPhone = (phone: PhoneNumber, settings: DomainSettings): boolean =>
  faultOf(phone, settings) === null;

/** Parses a phone; throws `invalid_request` for one that SMS must not go to, too. */
export const reachablePhone = (phones: PhoneNumbers, text: string, settings: DomainSettings): PhoneNumber => {
  const phone = parsePhone(phones, text);
  const fault = faultOf(phone, settings);
  if (fault) throw refusePhone(fault);
  return phone;
};

export interface ReadPhone {
  readonly text: string;
  /** Whose national form is read as well as the international one (ISO 3166-1 alpha-2). */
  readonly country: string;
}

/** Reads what a person typed as a phone that codes can be sent to: in E.164 form, or what is wrong with it. */
export const readPhone =
  ({ phones, settings }: Pick<Dependencies, 'phones' | 'settings'>) =>
  ({ text, country }: ReadPhone): { readonly e164: string } | { readonly fault: PhoneFault } => {
    const phone = phones.parse(typedPhone(text), country);
    if (!phone) return { fault: 'no_number' };
    const fault = faultOf(phone, settings);
    return fault ? { fault } : { e164: phone.e164 };
  };

/** The countries that the service sends SMS to. */
export const listPhoneCountries =
  ({ phones, settings: { smsCountries } }: Pick<Dependencies, 'phones' | 'settings'>) =>
  (): readonly PhoneCountry[] =>
    phones.countries().filter(({ code }) => smsCountries.length === 0 || smsCountries.includes(code));
