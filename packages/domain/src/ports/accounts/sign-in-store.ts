import type { SignInRecord } from '../../sign-in/sign-in-record.ts';

/**
 * Stores one {@link SignInRecord} per phone. Writes compare and swap, so that parallel callers lose no
 * counts.
 */
export interface SignInStore {
  /** The record and its version; version 0 and an empty record for an unknown phone. */
  find(phone: string): Promise<{ readonly record: SignInRecord; readonly version: number }>;
  /**
   * Writes the record if its version is still `version` (0: not there yet); false when another write came
   * first. Commits by itself, also inside a unit of work: a rollback must not un-count a guess.
   */
  replace(phone: string, version: number, record: SignInRecord): Promise<boolean>;
  /**
   * Keeps a keyed hash in the place of the phone, which the record is still found by: the owner is gone, the
   * budgets of the phone stay. Commits by itself. A phone without a record changes nothing.
   */
  forgetPhone(phone: string): Promise<void>;
}
