import { calendarPolicy } from '@event-platform/domain';
import { openedBy } from '../credentials.ts';
import { feedToken } from '../input/tokens.ts';
import { sendShared } from '../plugins/caching/shared-body.ts';
import { calendarMediaType, presentCalendar } from '../presenters/present-calendar.ts';
import { CalendarFeedShape, CalendarText } from '../schemas/calendar.ts';
import { type Operations, operation } from './operation.ts';

export const calendar: Operations = {
  getEventCalendar: operation('GET /events/:id/calendar.ics', 'Discovery', {
    summary: 'Get an event as iCalendar',
    description: 'A cancelled event says so; the UID stays, the SEQUENCE rises with each change.',
    auth: 'optional',
    produces: calendarMediaType,
    responses: { 200: CalendarText },
    handler: async ({ domain, callerId, params }, { links, appName }, reply) => {
      const event = await domain.getEvent({ eventId: params.id, callerId });
      reply
        .type(calendarMediaType)
        .header('content-disposition', `attachment; filename="event-${event.id}.ics"`);
      return presentCalendar(appName, [event], links);
    },
  }),

  getCalendarFeed: operation('GET /me/calendar', 'My events', {
    summary: 'Get the address of the caller’s calendar feed',
    description:
      'The same on each call until it is rotated. The feed holds the events the caller is going to.',
    responses: { 200: CalendarFeedShape },
    handler: async ({ domain, callerId }, { links }) => {
      const { token } = await domain.getCalendarFeed({ userId: callerId });
      return { url: links.calendarFeed(token) };
    },
  }),

  rotateCalendarFeed: operation('POST /me/calendar/rotate', 'My events', {
    summary: 'Replace the address of the caller’s calendar feed',
    description: 'The old address stops working.',
    answersSecret: true,
    responses: { 200: CalendarFeedShape },
    handler: async ({ domain, callerId }, { links }) => {
      const { token } = await domain.rotateCalendarFeed({ userId: callerId });
      return { url: links.calendarFeed(token) };
    },
  }),

  readCalendarFeed: operation('GET /calendars/:token/events.ics', 'My events', {
    summary: 'Read a calendar feed',
    description:
      'The 300 events nearest to now that its owner is going to, their descriptions cut to 500 characters. At most ten seconds old; `If-None-Match` with the `ETag` gets 304.',
    auth: 'none',
    credentials: ['feedAddress'],
    problems: ['not_found'],
    cost: 'list',
    produces: calendarMediaType,
    responses: { 200: CalendarText },
    handler: async (request, { links, appName, feedOf }, reply) => {
      const token = feedToken(request.params.token);
      const owner = await openedBy(request, 'feedAddress').findFeedOwner({ token });
      const feed = await feedOf(`${owner.userId} ${owner.version}`, async () =>
        presentCalendar(appName, await request.domain.readCalendarFeed(owner), links, calendarPolicy.bytes),
      );
      reply.header('etag', feed.etag).header('vary', 'accept-encoding');
      return sendShared(request, reply, feed);
    },
  }),
};
