import type { EventDetail } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, html } from '../html.ts';

type Counts = Pick<EventDetail, 'goingCount' | 'interestedCount' | 'capacity' | 'bookedCount'>;

/** The guests going and interested, and the seats left of an event with a capacity; counts of 0 are left out. */
export const eventCounts = (event: Counts, { facts }: Texts): Html => {
  const { goingCount, interestedCount, capacity, bookedCount } = event;
  const parts = [
    goingCount > 0 ? facts.going(goingCount) : '',
    interestedCount > 0 ? facts.interested(interestedCount) : '',
    capacity === null ? '' : facts.seatsLeft(Math.max(0, capacity - bookedCount)),
  ].filter((part) => part !== '');
  return parts.length > 0 ? html`\n<p class="quiet">${parts.join(' · ')}</p>` : html``;
};
