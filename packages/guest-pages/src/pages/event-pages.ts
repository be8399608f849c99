import type { EventDetail } from '@event-platform/domain';
import { type App, calendarMediaType, presentCalendar, responseCache } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import { textsOf } from '../texts/index.ts';
import { eventView } from '../views/event-view.ts';
import { htmlType } from '../views/html.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { EventParams } from './params.ts';
import { emptyForm, type RsvpPage, rsvpRoutes } from './rsvp-routes.ts';

const idOf = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id;

/** The page of a public event, its form and its calendar. Any other event gets the page of an unknown one. */
export const eventPages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, links, clock, tokens } = dependencies;
  const sendCached = responseCache(htmlType);
  const read = (eventId: string): Promise<EventDetail> => domain.getEvent({ eventId, callerId: null });

  const hasEnded = ({ endAt }: EventDetail): boolean => endAt <= clock.now();

  const pageOf = (request: FastifyRequest, event: EventDetail): RsvpPage => {
    const path = `/e/${event.id}`;
    const address = `${site.basePath}${path}`;
    const { form } = textsOf(request.language);
    return {
      path,
      isClosed: event.status === 'cancelled' || hasEnded(event),
      buttons: [
        { label: form.going, action: `${address}/rsvp`, status: 'going' },
        { label: form.interested, action: `${address}/rsvp`, status: 'interested' },
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
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, async (request) =>
    pageOf(request, await read(idOf(request))),
  );

  app.get('/e/:id', { schema: { params: EventParams } }, async (request, reply) => {
    const event = await read(idOf(request));
    const make = () => {
      const page = pageOf(request, event);
      return page.render(emptyForm(dependencies, page));
    };
    // The page holds a form token, which belongs to an hour.
    const variant = `${request.language} ${tokens.currentHour()} ${hasEnded(event)}`;
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
    async (request, userId, { status }) => {
      const state = status === 'interested' ? 'interested' : 'going';
      await domain.answerRsvp({ eventId: idOf(request), userId, state });
      return state;
    },
    ({ status }) => (status === 'going' || status === 'interested' ? null : 'status'),
  );
};
