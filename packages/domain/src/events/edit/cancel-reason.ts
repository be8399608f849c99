import { limits } from '../../limits.ts';
import { refuseInput } from '../../problem.ts';
import { textFaults } from '../../text.ts';

/** Why something is cancelled; null where no word of it is said. Throws `invalid_request`. */
export const cancelReason = (reason: string | undefined): string | null => {
  const text = reason?.trim() ?? '';
  const faults = textFaults('/reason', text, {
    maxLength: limits.cancelReasonLength,
    mayBeBlank: true,
    isMultiLine: true,
  });
  if (faults.length > 0) throw refuseInput(...faults);
  return text || null;
};
