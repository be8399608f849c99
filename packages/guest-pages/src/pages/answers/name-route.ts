import { type CredentialName, DomainError } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import { formFields } from '../../forms/form-fields.ts';
import { outcomes } from '../../forms/outcome.ts';
import { asWriter, senderOf, signedInName } from '../guest/guest-session.ts';
import { answerState, emptyForm } from './answer-state.ts';
import { type AnswerDependencies, guestCredentials, type OpenPage } from './rsvp-routes.ts';

/**
 * Adds the route that takes the name of a guest who has answered on a page.
 * @param credentials what `open` takes
 */
export const nameRoute = (
  app: App,
  dependencies: AnswerDependencies,
  open: OpenPage,
  url: string,
  credentials: readonly CredentialName[],
): void => {
  const { domain, tokens } = dependencies;
  app.post(
    `${url}/name`,
    { config: { credentials: guestCredentials(credentials) } },
    async (request, reply) => {
      const page = await open(request, null);
      const fields = formFields(request.body);
      const isValid = tokens.isValid(page.path, fields.form, request.cookieSession) && !fields.isRepeated;
      const userId = isValid ? await senderOf(dependencies, request, reply, page.path, fields) : null;
      if (!userId) {
        const form = emptyForm(dependencies, page);
        return reply.code(400).sendPage(page.render({ ...form, fault: isValid ? 'signInAgain' : 'expired' }));
      }
      const user = await domain.getProfile({ userId });
      // A receipt proves an answer: it sets a name where there is none, and changes none.
      const refusal = user.name
        ? null
        : await asWriter(dependencies, request, userId, () =>
            domain.updateProfile({ userId, changes: { name: fields.name } }).then(
              () => null,
              (error: unknown) => {
                if (!(error instanceof DomainError) || error.problem.code !== 'invalid_request') throw error;
                return error;
              },
            ),
          );
      // A guest who was read without a name before may have one by now.
      request.viewer = null;
      const current = await open(request, userId);
      const state = answerState(dependencies, current, {
        outcome: outcomes.find((outcome) => outcome === fields.answer) ?? null,
        isNew: true,
        receipt: fields.receipt,
        asksName: refusal !== null,
        fault: refusal && 'name',
        guestName: await signedInName(dependencies, request, userId),
      });
      return reply.code(refusal ? 400 : 200).sendPage(current.render(state));
    },
  );
};
