import { limits } from '@event-platform/domain';
import { Type } from 'typebox';
import { named, refTo, uuid } from './shapes.ts';
import { ShortUserShape } from './user.ts';

const phone = Type.String({
  maxLength: limits.phoneLength,
  description: 'Phone number in E.164 form.',
  examples: ['+4915112345678'],
});
const accessToken = Type.String({ description: 'JWT, good for 15 minutes. Send it as a bearer.' });
const refreshToken = Type.String({ description: 'Opaque. Exchange it for a new pair of tokens.' });

export const StartBody = Type.Object({ phone });

export const Started = named(
  'SignInStarted',
  { requestId: uuid('Names this sign-in; may be sent along with the code.') },
  'The code is on its way.',
);

export const CheckBody = Type.Object({
  phone,
  code: Type.String({
    pattern: `^[0-9]{${limits.codeLength}}$`,
    description: `The ${limits.codeLength} digits from the SMS.`,
    examples: ['1234'],
  }),
  requestId: Type.Optional(Type.String({ maxLength: 64, description: 'What otp/start answered.' })),
});

export const TokenPair = named('TokenPair', { accessToken, refreshToken }, 'Tokens of a session.');

export const SignedInShape = named(
  'SignedIn',
  {
    accessToken,
    refreshToken,
    user: refTo(ShortUserShape),
    isNewUser: Type.Boolean({ description: 'True at the sign-in that made the account: show onboarding.' }),
  },
  'A new session.',
);

export const RefreshBody = Type.Object({ refreshToken: Type.String({ maxLength: limits.urlLength }) });

export const LogOutBody = Type.Object({
  refreshToken: Type.Optional(
    Type.String({
      maxLength: limits.urlLength,
      description: 'Whose session to end; without it, the bearer’s.',
    }),
  ),
});
