import { Readable } from 'node:stream';
import { attendeesCsv, csvMediaType } from '../presenters/attendees-csv.ts';
import {
  AttendeeShape,
  AttendeesCsv,
  AttendeesQuery,
  presentAttendee,
  RemovalQuery,
} from '../schemas/attendee.ts';
import { pageOf, presentPage } from '../schemas/common/paging.ts';
import { downloadTimeout } from '../server-options.ts';
import { type Operations, operation } from './operation.ts';

export const attendees: Operations = {
  listAttendees: operation('GET /events/:id/attendees', 'Event management', {
    summary: 'List the people tied to an event',
    description:
      'All users with an RSVP, a join by the shared link or an open or accepted personal invitation, except the organizer and admins. For the organizer and admins of the event.',
    problems: ['forbidden'],
    cost: 'list',
    query: AttendeesQuery,
    responses: { 200: pageOf(AttendeeShape, 'attendees') },
    handler: async ({ domain, callerId, params, query }, { links }) =>
      presentPage(
        await domain.listAttendees({ ...query, eventId: params.id, callerId }),
        presentAttendee,
        links,
      ),
  }),

  exportAttendees: operation('GET /events/:id/attendees.csv', 'Event management', {
    summary: 'Download the people tied to an event',
    description:
      'The list of attendees, what each brings, and a column for each question, as CSV in UTF-8; a cell that a spreadsheet would take for a formula begins with an apostrophe. For the organizer and admins of the event.',
    problems: ['forbidden'],
    cost: 'download',
    handlerTimeout: downloadTimeout,
    produces: csvMediaType,
    responses: { 200: AttendeesCsv },
    handler: async ({ domain, callerId, params }, _needs, reply) => {
      const { questions, pages } = await domain.exportAttendees({ eventId: params.id, callerId });
      reply.type(csvMediaType).header('content-disposition', 'attachment; filename="attendees.csv"');
      return Readable.from(attendeesCsv(questions, pages));
    },
  }),

  removeAttendee: operation('DELETE /events/:id/attendees/:userId', 'Event management', {
    summary: 'Remove a person from an event',
    description:
      'For the organizer and admins of the event. Ends the RSVP, the join by the shared link and the invitations of the person. The shared link no longer lets them in and they cannot respond, until they are invited personally. The removed person knows the shared link: with `rotateLink` it is replaced in the same step.',
    problems: ['forbidden', 'not_found', 'is_manager'],
    query: RemovalQuery,
    handler: ({ domain, callerId, origin, params, query }) =>
      domain.removeAttendee({
        eventId: params.id,
        userId: params.userId,
        callerId,
        rotateLink: query.rotateLink,
        origin,
      }),
  }),
};
