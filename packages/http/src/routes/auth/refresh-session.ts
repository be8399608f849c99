import { refuse } from '@event-platform/domain';
import { RefreshBody, TokenPair } from '../../schemas/auth.ts';
import { refTo } from '../../schemas/shapes.ts';
import { type Route, tokenPair } from '../route.ts';

export const refreshSession: Route = (app, dependencies) => {
  app.post(
    '/auth/refresh',
    {
      config: { auth: 'none', problems: ['refresh_token_invalid'] },
      schema: {
        operationId: 'refreshSession',
        tags: ['Sign-in'],
        summary: 'Exchange a refresh token for a new pair of tokens',
        description:
          'Each refresh token is exchanged once. Sending it again soon after, when the response was lost, returns the same pair; sending an older one ends the session.',
        body: RefreshBody,
        response: { 200: refTo(TokenPair) },
      },
    },
    async (request) => {
      const claims = dependencies.refreshTokens.read(request.body.refreshToken);
      if (!claims) throw refuse('refresh_token_invalid');
      return tokenPair(dependencies, await dependencies.domain.refreshSession(claims));
    },
  );
};
