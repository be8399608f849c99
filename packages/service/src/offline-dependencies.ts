import { randomBytes } from 'node:crypto';
import type { Dependencies } from '@event-platform/domain';
import { hmacSignInCodes } from './crypto/hmac-sign-in-codes.ts';

const sendsNothing = async (): Promise<never> => {
  throw new Error('The command-line programs send nothing.');
};

/** What the command-line programs give the domain in place of secrets and messengers. */
export const offlineDependencies = (): Pick<Dependencies, 'codes' | 'codeSender' | 'mailer'> => ({
  codes: hmacSignInCodes(randomBytes(32)),
  codeSender: { sendCode: sendsNothing },
  mailer: { sendInvitation: sendsNothing },
});
