import { callerOf, originOf } from '../../authenticate.ts';
import { SessionParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const endSession: Route = (app) => {
  app.delete(
    '/auth/sessions/:id',
    {
      config: { auth: 'required', problems: ['not_found', 'fresh_sign_in_required'] },
      schema: {
        operationId: 'endSession',
        tags: ['Sign-in'],
        summary: 'End one session of the caller',
        description:
          'Its access tokens stop working at once. Ending the session of this request is a logout; ending another needs a session that began by a code within 10 minutes.',
        params: SessionParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { userId, sessionId: currentSessionId } = callerOf(request);
      const { id: sessionId } = request.params;
      await request.domain.endSession({ userId, currentSessionId, sessionId, origin: originOf(request) });
      return reply.code(204).send(null);
    },
  );
};
