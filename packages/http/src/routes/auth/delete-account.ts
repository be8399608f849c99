import { callerOf } from '../../authenticate.ts';
import { Nothing } from '../../schemas/shapes.ts';
import type { Route } from '../route.ts';

export const deleteAccount: Route = (app, { domain }) => {
  app.delete(
    '/auth/me',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'deleteAccount',
        tags: ['Profile'],
        summary: 'Delete the account of the caller',
        description: 'Erases personal data and ends all sessions, for good.',
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await domain.deleteAccount({ userId: callerOf(request).userId });
      return reply.code(204).send(null);
    },
  );
};
