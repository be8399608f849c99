import { emailProofPolicy, limits } from '@event-platform/domain';
import { Type } from 'typebox';
import { namedShape, timestamp } from './common/shapes.ts';

const email = Type.String({
  maxLength: limits.emailLength,
  description: 'An e-mail address; kept in lower case.',
  examples: ['mira@example.org'],
});

export const AskEmailProofBody = Type.Object({ email }, { title: 'AskEmailProofRequest' });

export const AskedEmailProofShape = namedShape(
  'AskedEmailProof',
  { email, expiresAt: timestamp('When the code and the link stop working.') },
  'A code is on its way, unless the mailbox got too many today.',
);

export const CheckEmailCodeBody = Type.Object(
  {
    code: Type.String({
      maxLength: limits.emailCodeLength * 4,
      description: `The ${limits.emailCodeLength} digits from the mail; they work for ${emailProofPolicy.lifetime / 60_000} minutes and ${emailProofPolicy.tries} tries.`,
      examples: ['123456'],
    }),
  },
  { title: 'CheckEmailCodeRequest' },
);
