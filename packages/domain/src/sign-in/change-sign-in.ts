import type { SignInStore } from '../ports/sign-in-store.ts';
import type { SignInRecord } from './sign-in-record.ts';

/**
 * Applies a transition to a phone's record by compare and swap: `decide` runs again on the newer record when
 * another write came first. It answers the outcome and the record to write, or no record when nothing changes.
 */
export const changeSignIn = async <Outcome>(
  signIns: SignInStore,
  phone: string,
  decide: (record: SignInRecord) => { readonly record: SignInRecord | null; readonly outcome: Outcome },
): Promise<Outcome> => {
  for (;;) {
    const { record, version } = await signIns.find(phone);
    const decision = decide(record);
    if (!decision.record || (await signIns.replace(phone, version, decision.record))) return decision.outcome;
  }
};
