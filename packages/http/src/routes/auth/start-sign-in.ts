import { signInPolicy } from '@event-platform/domain';
import { StartBody, Started } from '../../schemas/auth.ts';
import { refTo } from '../../schemas/shapes.ts';
import { longHandlerTimeout } from '../../server-options.ts';
import type { Route } from '../route.ts';

export const startSignIn: Route = (app, { domain, startLimit }) => {
  app.post(
    '/auth/otp/start',
    {
      handlerTimeout: longHandlerTimeout,
      config: { auth: 'none', problems: ['rate_limited'], rateLimit: startLimit },
      schema: {
        operationId: 'startSignIn',
        tags: ['Sign-in'],
        summary: 'Send a sign-in code by SMS',
        description: `Responds the same for known and unknown phones. A second start within ${signInPolicy.smsPause / 1000} seconds sends nothing.`,
        body: StartBody,
        response: { 200: refTo(Started) },
      },
    },
    (request) => domain.startSignIn({ phone: request.body.phone }),
  );
};
