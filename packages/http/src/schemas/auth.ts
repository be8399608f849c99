import { limits } from '@event-platform/domain';
import { Type } from 'typebox';
import { accessTokenSeconds } from '../security/access-tokens.ts';
import { idempotencyKeyHeaders } from './common/idempotency-key.ts';
import { namedShape, refTo, uuid } from './common/shapes.ts';
import { ShortUserShape } from './user.ts';

const phone = Type.String({
  maxLength: limits.phoneLength,
  description: 'Phone number in international form; kept and compared in E.164 form.',
  examples: ['+4915112345678'],
});
const accessToken = Type.String({
  description: `A JWT, valid for ${accessTokenSeconds / 60} minutes. Send it as a bearer token.`,
});
const refreshToken = Type.String({ description: 'Opaque. Exchange it once for a new pair of tokens.' });

const device = Type.Optional(
  Type.String({
    maxLength: limits.urlLength,
    description:
      'Any refresh token that this device was ever given for the phone number, expired and exchanged ones too. It gives the owner budgets that no stranger can spend, and opens nothing.',
  }),
);

const proof = Type.Optional(
  Type.String({
    maxLength: limits.proofLength,
    description: 'The base64 payload of ALTCHA that solves the `challenge` of a `proof_required`.',
  }),
);

export const StartBody = Type.Object(
  {
    phone,
    device,
    proof,
  },
  { title: 'StartSignInRequest', examples: [{ phone: '+4915112345678' }] },
);

export const Started = namedShape(
  'SignInStarted',
  {
    requestId: uuid('Id of this sign-in. Sending it with the code is optional.'),
    resendAfterSeconds: Type.Integer({
      minimum: 1,
      description: 'When another start sends an SMS again; what is left of it when this one sent none.',
      examples: [30],
    }),
  },
  'The sign-in that was started.',
);

export const CheckBody = Type.Object(
  {
    phone,
    code: Type.String({
      maxLength: limits.codeLength * 4,
      description: `The ${limits.codeLength} digits from the SMS, of any script; spaces and dashes between them are ignored.`,
      examples: ['1234'],
    }),
    requestId: Type.Optional(
      Type.String({ maxLength: 64, description: 'The `requestId` that `otp/start` returned.' }),
    ),
    device,
    deviceName: Type.Optional(
      Type.String({
        maxLength: limits.deviceLength * 4,
        description: 'What the list of sessions calls this device, in place of the `User-Agent`.',
        examples: ['Mira’s phone'],
      }),
    ),
    proof,
  },
  { title: 'CheckCodeRequest', examples: [{ phone: '+4915112345678', code: '1234' }] },
);

export const TokenPair = namedShape('TokenPair', { accessToken, refreshToken }, 'Tokens of a session.');

export const SignedInShape = namedShape(
  'SignedIn',
  {
    accessToken,
    refreshToken,
    user: refTo(ShortUserShape),
    isNewUser: Type.Boolean({ description: 'True when this sign-in created the account: show onboarding.' }),
  },
  'A new session.',
);

export const CheckHeaders = idempotencyKeyHeaders('check');

export const RefreshHeaders = idempotencyKeyHeaders('exchange');

export const RefreshBody = Type.Object(
  {
    refreshToken: Type.String({
      maxLength: limits.urlLength,
      description: 'The refresh token last received.',
    }),
  },
  { title: 'RefreshRequest' },
);

export const LogOutBody = Type.Object(
  {
    refreshToken: Type.Optional(
      Type.String({
        maxLength: limits.urlLength,
        description: 'Ends the session of this token. Without it, the session of the bearer token ends.',
      }),
    ),
  },
  { title: 'LogOutRequest' },
);
