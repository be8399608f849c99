import { hash } from 'node:crypto';
import {
  type Answers,
  bringListModule,
  DomainError,
  type EventDetail,
  isClosed,
  type ListedBringItem,
  type ListedEvent,
  type Paged,
  type UserId,
} from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { formFields } from '../forms/form-fields.ts';
import { textsOf } from '../texts/index.ts';
import { type EventView, eventView } from '../views/event-view.ts';
import type { HostEvent } from '../views/host-events.ts';
import { bookLabel, seatsOf } from '../views/seats.ts';
import { announcementsOf } from './announcements.ts';
import type { RsvpPage } from './answer-state.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { viewerOf } from './guest-session.ts';
import { ownAnswersOf } from './question-answers.ts';
import { type PageSeries, seriesChoices, seriesOf } from './series-answers.ts';
import { sharedReads } from './shared-reads.ts';

/** The id in the address of a page. */
export const idOf = ({ params }: FastifyRequest): string => (params as { readonly id: string }).id;

/** Events of the same host that a page names. */
const mostOthers = 3;
/** Read where some may be of the series of the page's own event. */
const mostRead = 30;

/** What a page shows besides the event itself. */
export type Besides = Pick<EventView, 'bringList' | 'others' | 'announcements'> & {
  readonly series: PageSeries | null;
  readonly ownAnswers: Answers;
};

const isEmpty = ({ bringList, others, series }: Besides): boolean =>
  bringList === null && others.length === 0 && series === null;

interface Known {
  readonly organizer: UserId;
  readonly isOfSeries: boolean;
  readonly hasList: boolean;
}

type HostList = Pick<Paged<ListedEvent>, 'items'>;

/** What is read together with the event, not after it; neither rejects. */
interface Ahead {
  readonly hostList: Promise<HostList>;
  /** Null where it was not read. */
  readonly bringList: Promise<readonly ListedBringItem[] | null> | null;
}

const hasBringList = ({ enabledModules }: EventDetail): boolean => enabledModules.includes(bringListModule);

/** Reads the pages of events: public ones, and to whoever sees them in the API private ones. */
export const eventPage = (dependencies: GuestDependencies) => {
  const { domain, site, links, clock, guestReceipts } = dependencies;
  const read = (eventId: string, callerId: UserId | null = null): Promise<EventDetail> =>
    domain.getEvent({ eventId, callerId });

  const hasEnded = ({ endAt }: EventDetail): boolean => endAt <= clock.now();

  /** Null without a bring list. */
  const bringListOf = async (event: EventDetail, callerId: UserId | null, ahead: Ahead | null) => {
    if (!hasBringList(event)) return null;
    return (await ahead?.bringList) ?? domain.listBringItems({ eventId: event.id, callerId });
  };

  /** The next public events of a host; none where they cannot be read: the page is complete without. */
  const ofHost = (organizer: UserId, isOfSeries: boolean): Promise<HostList> =>
    domain
      .listEvents({ organizer, limit: isOfSeries ? mostRead : mostOthers + 1, callerId: null })
      .catch(() => ({ items: [] }));

  const othersOf = async (
    { id, organizer, series }: EventDetail,
    ahead: Ahead | null,
  ): Promise<readonly HostEvent[]> => {
    const { items } = await (ahead?.hostList ?? ofHost(organizer.id, series !== null));
    return items
      .filter(({ event }) => event.id !== id && (!series || event.series?.id !== series.id))
      .slice(0, mostOthers)
      .map(({ event: { id, title, startAt, endAt, timeZone } }) => ({ id, title, startAt, endAt, timeZone }));
  };

  /** What the page shows besides the event itself. */
  const besidesOf = async (
    event: EventDetail,
    callerId: UserId | null,
    ahead: Ahead | null = null,
  ): Promise<Besides> => {
    const [bringList, others, announcements, series, ownAnswers] = await Promise.all([
      bringListOf(event, callerId, ahead),
      othersOf(event, ahead),
      announcementsOf({ domain }, event.id, callerId),
      seriesOf(domain, event, callerId),
      ownAnswersOf(domain, event, callerId),
    ]);
    return { bringList, others, announcements, series, ownAnswers };
  };

  /** Of events whose pages were read. An organizer never changes; the rest is read again where it did. */
  const known = new LRUCache<string, Known>({ max: 5_000 });

  const readAhead = (id: string): Ahead | null => {
    const found = known.get(id);
    if (!found) return null;
    const { organizer, isOfSeries, hasList } = found;
    const bringList = hasList
      ? domain.listBringItems({ eventId: id, callerId: null }).catch(() => null)
      : null;
    return { hostList: ofHost(organizer, isOfSeries), bringList };
  };

  /** What all visitors without a cookie see: once the page is known, all of it is read at the same time. */
  const readPublic = sharedReads(async (id) => {
    const ahead = readAhead(id);
    const event = await read(id);
    const { organizer, series } = event;
    known.set(id, { organizer: organizer.id, isOfSeries: series !== null, hasList: hasBringList(event) });
    const besides = await besidesOf(event, null, ahead);
    /** Two reads with the same one show the same besides the event. */
    const variant = isEmpty(besides) ? '' : hash('sha256', JSON.stringify(besides));
    return { event, besides, variant };
  });

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
      isPrivate: event.visibility === 'private',
      questions: event.questions,
      ownAnswers: besides.ownAnswers,
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
  /** Whom a form names by its receipt or its cookie; neither is used up. */
  const namedBy = async (request: FastifyRequest): Promise<UserId | null> => {
    const { receipt } = formFields(request.body);
    if (receipt !== '') return guestReceipts.read(`/e/${idOf(request)}`, receipt);
    return (await viewerOf(dependencies, request))?.id ?? null;
  };

  /** To all but its guests a private event is unknown: its forms are opened as those whom they name. */
  const opened = async (request: FastifyRequest, viewerId: UserId | null) => {
    try {
      return { event: await read(idOf(request), viewerId), viewerId };
    } catch (error) {
      const isUnknown = error instanceof DomainError && error.problem.code === 'event_not_found';
      const guestId = isUnknown && viewerId === null ? await namedBy(request) : null;
      if (guestId === null) throw error;
      return { event: await read(idOf(request), guestId), viewerId: guestId };
    }
  };

  const open = async (request: FastifyRequest, callerId: UserId | null): Promise<RsvpPage> => {
    const { event, viewerId } = await opened(request, callerId);
    return pageOf(request, event, await besidesOf(event, viewerId), viewerId);
  };

  return { read, readPublic, hasEnded, besidesOf, pageOf, open };
};
