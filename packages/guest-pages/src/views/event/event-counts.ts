import type { EventDetail } from '@event-platform/domain';
import type { Texts } from '../../texts/index.ts';
import { type Html, html } from '../html.ts';

type Counts = Pick<
  EventDetail,
  'goingCount' | 'interestedCount' | 'waitingCount' | 'capacity' | 'bookedCount'
>;

/** Those of the guests going who do not wait for seats: who waits has said yes, too. */
export const seatedCount = ({
  goingCount,
  waitingCount,
}: Pick<Counts, 'goingCount' | 'waitingCount'>): number => Math.max(0, goingCount - waitingCount);

/** The guests going, waiting and interested, and the seats left of an event with a capacity; counts of 0 are left out. */
export const eventCounts = (event: Counts, { facts }: Texts): Html => {
  const { interestedCount, waitingCount, capacity, bookedCount } = event;
  const goingCount = seatedCount(event);
  const parts = [
    goingCount > 0 ? facts.going(goingCount) : '',
    waitingCount > 0 ? facts.waiting(waitingCount) : '',
    interestedCount > 0 ? facts.interested(interestedCount) : '',
    capacity === null ? '' : facts.seatsLeft(Math.max(0, capacity - bookedCount)),
  ].filter((part) => part !== '');
  return parts.length > 0 ? html`\n<p class="quiet">${parts.join(' · ')}</p>` : html``;
};
