import { pickFields } from '../../src/events/event-fields.ts';
import type { UserId } from '../../src/ids.ts';
import type { CalendarStore } from '../../src/ports/guests/calendar-store.ts';
import { byKeys } from '../events/order.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

const shownFields = [
  ...(['id', 'title', 'startAt', 'endAt', 'isAllDay', 'timeZone', 'location', 'status'] as const),
  ...(['sequence', 'updatedAt', 'onlineUrl', 'sourceUrl', 'cancelReason'] as const),
];

export const memoryCalendarStore = ({
  calendarTokens,
  events,
  removedGuests,
  rsvps,
  users,
}: Tables): CalendarStore => ({
  tokenOf: async (user, fresh) => {
    const row = calendarTokens.get(user);
    if (row) return row.token;
    calendarTokens.set(user, { userId: user, token: fresh });
    return fresh;
  },
  rotate: async (user, fresh) => calendarTokens.set(user, { userId: user, token: fresh }),
  ownerOf: async (token): Promise<UserId | null> => {
    const owner = calendarTokens.rows().find((row) => row.token === token)?.userId;
    return owner && users.get(owner)?.suspendedAt === null ? owner : null;
  },
  lastRemovalOf: async (user) =>
    removedGuests
      .rows()
      .filter(({ userId }) => userId === user)
      .map(({ removedAt }) => removedAt)
      .reduce<Date | null>((last, at) => (last && last > at ? last : at), null),
  goingOf: async (user, at, limit, descriptionLength) =>
    events
      .rows()
      .filter((event) => rsvps.get(pairKey(event.id, user))?.state === 'going')
      .filter(({ takenDown, organizerId }) => takenDown === null || organizerId === user)
      .sort(byKeys(({ startAt, endAt, id }) => [Math.max(+startAt - +at, +at - +endAt, 0), startAt, id]))
      .slice(0, limit)
      .map((event) => ({
        ...pickFields(event, shownFields),
        description: [...event.description].slice(0, descriptionLength).join(''),
      })),
});
