import { limits } from '@event-platform/domain';
import { callerOf } from '../../authenticate.ts';
import { presentSession } from '../../presenters/present-session.ts';
import { listOf } from '../../schemas/common/paging.ts';
import { SessionShape } from '../../schemas/session.ts';
import type { Route } from '../route.ts';

export const listSessions: Route = (app) => {
  app.get(
    '/auth/sessions',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'listSessions',
        tags: ['Sign-in'],
        summary: 'List the sessions of the caller',
        description: `The last used first; at most ${limits.sessions}.`,
        response: { 200: listOf(SessionShape, 'sessions of the caller that have not ended or expired') },
      },
    },
    async (request) => ({ data: (await request.domain.listSessions(callerOf(request))).map(presentSession) }),
  );
};
