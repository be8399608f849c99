import type { PhoneNumber, PhoneNumbers } from '@event-platform/domain';
import parsePhoneNumber, {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type NumberType,
} from 'libphonenumber-js/max';

// ASCII only: other digits and letters would give one number several spellings that look alike.
const internationalForm = /^\+[0-9][0-9 ().-]{2,38}$/;
const nationalForm = /^[0-9(][0-9 ().-]{2,38}$/;

// A fixed line is not among them: in several countries an SMS reaches it.
const neverSms: ReadonlySet<NumberType> = new Set<NumberType>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'VOICEMAIL',
  'PAGER',
  'UAN',
]);

/** A plus, a country code and what is left of the shortest national numbers. */
const shortestE164 = 5;

// E.164 section 6.1: fifteen digits at most, whatever a national plan counts on top of them.
const longestE164 = 16;

const readNumber = (text: string, defaultCountry?: CountryCode) => {
  const phone = parsePhoneNumber(text, { extract: false, ...(defaultCountry && { defaultCountry }) });
  if (!phone || phone.ext || !phone.isPossible() || phone.number.length > longestE164) return null;
  return phone;
};

const parse = (text: string, country = ''): PhoneNumber | null => {
  const input = text.trim();
  const isNational = isSupportedCountry(country) && nationalForm.test(input);
  if (!isNational && !internationalForm.test(input)) return null;
  const phone = readNumber(input, isNational ? country : undefined);
  if (!phone) return null;
  // One trunk zero is dropped for each reading: a number that a second reading shortens again has no one form.
  if (readNumber(phone.number)?.number !== phone.number) return null;
  const type = typeOf(phone.number);
  return {
    e164: phone.number,
    country: phone.country ?? null,
    // Networks of no country (satellites, international premium rate) are where toll fraud goes.
    mayReceiveSms: !phone.isNonGeographic() && (type === undefined || !neverSms.has(type)),
  };
};

/**
 * The type of the range that a number lies in. Networks that ignore surplus digits connect a premium-rate number
 * that is too long, so the longest beginning that is a whole number decides.
 */
const typeOf = (e164: string): NumberType | undefined => {
  for (let length = e164.length; length > shortestE164; length -= 1) {
    const type = parsePhoneNumber(e164.slice(0, length))?.getType();
    if (type) return type;
  }
  return undefined;
};

/**
 * Reads phone numbers with Google's numbering plans, as packed by libphonenumber-js.
 *
 * Only ASCII digits are read, with spaces, dots, dashes and brackets between them: after a `+`, or as they are
 * dialled within the country that is named. The length has to be possible for the country; the number need not be in a range that is known to be
 * assigned, because ranges are opened faster than metadata is published, and test numbers are in none.
 * `country` is null for such unassigned numbers where several countries share a calling code.
 */
export const libphonenumberPhoneNumbers = (): PhoneNumbers => ({
  parse,
  countries: () => getCountries().map((code) => ({ code, callingCode: getCountryCallingCode(code) })),
});
