import { emailProofPolicy, isEmailCode, limits, refuseInput } from '@event-platform/domain';
import { openedBy } from '../credentials.ts';
import { AskEmailProofBody, AskedEmailProofShape, CheckEmailCodeBody } from '../schemas/account-email.ts';
import { presentUser, UserShape } from '../schemas/user.ts';
import { type Operations, operation } from './operation.ts';

export const accountEmail: Operations = {
  askEmailProof: operation('POST /me/email', 'Profile', {
    summary: 'Prove an e-mail address',
    description: `Mails a code and a link; until they expire the same ones again, ${emailProofPolicy.mails} mails in all. Responds the same whoever has the address.`,
    body: AskEmailProofBody,
    responses: { 202: AskedEmailProofShape },
    handler: async ({ domain, caller, body: { email } }) => {
      const proof = await domain.askEmailProof({ ...caller, email });
      return { email: proof.email, expiresAt: proof.expiresAt.toISOString() };
    },
  }),

  checkEmailCode: operation('POST /me/email/check', 'Profile', {
    summary: 'Prove an e-mail address by its code',
    description:
      'Makes it the address of the account, in place of another one; the account that had it loses it and finds a notice.',
    credentials: ['emailCode'],
    problems: ['code_invalid'],
    body: CheckEmailCodeBody,
    responses: { 200: UserShape },
    handler: async (request, { links }) => {
      const { code } = request.body;
      if (!isEmailCode(code))
        throw refuseInput({ path: '/code', message: `must be ${limits.emailCodeLength} digits` });
      const command = { userId: request.callerId, code };
      return presentUser(await openedBy(request, 'emailCode').checkEmailCode(command), links);
    },
  }),

  removeEmail: operation('DELETE /me/email', 'Profile', {
    summary: 'Remove the e-mail address of the account',
    description: 'Ends a code that is on its way, too. Repeating it succeeds.',
    handler: ({ domain, callerId: userId }) => domain.removeEmail({ userId }),
  }),
};
