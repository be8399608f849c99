import { callerOf, originOf } from '../../authenticate.ts';
import { refTo, Success } from '../../schemas/shapes.ts';
import type { Route } from '../route.ts';

export const endOtherSessions: Route = (app, { domain }) => {
  app.post(
    '/auth/sessions/end-others',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'endOtherSessions',
        tags: ['Sign-in'],
        summary: 'End all sessions of the caller but this one',
        description: 'Their access tokens stop working at once. Repeating it succeeds.',
        response: { 200: refTo(Success) },
      },
    },
    async (request) => {
      await domain.endOtherSessions({ ...callerOf(request), origin: originOf(request) });
      return { success: true as const };
    },
  );
};
