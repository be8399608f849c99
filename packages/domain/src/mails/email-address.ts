import { limits } from '../limits.ts';
import type { FieldFault } from '../problem.ts';
import { mailPolicy } from './mail-policy.ts';

/** The form an address is kept and compared in. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

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
  const input = email.trim();
  return input.length <= limits.emailLength && address.test(input)
    ? []
    : [{ path, message: 'must be an e-mail address' }];
};
