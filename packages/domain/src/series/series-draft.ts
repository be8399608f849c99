import type { EventDraft } from '../events/event-fields.ts';
import { after } from '../time.ts';
import type { SeriesDraft, SeriesRecord } from './series.ts';
import { withoutIds } from './series-questions.ts';

/** All of a draft but its dates: the deadline keeps its distance to the start. */
export const toSeriesDraft = ({ startAt, endAt: _, rsvpUntil, ...rest }: EventDraft): SeriesDraft => ({
  ...rest,
  questions: withoutIds(rest.questions),
  rsvpLead: rsvpUntil && startAt.getTime() - rsvpUntil.getTime(),
});

/** The draft of the occurrence that starts at an instant. */
export const draftOn = (
  { draft, duration }: Pick<SeriesRecord, 'draft' | 'duration'>,
  startAt: Date,
): EventDraft => {
  const { rsvpLead, ...rest } = draft;
  return {
    ...rest,
    startAt,
    endAt: after(startAt, duration),
    rsvpUntil: rsvpLead === null ? null : after(startAt, -rsvpLead),
  };
};
