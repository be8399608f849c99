import type { Dependencies } from '../dependencies.ts';
import type { SignInRecord } from './sign-in-record.ts';

/** A record as it was read or written, with the version it had then. */
export interface Versioned {
  readonly record: SignInRecord;
  readonly version: number;
}

/**
 * Applies a transition to a phone's record by compare and swap: `decide` runs again on the newer record when another
 * write came first. A decision without a record writes nothing.
 * @param before spares the first reading
 * @returns the decision that held, and the record that is there now
 */
export const changeSignIn = async <Decision extends { readonly record: SignInRecord | null }>(
  signIns: Dependencies['stores']['signIns'],
  phone: string,
  decide: (record: SignInRecord) => Decision,
  before?: Versioned,
): Promise<Omit<Decision, 'record'> & { readonly current: Versioned }> => {
  for (let current = before ?? (await signIns.find(phone)); ; current = await signIns.find(phone)) {
    const { record, ...decision } = decide(current.record);
    if (!record) return { ...decision, current };
    if (await signIns.replace(phone, current.version, record))
      return { ...decision, current: { record, version: current.version + 1 } };
  }
};
