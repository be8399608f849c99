import type { SignInStore } from '../../src/ports/sign-in-store.ts';
import { emptySignInRecord } from '../../src/sign-in/sign-in-record.ts';
import type { Tables } from '../tables.ts';

/** Stands for a keyed hash, and hides nothing: for tests alone. */
const hashOf = (phone: string): string => `hash of ${[...phone].reverse().join('')}`;

export const memorySignInStore = ({ signIns }: Tables): SignInStore => {
  const keyOf = (phone: string) => (signIns.get(phone) ? phone : hashOf(phone));
  return {
    find: async (phone) => signIns.get(keyOf(phone)) ?? { record: emptySignInRecord, version: 0 },
    replace: async (phone, version, record) => {
      const stands = signIns.get(keyOf(phone));
      if ((stands?.version ?? 0) !== version) return false;
      signIns.set(stands ? keyOf(phone) : phone, { record, version: version + 1 });
      return true;
    },
    forgetPhone: async (phone) => {
      const stands = signIns.get(phone);
      if (!stands) return;
      signIns.delete(phone);
      signIns.set(hashOf(phone), stands);
    },
  };
};
