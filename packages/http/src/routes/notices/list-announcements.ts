import { callerOf } from '../../authenticate.ts';
import { presentAnnouncement } from '../../presenters/present-notice.ts';
import { PageQuery, pageOf, presentPage } from '../../schemas/common/paging.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { AnnouncementShape } from '../../schemas/notice.ts';
import type { Route } from '../route.ts';

export const listAnnouncements: Route = (app) => {
  app.get(
    '/events/:id/announcements',
    {
      config: { auth: 'required', problems: ['event_not_found', 'forbidden'] },
      schema: {
        operationId: 'listAnnouncements',
        tags: ['My events'],
        summary: 'List the announcements of an event',
        description:
          'The newest first, for its managers and everybody with an RSVP, a booking or an invitation.',
        params: EventParams,
        querystring: PageQuery,
        response: { 200: pageOf(AnnouncementShape, 'announcements') },
      },
    },
    async (request) => {
      const { page, limit } = request.query;
      const { userId: callerId } = callerOf(request);
      const announcements = await request.domain.listAnnouncements({
        eventId: request.params.id,
        callerId,
        page,
        limit,
      });
      return presentPage(announcements, presentAnnouncement);
    },
  );
};
