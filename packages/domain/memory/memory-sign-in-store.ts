import type { SignInStore } from '../src/ports/sign-in-store.ts';
import { emptySignInRecord } from '../src/sign-in/sign-in-record.ts';
import type { Tables } from './tables.ts';

export const memorySignInStore = ({ signIns }: Tables): SignInStore => ({
  find: async (phone) => signIns.get(phone) ?? { record: emptySignInRecord, version: 0 },
  replace: async (phone, version, record) => {
    if ((signIns.get(phone)?.version ?? 0) !== version) return false;
    signIns.set(phone, { record, version: version + 1 });
    return true;
  },
});
