import { type EventDetail, isClosed, refuse, type UserId } from '@event-platform/domain';
import { type App, calendarMediaType, presentCalendar, responseCache } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textsOf } from '../texts/index.ts';
import { eventView } from '../views/event-view.ts';
import { htmlType } from '../views/html.ts';
import { answered, emptyForm, guestNameOf, type RsvpPage } from './answer-state.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { guestRoutes } from './guest-routes.ts';
import { viewerOf } from './guest-session.ts';
import { EventParams } from './params.ts';
import { rsvpRoutes } from './rsvp-routes.ts';

const idOf = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id;

/** The page of a public event, its form and its calendar. Any other event gets the page of an unknown one. */
export const eventPages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, links, clock, tokens, guestCookie } = dependencies;
  const sendCached = responseCache(htmlType);
  const read = async (eventId: string, callerId: UserId | null = null): Promise<EventDetail> => {
    const event = await domain.getEvent({ eventId, callerId });
    // A private event has no page here, whoever looks.
    if (event.visibility !== 'public') throw refuse('event_not_found');
    return event;
  };

  const hasEnded = ({ endAt }: EventDetail): boolean => endAt <= clock.now();

  const pageOf = (request: FastifyRequest, event: EventDetail): RsvpPage => {
    const path = `/e/${event.id}`;
    const address = `${site.basePath}${path}`;
    const { form, change } = textsOf(request.language);
    const isLate = isClosed(event, clock.now());
    return {
      path,
      isClosed: event.status === 'cancelled' || hasEnded(event),
      action: 'rsvp',
      isLate,
      choices: isLate
        ? [{ answer: 'none', label: change.withdraw }]
        : [
            { answer: 'going', label: form.going },
            { answer: 'interested', label: form.interested },
          ],
      render: (answer) =>
        eventView(site, request.language, {
          event,
          hasEnded: hasEnded(event),
          url: links.eventPage(event.id),
          address,
          answer,
        }),
    };
  };
  const open = async (request: FastifyRequest, viewerId: UserId | null) =>
    pageOf(request, await read(idOf(request), viewerId));
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, open);
  guestRoutes(app, dependencies, open, '/e/:id');

  /** The page of a guest who stays signed in: theirs alone, and never in a cache. */
  const sendOwn = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const viewer = await viewerOf(dependencies, request);
    const event = await read(idOf(request), viewer?.id);
    const page = pageOf(request, event);
    const state = viewer
      ? answered(dependencies, page, {
          outcome: event.myRsvp,
          receipt: '',
          guestName: guestNameOf(viewer),
          asksName: viewer.name === '' && event.myRsvp !== null,
        })
      : emptyForm(dependencies, page);
    return reply.header('cache-control', 'private, no-store').type(htmlType).send(page.render(state));
  };

  app.get('/e/:id', { schema: { params: EventParams } }, async (request, reply) => {
    reply.header('vary', 'accept-language, cookie');
    if (guestCookie.isSent(request)) return sendOwn(request, reply);
    const event = await read(idOf(request));
    const make = () => {
      const page = pageOf(request, event);
      return page.render(emptyForm(dependencies, page));
    };
    // The page holds a form token, which belongs to an hour.
    const variant = `${request.language} ${tokens.currentHour()} ${hasEnded(event)} ${isClosed(event, clock.now())}`;
    return sendCached(request, reply, event, make, variant);
  });

  app.get('/e/:id/calendar.ics', { schema: { params: EventParams } }, async (request, reply) => {
    const event = await read(idOf(request));
    return reply
      .type(calendarMediaType)
      .header('content-disposition', `attachment; filename="event-${event.id}.ics"`)
      .send(presentCalendar(site.brand.name, [event], { event: links.eventPage }));
  });

  startCode('/e/:id/code');
  takeAnswer(
    '/e/:id/rsvp',
    async (request, userId, { answer }) => {
      const state = answer === 'none' ? null : answer === 'interested' ? 'interested' : 'going';
      await domain.answerRsvp({ eventId: idOf(request), userId, state });
      return state ?? 'withdrawn';
    },
    ({ answer }) => (/^(going|interested|none)$/.test(answer) ? null : 'status'),
  );
};
