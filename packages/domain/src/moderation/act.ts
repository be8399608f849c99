import type { UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { WithOrigin } from '../origin.ts';
import { refuseInput } from '../problem.ts';
import { textFaults } from '../text.ts';

/** What an operator does, and why. */
export interface Act extends WithOrigin {
  /** Null for the command line. */
  readonly operatorId: UserId | null;
  readonly reason: string;
}

/** The reason without spaces around it. Throws `invalid_request` for a blank or too long one. */
export const reasonOf = ({ reason }: Pick<Act, 'reason'>, path = '/reason', mayBeBlank = false): string => {
  const rule = { maxLength: limits.reasonLength, isMultiLine: true, mayBeBlank };
  const faults = textFaults(path, reason, rule);
  if (faults.length > 0) throw refuseInput(...faults);
  return reason.trim();
};

/** Who acted, for the audit log. */
export const actor = ({ operatorId, origin }: Pick<Act, 'operatorId' | 'origin'>) => ({
  userId: operatorId ?? undefined,
  origin,
});
