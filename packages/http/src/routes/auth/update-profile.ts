import { callerOf } from '../../authenticate.ts';
import { definedFields } from '../../input/defined-fields.ts';
import { presentUser } from '../../presenters/present-user.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { ProfileChangesBody, UserShape } from '../../schemas/user.ts';
import type { Route } from '../route.ts';

export const updateProfile: Route = (app, { links }) => {
  app.patch(
    '/auth/me',
    {
      config: { auth: 'required', problems: ['username_taken'] },
      schema: {
        operationId: 'updateProfile',
        tags: ['Profile'],
        summary: 'Change the profile of the caller',
        body: ProfileChangesBody,
        response: { 200: refTo(UserShape) },
      },
    },
    async (request) => {
      const changes = definedFields(request.body, 'name', 'username', 'avatar', 'bio', 'city');
      return presentUser(
        await request.domain.updateProfile({ userId: callerOf(request).userId, changes }),
        links,
      );
    },
  );
};
