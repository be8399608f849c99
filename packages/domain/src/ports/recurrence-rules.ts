import type { LocalDate } from '../local-time/local-instant.ts';
import type { RulePattern } from '../series/recurrence-rule.ts';

/** Which days a recurrence rule names (RFC 5545 section 3.3.10). */
export interface RecurrenceRules {
  /**
   * The days of a pattern that begins on `first`, in their order, up to `last` inclusive. `first` counts only when the
   * pattern names it; what the pattern leaves open it has from `first`.
   */
  dates(pattern: RulePattern, first: LocalDate, last: LocalDate): readonly LocalDate[];
}
