import { callerOf, originOf } from '../../authenticate.ts';
import { refTo, Success } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const endOtherSessions: Route = (app) => {
  app.post(
    '/auth/sessions/end-others',
    {
      config: { auth: 'required', problems: ['fresh_sign_in_required'] },
      schema: {
        operationId: 'endOtherSessions',
        tags: ['Sign-in'],
        summary: 'End all sessions of the caller but this one',
        description:
          'Their access tokens stop working at once. Needs a session that began by a code within 10 minutes. Repeating it succeeds.',
        response: { 200: refTo(Success) },
      },
    },
    async (request) => {
      await request.domain.endOtherSessions({ ...callerOf(request), origin: originOf(request) });
      return { success: true as const };
    },
  );
};
