import type { EventDetail } from '@event-platform/domain';
import { type Html, html } from '../html.ts';
import type { Site } from '../layout.ts';

/** Links to the events with each tag. */
export const tagLinks = ({ basePath }: Pick<Site, 'basePath'>, { tags }: EventDetail): Html =>
  tags.length === 0
    ? html``
    : html`<ul class="chips">
${tags.map((tag) => html`<li><a href="${basePath}/?tag=${tag}">#${tag}</a></li>\n`)}</ul>
`;
