import { callerOf } from '../../authenticate.ts';
import { presentAttendee } from '../../presenters/present-attendee.ts';
import { AttendeeShape, AttendeesQuery } from '../../schemas/attendee.ts';
import { pageOf, presentPage } from '../../schemas/common/paging.ts';
import { EventParams } from '../../schemas/common/params.ts';
import type { Route } from '../route.ts';

export const listAttendees: Route = (app, { links }) => {
  app.get(
    '/events/:id/attendees',
    {
      config: { cost: 'list', auth: 'required', problems: ['event_not_found', 'forbidden'] },
      schema: {
        operationId: 'listAttendees',
        tags: ['Event management'],
        summary: 'List the people tied to an event',
        description:
          'All users with an RSVP, a join by the shared link or an open or accepted personal invitation, except the organizer and admins, by user id. For the organizer and admins of the event.',
        params: EventParams,
        querystring: AttendeesQuery,
        response: { 200: pageOf(AttendeeShape, 'attendees') },
      },
    },
    async (request) => {
      const { rsvp, page, limit } = request.query;
      const { userId: callerId } = callerOf(request);
      const attendees = await request.domain.listAttendees({
        eventId: request.params.id,
        callerId,
        rsvp,
        page,
        limit,
      });
      return presentPage(attendees, (attendee) => presentAttendee(attendee, links));
    },
  );
};
