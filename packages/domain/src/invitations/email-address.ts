import { limits } from '../limits.ts';
import type { FieldFault } from '../problem.ts';

/** The form an address is kept and compared in. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** The addresses that HTML's e-mail input takes (WHATWG HTML 4.10.5.1.5), with a dot in the domain, in RFC 5321's lengths. */
const address =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** What is wrong with an address; the message does not repeat it. */
export const emailFaults = (path: string, email: string): readonly FieldFault[] => {
  const normal = normalEmail(email);
  return normal.length <= limits.emailLength && address.test(normal)
    ? []
    : [{ path, message: 'must be an e-mail address' }];
};
