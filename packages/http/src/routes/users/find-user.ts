import { wellFormedUsername } from '../../input/tokens.ts';
import { presentPublicUser } from '../../presenters/present-user.ts';
import { UsernameParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { PublicUserShape } from '../../schemas/user.ts';
import type { Route } from '../route.ts';

export const findUser: Route = (app, { links }) => {
  app.get(
    '/users/:username',
    {
      config: { auth: 'required', problems: ['not_found'] },
      schema: {
        operationId: 'findUser',
        tags: ['Profile'],
        summary: 'Find a user by username',
        params: UsernameParams,
        response: { 200: refTo(PublicUserShape) },
      },
    },
    async (request) =>
      presentPublicUser(
        await request.domain.findUser({ username: wellFormedUsername(request.params.username) }),
        links,
      ),
  );
};
