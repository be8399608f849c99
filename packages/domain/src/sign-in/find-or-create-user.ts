import type { Dependencies } from '../dependencies.ts';
import { type SignedUp, type SignUp, signUp } from '../users/sign-up.ts';
import { parsePhone } from './phones/reachable-phone.ts';

/**
 * The user of a phone that the caller has verified, for services with a login of their own: no code is sent, none is
 * checked and no session begins. The phone may be in any international form. Only a new account takes the other
 * fields. Throws `invalid_request` for a text that is no phone.
 */
export const findOrCreateUser = (dependencies: Dependencies) => {
  const create = signUp(dependencies);
  return async ({ phone, ...fields }: SignUp): Promise<SignedUp> =>
    create({ ...fields, phone: parsePhone(dependencies.phones, phone).e164 });
};
