import type { App } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import { isAnswered } from '../views/rsvp/answer.ts';
import { signInView } from '../views/rsvp/sign-in-view.ts';
import { emptyForm, type RsvpPage } from './answers/answer-state.ts';
import { type OpenPage, rsvpRoutes } from './answers/rsvp-routes.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { viewerOf } from './guest/guest-session.ts';
import { languageQuery } from './guest/language.ts';
import { EventParams } from './guest/params.ts';

/** In the address of a page that guests may not see: leads to the form. The page itself names no event. */
export const signInQuery = 'sign-in';

const url = '/e/:id/sign-in';

/** The address of the form for an event, known or not. */
export const signInPath = (request: FastifyRequest): string => {
  const { id } = request.params as { readonly id: string };
  return `/e/${encodeURIComponent(id)}/sign-in`;
};

/** Shows a page as that of a guest who has only signed in. */
const withoutOutcome = (page: RsvpPage): RsvpPage => {
  const state = { outcome: page.rsvp ?? null, isNew: false };
  return { ...page, render: (answer) => page.render(isAnswered(answer) ? { ...answer, ...state } : answer) };
};

/**
 * Where guests of a private event without the cookie sign in, sent by its mails. Until they have, the form is the same
 * for every event, known or not.
 */
export const eventSignIn = (app: App, dependencies: GuestDependencies, openEvent: OpenPage): void => {
  const { site, guestCookie } = dependencies;
  const open: OpenPage = async (request, viewerId) =>
    viewerId
      ? withoutOutcome(await openEvent(request, viewerId))
      : {
          request,
          path: signInPath(request),
          action: 'enter',
          purpose: 'signIn',
          choices: [],
          render: (answer) => signInView(site, request.language, answer),
        };
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, open, { takesReceipts: false });

  const config = { credentials: ['pageCookie'] } as const;
  app.get(url, { schema: { params: EventParams }, config }, async (request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' });
    const viewer = guestCookie.isSent(request) ? await viewerOf(dependencies, request) : null;
    const event = viewer && (await openEvent(request, viewer.id).catch(() => null));
    if (event) return reply.redirect(`${site.basePath}${event.path}${languageQuery(request)}`, 303);
    const page = await open(request, null);
    return reply.sendPage(page.render(emptyForm(dependencies, page)));
  });
  startCode(`${url}/code`);
  takeAnswer(`${url}/enter`, async (request, userId) => {
    await openEvent(request, userId);
    return 'admitted';
  });
};
