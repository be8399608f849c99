import { callerOf } from '../../authenticate.ts';
import { presentNotice } from '../../presenters/present-notice.ts';
import { PageQuery, presentPage } from '../../schemas/common/paging.ts';
import { NoticePage } from '../../schemas/notice.ts';
import type { Route } from '../route.ts';

export const listNotices: Route = (app) => {
  app.get(
    '/me/notices',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'listNotices',
        tags: ['Notices'],
        summary: 'List the caller’s notices',
        description: 'The newest first, for 90 days.',
        querystring: PageQuery,
        response: { 200: NoticePage },
      },
    },
    async (request) => {
      const { page, limit } = request.query;
      const notices = await request.domain.listNotices({ userId: callerOf(request).userId, page, limit });
      return { ...presentPage(notices, presentNotice), unread: notices.unread };
    },
  );
};
