import { type CredentialName, DomainError, type UserId } from '@event-platform/domain';
import { type App, clientNetwork } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import { type FormFields, formFields } from '../../forms/form-fields.ts';
import { outcomes } from '../../views/rsvp/outcome.ts';
import { asWriter, rotateCookie, senderOf, viewerOf } from '../guest/guest-session.ts';
import { languageQuery } from '../guest/language.ts';
import { answerState, emptyForm, guestNameOf } from './answer-state.ts';
import { type AnswerDependencies, guestCredentials, type OpenPage } from './rsvp-routes.ts';

/**
 * Adds the routes of a guest who has answered on a page: one that takes a name, and one that signs out.
 * @param credentials what `open` takes
 */
export const guestRoutes = (
  app: App,
  dependencies: AnswerDependencies,
  open: OpenPage,
  url: string,
  credentials: readonly CredentialName[],
): void => {
  const { domain, tokens } = dependencies;

  /** Whether the guest of a form is also whom the cookie keeps signed in: right after the code a form has a receipt, too. */
  const isSignedIn = async (request: FastifyRequest, userId: UserId, { receipt }: FormFields) =>
    receipt === '' || (await viewerOf(dependencies, request))?.id === userId;

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
      const current = await open(request, userId);
      const state = answerState(dependencies, current, {
        outcome: outcomes.find((outcome) => outcome === fields.answer) ?? null,
        isNew: true,
        receipt: fields.receipt,
        asksName: refusal !== null,
        fault: refusal && 'name',
        guestName: (await isSignedIn(request, userId, fields))
          ? guestNameOf({ ...user, name: refusal || user.name ? user.name : fields.name })
          : null,
      });
      return reply.code(refusal ? 400 : 200).sendPage(current.render(state));
    },
  );

  signOutRoute(app, dependencies, open, url, credentials);
};

/** Adds the route of a page that signs a guest out. @param credentials what `open` takes */
export const signOutRoute = (
  app: App,
  dependencies: AnswerDependencies,
  open: OpenPage,
  url: string,
  credentials: readonly CredentialName[] = [],
): void => {
  const { domain, tokens, site, guestCookie } = dependencies;
  const ofCookie = [...new Set<CredentialName>(['pageCookie', ...credentials])];
  app.post(`${url}/sign-out`, { config: { credentials: ofCookie } }, async (request, reply) => {
    const page = await open(request, null);
    const { form } = formFields(request.body);
    if (tokens.isValid(page.path, form, request.cookieSession)) {
      const session = await rotateCookie(dependencies, request, reply);
      const origin = { sessionId: session?.id ?? null, network: clientNetwork(request.ip) };
      if (session) await domain.logOut({ userId: session.userId, sessionId: session.id, origin });
      reply.removeHeader('set-cookie');
      guestCookie.clear(reply);
    }
    return reply.redirect(`${site.basePath}${page.path}${languageQuery(request)}`, 303);
  });
};
