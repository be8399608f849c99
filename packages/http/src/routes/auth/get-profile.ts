import { callerOf } from '../../authenticate.ts';
import { presentUser } from '../../presenters/present-user.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { UserShape } from '../../schemas/user.ts';
import type { Route } from '../route.ts';

export const getProfile: Route = (app, { links }) => {
  app.get(
    '/auth/me',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'getProfile',
        tags: ['Profile'],
        summary: 'Get the profile of the caller',
        response: { 200: refTo(UserShape) },
      },
    },
    async (request) =>
      presentUser(await request.domain.getProfile({ userId: callerOf(request).userId }), links),
  );
};
