import {
  type CredentialName,
  DomainError,
  emailProofPolicy,
  isEmailCode,
  type SessionId,
} from '@event-platform/domain';
import { type App, openedBy } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FormFields, formFields } from '../../forms/form-fields.ts';
import { type EmailForm, emailFormView } from '../../views/email-form-view.ts';
import { emailProvenView } from '../../views/email-link-view.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { asWriter, senderOf } from '../guest/guest-session.ts';
import type { RsvpPage } from './answer-state.ts';
import type { AnswerDependencies } from './rsvp-routes.ts';

const isRefused = (error: unknown, code: 'invalid_request' | 'code_invalid'): boolean =>
  error instanceof DomainError && error.problem.code === code;

/**
 * Adds the routes by which a guest of a page gets an e-mail address: one that mails a code, and one that takes it.
 * @param open reads the page that they belong to
 * @param known what they take
 */
export const emailRoutes = (
  app: App,
  dependencies: AnswerDependencies & Pick<GuestDependencies, 'site' | 'guestReceipts'>,
  open: (request: FastifyRequest, viewerId: null) => Promise<Pick<RsvpPage, 'path'>>,
  url: string,
  known: readonly CredentialName[],
): void => {
  const { domain, site, tokens, guestReceipts } = dependencies;

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    fields: FormFields,
    form: Pick<EmailForm, 'step' | 'fault'>,
  ): FastifyReply => {
    const { receipt, email } = fields;
    const token = tokens.issue(path, request.cookieSession);
    return reply
      .code(form.fault ? 400 : 200)
      .header('cache-control', 'private, no-store')
      .sendPage(
        emailFormView(site, request.language, {
          ...{ address: `${site.basePath}${path}`, token, receipt, email },
          minutes: emailProofPolicy.lifetime / 60_000,
          ...form,
        }),
      );
  };

  /** Who sends a form, and with which session; null after a page was sent that says what is wrong. */
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path } = await open(request, null);
    const fields = formFields(request.body);
    if (!tokens.isValid(path, fields.form, request.cookieSession) || fields.isRepeated) {
      send(request, reply, path, fields, { step: 'address', fault: 'expired' });
      return null;
    }
    const sessionId =
      fields.receipt === '' ? request.cookieSession : guestReceipts.read(path, fields.receipt);
    const userId = await senderOf(dependencies, request, reply, path, fields);
    if (!userId || !sessionId) {
      send(request, reply, path, { ...fields, receipt: '' }, { step: 'address', fault: 'signInAgain' });
      return null;
    }
    return { path, fields, userId, sessionId: sessionId as SessionId };
  };

  app.post(`${url}/email`, { config: { credentials: known } }, async (request, reply) => {
    const admission = await admit(request, reply);
    if (!admission) return reply;
    const { path, fields, userId, sessionId } = admission;
    try {
      const { email } = fields;
      await asWriter(dependencies, request, userId, () => domain.askEmailProof({ userId, sessionId, email }));
    } catch (error) {
      if (!isRefused(error, 'invalid_request')) throw error;
      return send(request, reply, path, fields, { step: 'address', fault: 'address' });
    }
    return send(request, reply, path, fields, { step: 'code', fault: null });
  });

  const takesCode = { config: { credentials: [...known, 'emailCode'] } } as const;
  app.post(`${url}/email-code`, takesCode, async (request, reply) => {
    const admission = await admit(request, reply);
    if (!admission) return reply;
    const { path, fields, userId } = admission;
    const { code } = fields;
    const wrong = { step: 'code', fault: 'wrongCode' } as const;
    if (!isEmailCode(code)) return send(request, reply, path, fields, wrong);
    try {
      const { email } = await asWriter(dependencies, request, userId, () =>
        openedBy(request, 'emailCode').checkEmailCode({ userId, code }),
      );
      reply.header('cache-control', 'private, no-store');
      return reply.sendPage(emailProvenView(site, request.language, email ?? '', `${site.basePath}${path}`));
    } catch (error) {
      if (!isRefused(error, 'code_invalid')) throw error;
      return send(request, reply, path, fields, wrong);
    }
  });
};
