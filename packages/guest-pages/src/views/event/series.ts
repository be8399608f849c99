import { type EventDetail, type Language, type Occurrence, startText } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { dayStyle } from '../facts.ts';
import { type Html, html } from '../html.ts';
import type { Site } from '../layout.ts';
import { dayOfRule, ruleSentence } from './rule-text.ts';

/** The series of an event as its page shows it. */
export interface SeriesOfPage {
  readonly rule: string;
  /** The next ones besides the event itself. */
  readonly next: readonly Occurrence[];
}

/** How often it takes place, and the next dates. */
export const seriesDates = (
  site: Site,
  language: Language,
  event: Pick<EventDetail, 'startAt' | 'isAllDay' | 'timeZone' | 'series'>,
  series: SeriesOfPage | null,
  { series: texts }: Texts,
): Html => {
  if (!series || !event.series) return html``;
  const { startAt, isAllDay, timeZone } = event;
  return html`\n<p>${ruleSentence(series.rule, dayOfRule(event), language)} ${texts.next}</p>
<ul class="links">
${series.next.map(
  (next) =>
    html`<li><a href="${site.basePath}/e/${next.id}">${startText({ startAt: next.startAt, isAllDay, timeZone }, language, dayStyle(next.startAt, startAt))}</a></li>\n`,
)}</ul>`;
};
