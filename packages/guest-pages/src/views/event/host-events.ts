import { type EventDetail, type HostEvent, type Language, localTimes } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { excerpt } from '../excerpt.ts';
import { type Html, html } from '../html.ts';
import type { Site } from '../layout.ts';

const longestTitle = 120;

/** The next public events of the same host. */
export const hostEvents = (
  site: Site,
  language: Language,
  { organizer }: Pick<EventDetail, 'organizer'>,
  events: readonly HostEvent[],
  { event: texts }: Texts,
): Html =>
  events.length === 0
    ? html``
    : html`<h2 dir="auto">${texts.others(excerpt(organizer.name, longestTitle))}</h2>
<ul class="links">
${events.map(
  (
    event,
  ) => html`<li><a href="${site.basePath}/e/${event.id}" dir="auto">${excerpt(event.title, longestTitle)}</a>
<span class="small">${localTimes(event, language, 'short')}</span></li>
`,
)}</ul>`;
