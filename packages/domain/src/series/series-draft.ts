import type { EventDraft } from '../events/event-fields.ts';
import { endOfDays } from '../local-time/whole-days.ts';
import { after, day } from '../time.ts';
import type { SeriesDraft, SeriesRecord } from './series.ts';
import { withoutIds } from './series-questions.ts';

/** All of a draft but its dates: the deadline keeps its distance to the start. */
export const toSeriesDraft = ({ startAt, endAt: _, rsvpUntil, ...rest }: EventDraft): SeriesDraft => ({
  ...rest,
  questions: withoutIds(rest.questions),
  rsvpLead: rsvpUntil && startAt.getTime() - rsvpUntil.getTime(),
});

type Lasting = Pick<SeriesRecord, 'draft' | 'duration' | 'timeZone'>;

/** When the occurrence ends that starts at an instant: days are as many, however long clocks make them. */
export const endOf = ({ draft, duration, timeZone }: Lasting, startAt: Date): Date =>
  draft.isAllDay ? endOfDays(startAt, duration / day, timeZone) : after(startAt, duration);

/** The draft of the occurrence that starts at an instant. */
export const draftOn = (series: Lasting, startAt: Date): EventDraft => {
  const { rsvpLead, ...rest } = series.draft;
  return {
    ...rest,
    startAt,
    endAt: endOf(series, startAt),
    rsvpUntil: rsvpLead === null ? null : after(startAt, -rsvpLead),
  };
};
