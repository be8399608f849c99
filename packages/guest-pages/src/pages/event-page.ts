import { hash } from 'node:crypto';
import {
  type Answers,
  bringListModule,
  DomainError,
  type EventDetail,
  type HostEvent,
  maxHostEvents,
  pickFields,
  type UserId,
} from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import { formFields } from '../forms/form-fields.ts';
import { textsOf } from '../texts/index.ts';
import { type EventView, eventView } from '../views/event/event-view.ts';
import { bookLabel, goingLabel, seatsOf } from '../views/rsvp/seats.ts';
import { announcementsOf } from './announcements.ts';
import { closingOf, type RsvpPage } from './answers/answer-state.ts';
import { ownAnswersOf } from './answers/question-answers.ts';
import { type PageSeries, seriesChoices, seriesOf } from './answers/series-answers.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { namedBy } from './guest/guest-session.ts';
import { mayLink } from './may-link.ts';

/** The id in the address of a page. */
export const idOf = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id;

/** Read where some may be of the series of the page's own event. */
const mostRead = 30;

/** What a page shows besides the event itself. */
export type Besides = Pick<EventView, 'bringList' | 'others' | 'announcements'> & {
  readonly series: PageSeries | null;
  readonly ownAnswers: Answers;
};

const hasBringList = ({ enabledModules }: EventDetail): boolean => enabledModules.includes(bringListModule);

/** Reads the pages of events: public ones, and private ones to those who see them in the API. */
export const eventPage = (dependencies: GuestDependencies) => {
  const { domain, site, links, clock } = dependencies;
  const read = (eventId: string, callerId: UserId | null = null): Promise<EventDetail> =>
    domain.getEvent({ eventId, callerId });

  const hasEnded = ({ endAt, status }: EventDetail): boolean =>
    status !== 'postponed' && endAt <= clock.now();

  /** Null without a bring list. */
  const bringListOf = async (event: EventDetail, callerId: UserId | null) =>
    hasBringList(event) ? domain.listBringItems({ eventId: event.id, callerId }) : null;

  /** The next public events of the host; none where they cannot be read: the page is complete without. */
  const othersOf = async ({ id, organizer, series }: EventDetail): Promise<readonly HostEvent[]> => {
    const limit = series ? mostRead : maxHostEvents + 1;
    const { items } = await domain
      .listEvents({ organizer: organizer.id, limit, callerId: null })
      .catch(() => ({ items: [] }));
    return items
      .filter(({ event }) => event.id !== id && (!series || event.series?.id !== series.id))
      .slice(0, maxHostEvents)
      .map(({ event }) => pickFields(event, ['id', 'title', 'startAt', 'endAt', 'isAllDay', 'timeZone']));
  };

  /** What the page shows besides the event itself. */
  const besidesOf = async (event: EventDetail, callerId: UserId | null): Promise<Besides> => {
    const [bringList, others, announcements, series, ownAnswers] = await Promise.all([
      bringListOf(event, callerId),
      othersOf(event),
      announcementsOf({ domain }, event.id, callerId),
      seriesOf(domain, event, callerId),
      ownAnswersOf(domain, event, callerId),
    ]);
    return { bringList, others, announcements, series, ownAnswers };
  };

  /** What all visitors without a cookie see; the same event while nothing in it has changed, but for its series. */
  const readPublic = async (eventId: string) => {
    const event = await domain.getEventPage({ eventId });
    const series = await seriesOf(domain, event, null);
    const besides: Besides = {
      bringList: event.bringList,
      others: event.hostEvents,
      announcements: [],
      series,
      ownAnswers: {},
    };
    return { event, besides, variant: series ? hash('sha256', JSON.stringify(series)) : '' };
  };

  const pageOf = (request: FastifyRequest, event: EventDetail, besides: Besides): RsvpPage => {
    const path = `/e/${event.id}`;
    const address = `${site.basePath}${path}`;
    const texts = textsOf(request.language);
    const { form, change } = texts;
    const closing = closingOf(event, clock.now());
    const seats = seatsOf(event, closing);
    return {
      request,
      path,
      isClosed: event.status === 'cancelled' || hasEnded(event),
      action: 'rsvp',
      eventId: event.id,
      isPrivate: event.visibility === 'private',
      questions: event.questions,
      ownAnswers: besides.ownAnswers,
      closing,
      rsvp: event.myRsvp,
      seats,
      managedEventId: event.myRole && event.id,
      choices: closing
        ? [{ answer: 'none', label: change.withdraw }]
        : [
            seats
              ? { answer: 'book', label: bookLabel(event, texts) }
              : { answer: 'going', label: goingLabel(event, texts) },
            ...(seats?.ownBooking ? [] : [{ answer: 'interested', label: form.interested }]),
            ...seriesChoices(besides.series, texts),
          ],
      render: (answer) =>
        eventView(site, request.language, {
          event,
          hasEnded: hasEnded(event),
          url: links.eventPage(event.id),
          address,
          answer,
          hasLinks: mayLink(event.organizer, clock.now()),
          ...besides,
        }),
    };
  };
  /** To all but its guests a private event is unknown: its forms are opened as those whom they name. */
  const openEvent = async (request: FastifyRequest, viewerId: UserId | null) => {
    try {
      return { event: await read(idOf(request), viewerId), viewerId };
    } catch (error) {
      const isUnknown = error instanceof DomainError && error.problem.code === 'event_not_found';
      const guestId =
        isUnknown && viewerId === null
          ? await namedBy(dependencies, request, `/e/${idOf(request)}`, formFields(request.body))
          : null;
      if (guestId === null) throw error;
      return { event: await read(idOf(request), guestId), viewerId: guestId };
    }
  };

  const open = async (request: FastifyRequest, callerId: UserId | null): Promise<RsvpPage> => {
    const { event, viewerId } = await openEvent(request, callerId);
    return pageOf(request, event, await besidesOf(event, viewerId));
  };

  return { read, readPublic, hasEnded, besidesOf, pageOf, open };
};
