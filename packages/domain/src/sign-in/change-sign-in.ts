import type { Dependencies } from '../dependencies.ts';
import type { SignInRecord } from './sign-in-record.ts';

/** A record as it was read or written, with the version it had then. */
export interface Versioned {
  readonly record: SignInRecord;
  readonly version: number;
}

/**
 * Applies a transition to a phone's record by compare and swap: `decide` runs again on the newer record when
 * another write came first. It answers the outcome and the record to write, or no record when nothing
 * changes. `known` spares the first reading; the result says what current there now.
 */
export const changeSignIn = async <Outcome>(
  signIns: Dependencies['stores']['signIns'],
  phone: string,
  decide: (record: SignInRecord) => { readonly record: SignInRecord | null; readonly outcome: Outcome },
  before?: Versioned,
): Promise<{ readonly outcome: Outcome; readonly current: Versioned }> => {
  for (let current = before ?? (await signIns.find(phone)); ; current = await signIns.find(phone)) {
    const { record, outcome } = decide(current.record);
    if (!record) return { outcome, current };
    if (await signIns.replace(phone, current.version, record))
      return { outcome, current: { record, version: current.version + 1 } };
  }
};
