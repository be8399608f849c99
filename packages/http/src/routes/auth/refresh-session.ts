import { refuse } from '@event-platform/domain';
import { originOf } from '../../authenticate.ts';
import { openedBy } from '../../credentials.ts';
import { parseIdempotencyKey } from '../../input/idempotency-key.ts';
import { RefreshBody, RefreshHeaders, TokenPair } from '../../schemas/auth.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { type Route, tokenPair } from '../route.ts';

export const refreshSession: Route = (app, dependencies) => {
  app.post(
    '/auth/refresh',
    {
      config: { auth: 'none', credentials: ['refreshToken'], problems: ['refresh_token_invalid'] },
      schema: {
        operationId: 'refreshSession',
        tags: ['Sign-in'],
        summary: 'Exchange a refresh token for a new pair of tokens',
        description:
          'Each refresh token is exchanged once. Send a new `Idempotency-Key` with each exchange, and the same one when you repeat it because the response was lost: it returns the same pair. From the first key on, a token that was exchanged before ends the session when it comes with another key or none. Without keys, sending a token again soon after returns the same pair, and sending an older one ends the session.',
        headers: RefreshHeaders,
        body: RefreshBody,
        response: { 200: refTo(TokenPair) },
      },
    },
    async (request) => {
      const { 'idempotency-key': keyHeader } = request.headers;
      const claims = dependencies.refreshTokens.read(request, 'refreshToken', request.body.refreshToken);
      if (!claims) throw refuse('refresh_token_invalid');
      const { session, isSuperseded } = await openedBy(request, 'refreshToken').refreshSession({
        ...claims,
        idempotencyKey: keyHeader === undefined ? null : parseIdempotencyKey(keyHeader),
        origin: originOf(request),
      });
      return tokenPair(dependencies, session, isSuperseded);
    },
  );
};
