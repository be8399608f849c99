import type { EventDetail } from '@event-platform/domain';

/** How old an account is when addresses in its descriptions are links, in milliseconds: spammers have new ones. */
const oldEnough = 7 * 86_400_000;

/** Whether addresses in descriptions of an organizer's events are links. */
export const mayLink = ({ createdAt }: EventDetail['organizer'], now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= oldEnough;
