import { limits } from '../limits.ts';
import type { FieldFault } from '../problem.ts';
import { mailPolicy } from './mail-policy.ts';

/** The URL of the WHATWG, which every runtime has: it brings the tables of UTS 46. */
declare const URL: {
  canParse(text: string): boolean;
  new (text: string): { readonly hostname: string };
};

const hostCharacters = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/** The host name in ASCII (UTS 46), for domains of all scripts; as it is where it is none. */
const asciiHost = (host: string): string => {
  if (/^[\0-\x7f]*$/.test(host) || !hostCharacters.test(host) || !URL.canParse(`http://${host}/`))
    return host;
  return new URL(`http://${host}/`).hostname;
};

/** The address with its domain in ASCII, as mail is sent to it; as it is where it is too long for one. */
const asciiDomain = (email: string): string => {
  if (email.length > limits.emailLength) return email;
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + asciiHost(email.slice(at));
};

/**
 * Marks that nobody sees come along when an address is pasted, and keyboards of East Asia have an @ of their own. Blanks within a
 * text are looked at once, however many: it has any length yet.
 */
const typedEmail = (email: string): string =>
  email.replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, '').replace(/[\uff20\ufe6b]/g, '@');

/** The form an address is kept and compared in. */
export const normalEmail = (email: string): string => asciiDomain(typedEmail(email)).toLowerCase();

/**
 * The mailbox that a {@link normalEmail} reaches: without its plus-part (RFC 5233), which its owner can vary at
 * will, and without dots where the provider ignores them. An address that begins with a plus has no such part.
 */
export const mailboxOf = (email: string): string => {
  const withoutTag = email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
  const at = withoutTag.lastIndexOf('@');
  const domain = withoutTag.slice(at + 1);
  const owner = Object.hasOwn(mailPolicy.dotlessDomains, domain) ? mailPolicy.dotlessDomains[domain] : null;
  return owner ? `${withoutTag.slice(0, at).replaceAll('.', '')}@${owner}` : withoutTag;
};

/**
 * Dot-strings at host names with a top-level domain (RFC 5321 section 4.1.2), in ASCII and in that RFC's
 * lengths.
 */
const address =
  /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/i;

/** What is wrong with an address; the message does not repeat it. */
export const emailFaults = (path: string, email: string): readonly FieldFault[] => {
  // Lower-casing turns some letters that are not ASCII into ASCII, so the text is checked as given.
  const input = asciiDomain(typedEmail(email));
  const isLong = input.length > limits.emailLength;
  if (!isLong && address.test(input)) return [];
  const isForeign = !isLong && /^[^@]*[^\0-\x7f@][^@]*@[\0-\x7f]+$/.test(input);
  return [{ path, message: isForeign ? 'must have ASCII alone before its @' : 'must be an e-mail address' }];
};
