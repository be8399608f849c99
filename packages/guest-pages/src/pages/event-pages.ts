import { hash } from 'node:crypto';
import { bringListModule, type EventDetail, isClosed, refuse, type UserId } from '@event-platform/domain';
import { type App, calendarMediaType, presentCalendar, responseCache } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textsOf } from '../texts/index.ts';
import { type EventView, eventView } from '../views/event-view.ts';
import type { HostEvent } from '../views/host-events.ts';
import { htmlType } from '../views/html.ts';
import { keepLanguage } from '../views/keep-language.ts';
import { bookLabel, seatsOf } from '../views/seats.ts';
import { announcementsOf } from './announcements.ts';
import { answered, emptyForm, guestNameOf, type RsvpPage } from './answer-state.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { guestRoutes } from './guest-routes.ts';
import { viewerOf } from './guest-session.ts';
import { chosenLanguage } from './language.ts';
import { EventParams } from './params.ts';
import { reportPage } from './report-page.ts';
import { rsvpRoutes } from './rsvp-routes.ts';
import { isSeatAnswer, seatAnswers, seatFault } from './seat-answers.ts';
import { answerSeries, isSeriesAnswer, type PageSeries, seriesChoices, seriesOf } from './series-answers.ts';

const idOf = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id;

/** Events of the same host that a page names. */
const mostOthers = 3;
/** Read where some may be of the series of the page's own event. */
const mostRead = 30;

/** What a page shows besides the event itself. */
type Besides = Pick<EventView, 'bringList' | 'others' | 'announcements'> & {
  readonly series: PageSeries | null;
};

const isEmpty = ({ bringList, others, series }: Besides): boolean =>
  bringList === null && others.length === 0 && series === null;

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

  /** Null without a bring list. */
  const bringListOf = async (event: EventDetail, callerId: UserId | null) =>
    event.enabledModules.includes(bringListModule)
      ? domain.listBringItems({ eventId: event.id, callerId })
      : null;

  /** The next public events of the same host; none where they cannot be read: the page is complete without. */
  const othersOf = async ({ id, organizer, series }: EventDetail): Promise<readonly HostEvent[]> => {
    const query = { organizer: organizer.id, limit: series ? mostRead : mostOthers + 1, callerId: null };
    const { items } = await domain.listEvents(query).catch(() => ({ items: [] }));
    return items
      .filter(({ event }) => event.id !== id && (!series || event.series?.id !== series.id))
      .slice(0, mostOthers)
      .map(({ event: { id, title, startAt, endAt, timeZone } }) => ({ id, title, startAt, endAt, timeZone }));
  };

  /** What the page shows besides the event itself. */
  const besidesOf = async (event: EventDetail, callerId: UserId | null): Promise<Besides> => {
    const [bringList, others, announcements, series] = await Promise.all([
      bringListOf(event, callerId),
      othersOf(event),
      announcementsOf({ domain }, event.id, callerId),
      seriesOf(domain, event, callerId),
    ]);
    return { bringList, others, announcements, series };
  };

  const pageOf = (
    request: FastifyRequest,
    event: EventDetail,
    besides: Besides,
    viewerId: UserId | null = null,
  ): RsvpPage => {
    const path = `/e/${event.id}`;
    const address = `${site.basePath}${path}`;
    const texts = textsOf(request.language);
    const { form, change } = texts;
    const isLate = isClosed(event, clock.now());
    const seats = seatsOf(event, isLate);
    return {
      path,
      isClosed: event.status === 'cancelled' || hasEnded(event),
      action: 'rsvp',
      eventId: event.id,
      questions: event.questions,
      isLate,
      rsvp: event.myRsvp,
      seats,
      checkInUrl: viewerId === event.organizer.id ? `${address}/check-in` : null,
      choices: isLate
        ? [{ answer: 'none', label: change.withdraw }]
        : [
            ...(seats ? [{ answer: 'book', label: bookLabel(event, texts) }] : []),
            { answer: 'going', label: form.going },
            { answer: 'interested', label: form.interested },
            ...seriesChoices(besides.series, texts),
          ],
      render: (answer) =>
        eventView(site, request.language, {
          event,
          hasEnded: hasEnded(event),
          url: links.eventPage(event.id),
          address,
          answer,
          ...besides,
        }),
    };
  };
  const open = async (request: FastifyRequest, viewerId: UserId | null) => {
    const event = await read(idOf(request), viewerId);
    return pageOf(request, event, await besidesOf(event, viewerId), viewerId);
  };
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, open);
  guestRoutes(app, dependencies, open, '/e/:id');

  /** The page of a guest who stays signed in: theirs alone, and never in a cache. */
  const sendOwn = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const viewer = await viewerOf(dependencies, request);
    const event = await read(idOf(request), viewer?.id);
    const viewerId = viewer?.id ?? null;
    const page = pageOf(request, event, await besidesOf(event, viewerId), viewerId);
    const state = viewer
      ? answered(dependencies, page, {
          outcome: event.myRsvp,
          receipt: '',
          guestName: guestNameOf(viewer),
          asksName: viewer.name === '' && event.myRsvp !== null,
        })
      : emptyForm(dependencies, page);
    return reply.header('cache-control', 'private, no-store').sendPage(page.render(state));
  };

  app.get('/e/:id', { schema: { params: EventParams } }, async (request, reply) => {
    reply.header('vary', 'accept-language, cookie');
    if (guestCookie.isSent(request)) return sendOwn(request, reply);
    const event = await read(idOf(request));
    const besides = await besidesOf(event, null);
    const make = () => {
      const page = pageOf(request, event, besides);
      const markup = page.render(emptyForm(dependencies, page));
      return keepLanguage(markup, chosenLanguage(request), site.basePath);
    };
    // The page holds a form token, which belongs to an hour.
    const ofBesides = isEmpty(besides) ? '' : hash('sha256', JSON.stringify(besides));
    const state = `${hasEnded(event)} ${isClosed(event, clock.now())}`;
    const variant = `${request.language} ${chosenLanguage(request)} ${tokens.currentHour()} ${state} ${ofBesides}`;
    return sendCached(request, reply, event, make, variant);
  });

  app.get('/e/:id/calendar.ics', { schema: { params: EventParams } }, async (request, reply) => {
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
      const state = answer === 'none' ? null : answer === 'interested' ? 'interested' : 'going';
      await domain.answerRsvp({ eventId: idOf(request), userId, state });
      return state ?? 'withdrawn';
    },
    (fields, page) =>
      isSeatAnswer(fields) || /^(going|interested|series|seriesEnd|none)$/.test(fields.answer)
        ? seatFault(fields, page)
        : 'status',
  );

  reportPage(app, dependencies, '/e/:id', async (request, viewerId) => {
    const { id, title } = await read(idOf(request), viewerId);
    return { eventId: id, title, path: `/e/${id}` };
  });
};
