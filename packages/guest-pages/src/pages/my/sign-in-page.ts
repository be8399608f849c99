import type { App } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFields } from '../../forms/form-fields.ts';
import { signInPath as path } from '../../views/layout.ts';
import { signInView } from '../../views/rsvp/sign-in-view.ts';
import { emptyForm } from '../answers/answer-state.ts';
import { type OpenPage, rsvpRoutes } from '../answers/rsvp-routes.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import { viewerOf } from '../guest/guest-session.ts';
import { chosenLanguage } from '../guest/language.ts';
import { backPath } from '../own/sign-in-address.ts';

/** Where a sign-in leads that comes from nowhere. */
const usualPath = '/my/events';

/** The page on which one signs in, from wherever one came. */
export const signInPage = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { site, guestCookie } = dependencies;
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'private, no-store' });
  });

  const lead = (request: FastifyRequest, reply: FastifyReply, to: string): FastifyReply => {
    const language = chosenLanguage(request);
    const query = language && !/[?&]lang=/.test(to) ? `${to.includes('?') ? '&' : '?'}lang=${language}` : '';
    return reply.redirect(`${site.basePath}${to}${query}`, 303);
  };

  const open: OpenPage = async (request) => {
    const { back } = request.query as { readonly back?: unknown };
    const wanted = typeof back === 'string' ? back : formFields(request.body).back;
    return {
      ...{ request, path, action: '', choices: [] },
      purpose: 'enter',
      back: backPath(wanted) ?? '',
      render: (answer) => signInView(site, request.language, answer),
    };
  };

  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, open, {
    takesReceipts: false,
    leadTo: (request, reply, { back }) => lead(request, reply, backPath(back) ?? usualPath),
  });

  app.get(path, { config: { credentials: ['pageCookie'] } }, async (request, reply) => {
    const page = await open(request, null);
    const viewer = guestCookie.isSent(request) ? await viewerOf(dependencies, request) : null;
    if (viewer) return lead(request, reply, page.back || usualPath);
    return reply.sendPage(page.render(emptyForm(dependencies, page)));
  });
  startCode(`${path}/code`);
  takeAnswer(path, async () => 'admitted');
};
