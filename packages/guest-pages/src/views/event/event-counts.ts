import type { EventDetail } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, html } from '../html.ts';

type Counts = Pick<EventDetail, 'status' | 'goingCount' | 'interestedCount' | 'capacity' | 'bookedCount'>;

/**
 * Who is going, who is interested, and the seats left of an event with a capacity, each where there is something to
 * say. Nobody goes to a cancelled event.
 */
export const eventCounts = (event: Counts, { facts }: Texts): Html => {
  if (event.status === 'cancelled') return html``;
  const { goingCount, interestedCount, capacity, bookedCount } = event;
  const parts = [
    goingCount > 0 ? facts.going(goingCount) : '',
    interestedCount > 0 ? facts.interested(interestedCount) : '',
    capacity === null ? '' : facts.seatsLeft(Math.max(0, capacity - bookedCount)),
  ].filter((part) => part !== '');
  return parts.length > 0 ? html`\n<p class="quiet">${parts.join(' · ')}</p>` : html``;
};
