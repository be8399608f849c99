import { claimsOf, originOf } from '../../authenticate.ts';
import { LogOutBody } from '../../schemas/auth.ts';
import { refTo, Success } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const logOut: Route = (app, { refreshTokens }) => {
  app.post(
    '/auth/logout',
    {
      // The session may have ended already: repeating a logout succeeds.
      config: { auth: 'bearer' },
      schema: {
        operationId: 'logOut',
        tags: ['Sign-in'],
        summary: 'End a session',
        description:
          'Ends the session of the refresh token or, without one, the session of the bearer token. The refresh token of another user ends nothing. Repeating it succeeds.',
        body: LogOutBody,
        response: { 200: refTo(Success) },
      },
    },
    async (request) => {
      const { sub, sid } = claimsOf(request);
      const { refreshToken } = request.body;
      const sessionId =
        refreshToken === undefined
          ? sid
          : (refreshTokens.read(request, 'sessionToken', refreshToken)?.sessionId ?? null);
      await request.domain.logOut({ userId: sub, sessionId, origin: originOf(request) });
      return { success: true as const };
    },
  );
};
