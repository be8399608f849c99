import { Type } from 'typebox';
import { named, url } from './shapes.ts';

export const CalendarFeedShape = named(
  'CalendarFeed',
  {
    url: url(
      'Address of the feed, to subscribe to in a calendar app. Whoever has it reads the feed.',
      'https://events.example.com/v1/calendars/Zk3…/events.ics',
    ),
  },
  'The caller’s calendar feed.',
);

export const CalendarText = Type.String({ description: 'iCalendar (RFC 5545), times in UTC.' });
