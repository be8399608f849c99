import type { Dependencies } from '../dependencies.ts';
import { requireId, type SeriesId, type UserId } from '../ids.ts';
import { refuse, refuseInput } from '../problem.ts';
import { parseRule, type RecurrenceRule } from './recurrence-rule.ts';
import { type SeriesView, seriesPolicy } from './series.ts';

/** A series with its first occurrences from an instant on, as the caller sees them. Throws `not_found`. */
export const viewOf = async (
  { stores, clock }: Pick<Dependencies, 'stores' | 'clock'>,
  id: SeriesId,
  caller: UserId | null,
  from?: Date,
): Promise<SeriesView> => {
  const now = clock.now();
  const view = await stores.series.view(id, caller, now, from ?? now, seriesPolicy.eventsShown);
  if (!view) throw refuse('not_found');
  return view;
};

/** The id of a series of the caller. Throws `not_found`, and `forbidden` for a caller who can only see it. */
export const ownSeries = async (
  dependencies: Pick<Dependencies, 'stores' | 'clock'>,
  seriesId: string,
  caller: UserId,
): Promise<SeriesId> => {
  const view = await viewOf(dependencies, requireId(seriesId), caller);
  if (view.organizer.id !== caller) throw refuse('forbidden');
  return view.id;
};

/** The rule. Throws `invalid_request`. */
export const ruleOf = (text: string): RecurrenceRule => {
  const rule = parseRule(text);
  if (!rule)
    throw refuseInput({
      path: '/rule',
      message:
        'must be an RRULE value of RFC 5545: FREQ of DAILY, WEEKLY, MONTHLY or YEARLY with INTERVAL, BYDAY, BYMONTHDAY, BYSETPOS, COUNT or UNTIL, WKST',
    });
  return rule;
};
