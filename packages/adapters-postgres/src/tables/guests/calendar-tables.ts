import { defineEntity, p } from '@mikro-orm/core';
import { AppUser } from '../accounts/app-user-table.ts';

/** The secret address of a person's calendar feed. */
export const CalendarFeed = defineEntity({
  name: 'CalendarFeed',
  tableName: 'calendar_feed',
  properties: {
    user: () => p.oneToOne(AppUser).mapToPk().primary().owner().deleteRule('cascade'),
    token: p.text().unique('calendar_feed_token_unique'),
  },
});
