import { signInPolicy } from '@event-platform/domain';
import { clientNetwork, clientWideNetwork } from '../../input/client-network.ts';
import { StartBody, Started } from '../../schemas/auth.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { sessionOfDevice } from '../../security/known-device.ts';
import { longHandlerTimeout } from '../../server-options.ts';
import type { Route } from '../route.ts';

export const startSignIn: Route = (app, { refreshTokens, startLimit }) => {
  app.post(
    '/auth/otp/start',
    {
      config: {
        auth: 'none',
        credentials: ['knownDevice'],
        problems: ['proof_required', 'rate_limited'],
        rateLimit: startLimit,
        handlerTimeout: longHandlerTimeout,
      },
      schema: {
        operationId: 'startSignIn',
        tags: ['Sign-in'],
        summary: 'Send a sign-in code by SMS',
        description: `Responds the same for known and unknown phones, unless unknown callers have spent much of the day’s SMS: then it asks for a proof of work, and so it does while the wrong guesses of all phones are spent. A second start within ${signInPolicy.smsPause / 1000} seconds sends nothing.`,
        body: StartBody,
        response: { 200: refTo(Started) },
      },
    },
    (request) => {
      const { phone, device, proof } = request.body;
      const deviceSession = sessionOfDevice(request, refreshTokens, device);
      return request.domain.startSignIn({
        ...{ phone, proof, deviceSession },
        network: clientNetwork(request.ip),
        wideNetwork: clientWideNetwork(request.ip),
      });
    },
  );
};
