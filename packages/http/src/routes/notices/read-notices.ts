import { callerOf } from '../../authenticate.ts';
import { instantOf } from '../../input/instants.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import { ReadNoticesBody } from '../../schemas/notice.ts';
import type { Route } from '../route.ts';

export const readNotices: Route = (app) => {
  app.post(
    '/me/notices/read',
    {
      config: { auth: 'required', problems: ['rate_limited'] },
      schema: {
        operationId: 'readNotices',
        tags: ['Notices'],
        summary: 'Mark notices as read',
        description: 'All that are not newer than an instant; repeating it changes nothing.',
        body: ReadNoticesBody,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.domain.readNotices({
        userId: callerOf(request).userId,
        before: instantOf(request.body.before),
      });
      reply.code(204);
      return null;
    },
  );
};
