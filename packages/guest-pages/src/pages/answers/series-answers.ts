import type { Domain, EventDetail, RsvpState, SeriesView, UserId } from '@event-platform/domain';
import type { AnswerChoice, Outcome } from '../../forms/outcome.ts';
import type { Texts } from '../../texts/index.ts';
import type { SeriesOfPage } from '../../views/event/series.ts';

/** Dates of a series that a page names. */
const mostDates = 4;

/** What a page shows of its event's series, and how the viewer answered it. */
export interface PageSeries extends SeriesOfPage {
  readonly myRsvp: RsvpState;
}

type Part = Pick<EventDetail, 'id' | 'series'>;

/** The series of an event; null where it has no other dates to come, or cannot be read: the page is complete without. */
export const seriesOf = async (
  domain: Pick<Domain, 'getSeries'>,
  { id, series }: Part,
  viewerId: UserId | null,
): Promise<PageSeries | null> => {
  if (!series) return null;
  const read = (callerId: UserId | null): Promise<SeriesView | null> =>
    domain.getSeries({ seriesId: series.id, callerId }).catch(() => null);
  // Its pages show public events alone.
  const [publicSeries, ownSeries] = await Promise.all([read(null), viewerId ? read(viewerId) : null]);
  const next = (publicSeries?.events ?? []).filter((event) => event.id !== id).slice(0, mostDates);
  const myRsvp = ownSeries?.myRsvp ?? null;
  return publicSeries && next.length > 0 ? { rule: publicSeries.rule, next, myRsvp } : null;
};

/** What a guest can answer to the series. */
export const seriesChoices = (
  series: PageSeries | null,
  { series: texts }: Texts,
): readonly AnswerChoice[] => {
  if (!series) return [];
  return series.myRsvp === null
    ? [{ answer: 'series', label: texts.join }]
    : [{ answer: 'seriesEnd', label: texts.leave }];
};

export const isSeriesAnswer = (answer: string): answer is 'series' | 'seriesEnd' =>
  answer === 'series' || answer === 'seriesEnd';

/** Answers the series of an event; one that is in none is answered alone. */
export const answerSeries = async (
  domain: Pick<Domain, 'answerSeries' | 'answerRsvp'>,
  { id, series }: Part,
  userId: UserId,
  answer: 'series' | 'seriesEnd',
): Promise<Outcome> => {
  const state = answer === 'series' ? 'going' : null;
  if (!series) {
    await domain.answerRsvp({ eventId: id, userId, state });
    return state ?? 'withdrawn';
  }
  await domain.answerSeries({ seriesId: series.id, userId, state });
  return answer;
};
