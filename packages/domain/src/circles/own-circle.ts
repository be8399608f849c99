import type { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { refuse, refuseInput } from '../problem.ts';
import { textFaults } from '../text.ts';

/** A circle that must be the caller's. */
export interface OwnCircle {
  readonly ownerId: UserId;
  readonly circleId: string;
}

/** What a store returned for a circle of the caller. Throws `not_found` when it found none. */
export const orNotFound = <Value>(result: Value | null | false): Value => {
  if (result === null || result === false) throw refuse('not_found');
  return result;
};

/** The trimmed name of a circle, 1 to 100 code points. Throws `invalid_request` for other names. */
export const circleName = (name: string): string => {
  const faults = textFaults('/name', name, { maxLength: limits.circleNameLength });
  if (faults.length > 0) throw refuseInput(...faults);
  return name.trim();
};
