import { Type } from 'typebox';
import { namedShape, url } from './common/shapes.ts';

export const CalendarFeedShape = namedShape(
  'CalendarFeed',
  {
    url: url(
      'Address of the feed, to subscribe to in a calendar app. Anyone who has it can read the feed: keep it secret.',
      'https://events.example.com/v1/calendars/Zk3vQ8mT1xWc7RbY5nHd2LpA/events.ics',
    ),
  },
  'The caller’s calendar feed.',
);

export const CalendarText = Type.String({ description: 'iCalendar (RFC 5545), times in UTC.' });
