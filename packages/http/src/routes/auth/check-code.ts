import { isCode, limits, refuseInput, signInPolicy } from '@event-platform/domain';
import { openedBy } from '../../credentials.ts';
import { clientName } from '../../input/client-name.ts';
import { clientNetwork, clientWideNetwork } from '../../input/client-network.ts';
import { presentShortUser } from '../../presenters/present-user.ts';
import { CheckBody, SignedInShape } from '../../schemas/auth.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { sessionOfDevice } from '../../security/known-device.ts';
import { type Route, tokenPair } from '../route.ts';

export const checkCode: Route = (app, dependencies) => {
  app.post(
    '/auth/otp/check',
    {
      config: {
        auth: 'none',
        credentials: ['code', 'knownDevice'],
        problems: ['code_invalid', 'proof_required'],
      },
      schema: {
        operationId: 'checkCode',
        tags: ['Sign-in'],
        summary: 'Sign in with the code from the SMS',
        description: `The first sign-in with a phone creates its account. A code stops working after ${signInPolicy.triesPerChallenge} wrong tries. While the wrong guesses of all phones are spent, callers without a known device have to bring a proof of work.`,
        body: CheckBody,
        response: { 200: refTo(SignedInShape) },
      },
    },
    async (request) => {
      const { phone, code, requestId, device, proof } = request.body;
      if (!isCode(code)) throw refuseInput({ path: '/code', message: `must be ${limits.codeLength} digits` });
      const network = clientNetwork(request.ip);
      const { session, user, isNewUser } = await openedBy(request, 'code').checkCode({
        phone,
        code,
        requestId,
        proof,
        network,
        clientName: clientName(request.headers['user-agent']),
        wideNetwork: clientWideNetwork(request.ip),
        deviceSession: sessionOfDevice(request, dependencies.refreshTokens, device),
      });
      return {
        ...tokenPair(dependencies, session),
        user: presentShortUser(user, dependencies.links),
        isNewUser,
      };
    },
  );
};
