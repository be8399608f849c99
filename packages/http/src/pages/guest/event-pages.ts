import type { EventDetail, Zoned } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { calendarMediaType, presentCalendar } from '../../presenters/present-calendar.ts';
import { EventParams } from '../../schemas/params.ts';
import { htmlType } from '../html.ts';
import { textsOf } from '../texts/index.ts';
import { eventView } from '../views/event-view.ts';
import { answerRoutes, emptyForm, type OpenPage } from './answer-routes.ts';
import type { GuestDependencies } from './guest-dependencies.ts';

const idOf = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id;

/** The page of a public event, its form and its calendar. Any other event gets the page of an unknown one. */
export const eventPages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, links, clock, tokens } = dependencies;
  const read = (request: FastifyRequest): Promise<Zoned<EventDetail>> =>
    domain.getEvent({ eventId: idOf(request), callerId: null });

  const open: OpenPage = async (request) => {
    const event = await read(request);
    const path = `/e/${event.id}`;
    const address = `${site.basePath}${path}`;
    const { form } = textsOf(request.language);
    return {
      path,
      buttons: [
        { label: form.going, action: `${address}/rsvp`, status: 'going' },
        { label: form.interested, action: `${address}/rsvp`, status: 'interested' },
      ],
      render: (answer) =>
        eventView(site, request.language, {
          event,
          hasEnded: event.endAt <= clock.now(),
          url: links.eventPage(event.id),
          address,
          answer,
        }),
    };
  };
  const { startCode, takeAnswer } = answerRoutes(app, dependencies, open);

  app.get(
    '/e/:id',
    {
      config: {
        cached: 'item',
        // The page holds a form token, which belongs to an hour.
        cacheVariant: ({ language }) => `${language} ${tokens.currentHour()}`,
      },
      schema: { hide: true, params: EventParams },
    },
    async (request, reply) => {
      const page = await open(request);
      return reply.type(htmlType).send(page.render(emptyForm(dependencies, page)));
    },
  );

  app.get('/e/:id/calendar.ics', { schema: { hide: true, params: EventParams } }, async (request, reply) => {
    const event = await read(request);
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
