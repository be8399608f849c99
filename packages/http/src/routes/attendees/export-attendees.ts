import { Readable } from 'node:stream';
import { callerOf } from '../../authenticate.ts';
import { attendeesCsv, csvMediaType } from '../../presenters/attendees-csv.ts';
import { AttendeesCsv } from '../../schemas/attendee.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { downloadTimeout } from '../../server-options.ts';
import type { Route } from '../route.ts';

export const exportAttendees: Route = (app) => {
  app.get(
    '/events/:id/attendees.csv',
    {
      config: {
        cost: 'download',
        handlerTimeout: downloadTimeout,
        auth: 'required',
        problems: ['event_not_found', 'forbidden'],
        produces: csvMediaType,
      },
      schema: {
        operationId: 'exportAttendees',
        tags: ['Event management'],
        summary: 'Download the people tied to an event',
        description:
          'The list of attendees, what each brings, and a column for each question, as CSV in UTF-8; a cell that a spreadsheet would take for a formula begins with an apostrophe. For the organizer and admins of the event.',
        params: EventParams,
        response: { 200: AttendeesCsv },
      },
    },
    async (request, reply) => {
      const { userId: callerId } = callerOf(request);
      const { questions, pages } = await request.domain.exportAttendees({
        eventId: request.params.id,
        callerId,
      });
      return reply
        .type(csvMediaType)
        .header('content-disposition', 'attachment; filename="attendees.csv"')
        .send(Readable.from(attendeesCsv(questions, pages)));
    },
  );
};
