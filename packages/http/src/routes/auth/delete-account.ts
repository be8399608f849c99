import { sessionLifetimes } from '@event-platform/domain';
import { callerOf, originOf } from '../../authenticate.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const deleteAccount: Route = (app) => {
  app.delete(
    '/auth/me',
    {
      config: { auth: 'required', problems: ['fresh_sign_in_required'] },
      schema: {
        operationId: 'deleteAccount',
        tags: ['Profile'],
        summary: 'Delete the account of the caller',
        description: `Erases personal data and ends all sessions, for good. Needs a session that began by a code within ${sessionLifetimes.fresh / 60_000} minutes.`,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.domain.deleteAccount({ ...callerOf(request), origin: originOf(request) });
      return reply.code(204).send(null);
    },
  );
};
