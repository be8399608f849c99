import type { EventDetail } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, html } from '../html.ts';

/** Why it was cancelled, in its organizer's words. */
export const cancelReason = (
  { cancelReason: words }: Pick<EventDetail, 'cancelReason'>,
  { event }: Texts,
): Html =>
  words === null
    ? html``
    : html`<p class="fault">${event.reason} <span class="lines" dir="auto">${words}</span></p>\n`;
