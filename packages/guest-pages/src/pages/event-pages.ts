import { hash } from 'node:crypto';
import type { EventDetail, Zoned } from '@event-platform/domain';
import { type App, calendarMediaType, presentCalendar } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import { textsOf } from '../texts/index.ts';
import { eventView } from '../views/event-view.ts';
import { htmlType } from '../views/html.ts';
import { type AnswerPage, answerRoutes, emptyForm } from './answer-routes.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { EventParams } from './params.ts';

/** Kept with each cached page, so it is short. */
const digestOf = (event: Zoned<EventDetail>): string => hash('sha256', JSON.stringify(event), 'base64url');

const idOf = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id;

/** The page of a public event, its form and its calendar. Any other event gets the page of an unknown one. */
export const eventPages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, links, clock, tokens } = dependencies;
  const read = (eventId: string): Promise<Zoned<EventDetail>> => domain.getEvent({ eventId, callerId: null });

  /** Most writes change no event: reading it again is cheaper than making its page again. */
  const isStill = (event: Zoned<EventDetail>): (() => Promise<boolean>) => {
    const { id } = event;
    const shown = digestOf(event);
    return () =>
      read(id).then(
        (now) => digestOf(now) === shown,
        () => false,
      );
  };

  const pageOf = (request: FastifyRequest, event: Zoned<EventDetail>): AnswerPage => {
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
  const { startCode, takeAnswer } = answerRoutes(app, dependencies, async (request) =>
    pageOf(request, await read(idOf(request))),
  );

  app.get(
    '/e/:id',
    {
      config: {
        cached: 'item',
        // The page holds a form token, which belongs to an hour.
        cacheVariant: ({ language }) => `${language} ${tokens.currentHour()}`,
      },
      schema: { params: EventParams },
    },
    async (request, reply) => {
      const event = await read(idOf(request));
      request.isListCurrent = isStill(event);
      const page = pageOf(request, event);
      return reply.type(htmlType).send(page.render(emptyForm(dependencies, page)));
    },
  );

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
