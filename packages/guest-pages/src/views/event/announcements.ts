import { type Announcement, type Language, localTime } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { cutToBytes } from '../excerpt.ts';
import { type Html, html } from '../html.ts';

/** What one may take of a page. */
const textBytes = 2_500;

/** What the managers of an event told those who are tied to it; links in it stay text. */
export const announcements = (
  items: readonly Announcement[],
  timeZone: string,
  language: Language,
  { announcements: { heading } }: Texts,
): Html =>
  items.length === 0
    ? html``
    : html`<h2>${heading}</h2>
${items.map(
  ({ text, createdAt }) =>
    html`<p dir="auto"><span class="small quiet">${localTime(createdAt, timeZone, language)}</span><br>${cutToBytes(text, textBytes)}</p>
`,
)}`;
