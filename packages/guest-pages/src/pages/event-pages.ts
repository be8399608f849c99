import { isClosed } from '@event-platform/domain';
import { type App, calendarMediaType, presentCalendar, responseCache } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { htmlType } from '../views/html.ts';
import { keepLanguage } from '../views/keep-language.ts';
import { answerState, emptyForm } from './answers/answer-state.ts';
import { emailRoutes } from './answers/email-routes.ts';
import { leaveEvent } from './answers/leave-event.ts';
import { nameRoute } from './answers/name-route.ts';
import { questionAnswers } from './answers/question-answers.ts';
import { guestCredentials, rsvpRoutes } from './answers/rsvp-routes.ts';
import { isSeatAnswer, ownOutcome, seatAnswers, seatFault } from './answers/seat-answers.ts';
import { answerSeries, isSeriesAnswer } from './answers/series-answers.ts';
import { eventPage, idOf } from './event-page.ts';
import { eventSignIn, signInPath, signInQuery } from './event-sign-in.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { guestNameOf, viewerOf } from './guest/guest-session.ts';
import { chosenLanguage, languageQuery } from './guest/language.ts';
import { allowCovers, setPolicy } from './guest/page-policy.ts';
import { EventParams } from './guest/params.ts';
import { mayLink } from './may-link.ts';
import { reportPage } from './report-page.ts';

/**
 * The page of an event, its form and its calendar. A private event has them for guests whom a cookie or a code makes
 * known; to all others it is as unknown as one that does not exist.
 */
export const eventPages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, links, clock, tokens, guestCookie } = dependencies;
  const sendCached = responseCache(htmlType);
  const { read, readPublic, hasEnded, besidesOf, pageOf, open } = eventPage(dependencies);
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, open, {
    credentials: guestCredentials(),
  });
  nameRoute(app, dependencies, open, '/e/:id', guestCredentials());
  questionAnswers(app, dependencies, open, '/e/:id', guestCredentials());
  emailRoutes(app, dependencies, open, '/e/:id', guestCredentials());

  /** The page of a guest who stays signed in: theirs alone, and never in a cache. */
  const sendOwn = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const viewer = await viewerOf(dependencies, request);
    const event = await read(idOf(request), viewer?.id);
    const viewerId = viewer?.id ?? null;
    const page = pageOf(request, event, await besidesOf(event, viewerId));
    const outcome = ownOutcome(event);
    const state = viewer
      ? answerState(dependencies, page, {
          outcome,
          receipt: '',
          guestName: guestNameOf(viewer),
          asksName: viewer.name === '' && outcome !== null,
        })
      : emptyForm(dependencies, page);
    return reply.header('cache-control', 'private, no-store').sendPage(page.render(state));
  };

  eventSignIn(app, dependencies, open);

  const own = { schema: { params: EventParams }, config: { credentials: ['pageCookie'] } } as const;
  app.get('/e/:id', own, async (request, reply) => {
    if (signInQuery in (request.query as object))
      return reply.redirect(`${site.basePath}${signInPath(request)}${languageQuery(request)}`, 303);
    reply.header('vary', 'accept-language, cookie');
    if (guestCookie.isSent(request)) return sendOwn(request, reply);
    const { event, besides, variant: ofBesides } = await readPublic(idOf(request));
    const make = () => {
      const page = pageOf(request, event, besides);
      const markup = page.render(emptyForm(dependencies, page));
      return keepLanguage(markup, chosenLanguage(request), site.basePath);
    };
    // The page holds a form token, which belongs to an hour.
    const now = clock.now();
    const state = `${hasEnded(event)} ${isClosed(event, now)} ${mayLink(event.organizer, now)}`;
    const variant = `${request.language} ${chosenLanguage(request)} ${tokens.currentHour()} ${state} ${ofBesides}`;
    setPolicy(reply, { hasScript: true });
    allowCovers(reply, [event.coverUrl]);
    return sendCached(request, reply, event, make, variant);
  });

  app.get('/e/:id/calendar.ics', own, async (request, reply) => {
    const viewer = await viewerOf(dependencies, request);
    if (guestCookie.isSent(request)) reply.header('cache-control', 'private, no-store');
    const event = await read(idOf(request), viewer?.id);
    return reply
      .type(calendarMediaType)
      .header('content-disposition', `attachment; filename="event-${event.id}.ics"`)
      .send(presentCalendar(site.brand.name, [event], { event: links.eventPage }));
  });

  const takeSeats = seatAnswers(domain);
  startCode('/e/:id/code', seatFault);
  takeAnswer(
    '/e/:id/rsvp',
    async (request, userId, fields) => {
      const { answer } = fields;
      if (isSeatAnswer(fields)) {
        await read(idOf(request), userId);
        return takeSeats({ eventId: idOf(request), userId }, fields);
      }
      if (isSeriesAnswer(answer))
        return answerSeries(domain, await read(idOf(request), userId), userId, answer);
      // Forms of 0.1 ended a booking by itself.
      if (answer === 'none' || answer === 'unbook') {
        await leaveEvent(domain, { eventId: idOf(request), userId });
        return 'withdrawn';
      }
      const state = answer === 'interested' ? 'interested' : 'going';
      await domain.answerRsvp({ eventId: idOf(request), userId, state });
      return state;
    },
    (fields, page) =>
      isSeatAnswer(fields) || /^(going|interested|series|seriesEnd|none|unbook)$/.test(fields.answer)
        ? seatFault(fields, page)
        : 'status',
  );

  reportPage(app, dependencies, '/e/:id', async (request, viewerId) => {
    const { id, title } = await read(idOf(request), viewerId);
    return { eventId: id, title, path: `/e/${id}` };
  });
};
