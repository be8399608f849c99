import type { SignInStore } from '../../src/ports/accounts/sign-in-store.ts';
import { emptySignInRecord } from '../../src/sign-in/sign-in-record.ts';
import type { Tables } from '../tables.ts';

/** Stands for a keyed hash, and hides nothing: for tests alone. */
const hashOf = (phone: string): string => `hash of ${[...phone].reverse().join('')}`;

export const memorySignInStore = ({ signIns }: Tables): SignInStore => {
  const keyOf = (phone: string) => (signIns.get(phone) ? phone : hashOf(phone));
  return {
    find: async (phone) => signIns.get(keyOf(phone)) ?? { record: emptySignInRecord, version: 0 },
    replace: async (phone, version, record) => {
      const current = signIns.get(keyOf(phone));
      if ((current?.version ?? 0) !== version) return false;
      signIns.set(current ? keyOf(phone) : phone, { record, version: version + 1 });
      return true;
    },
    forgetPhone: async (phone) => {
      const current = signIns.get(phone);
      if (!current) return;
      signIns.delete(phone);
      signIns.set(hashOf(phone), current);
    },
  };
};
