import { Readable } from 'node:stream';
import type { Attendee, AttendeeAnswers } from '@event-platform/domain';
import { type App, attendeesCsv, csvMediaType, downloadTimeout } from '@event-platform/http';
import { typedText } from '../../forms/typed.ts';
import {
  type GuestFilter,
  type GuestsData,
  guestFilters,
  guestsView,
  printView,
} from '../../views/organise/guests-view.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import type { Own } from '../own/own.ts';
import type { ownPages } from '../own/own-pages.ts';
import { managedBy, pageNumber } from './overview-pages.ts';

/** On one page: it stays below its weight. */
const mostShown = 25;
/** On the page to print; the table has all. */
const mostPrinted = 500;

const queryText = ({ request }: Own, name: string): string => {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value.slice(0, 100).toWellFormed() : '';
};

const filterIn = (own: Own): GuestFilter =>
  guestFilters.find((name) => name === queryText(own, 'filter')) ?? 'all';

/** The list that a form stood in, from its beginning. */
const listAfter = (own: Own, done: string): string => {
  const query = new URLSearchParams({ filter: filterIn(own), q: queryText(own, 'q'), done });
  return `${own.path}?${query.toString()}`;
};

/** The guests of an event: found, removed and let in by those who manage it. */
export const guestListPages = (
  _app: App,
  dependencies: GuestDependencies,
  { show, form }: ReturnType<typeof ownPages>,
): void => {
  const { domain } = dependencies;

  /** What a filter shows; all lists are the domain's. */
  const listed = async (own: Own, filter: GuestFilter, words: string) => {
    const query = {
      eventId: own.id,
      callerId: own.viewer.id,
      page: pageNumber(own.request),
      limit: mostShown,
    };
    const none = { attendees: null, bookings: null, invitations: null };
    if (filter === 'booked' || filter === 'waitlisted') {
      const status = filter === 'booked' ? 'confirmed' : 'waitlisted';
      return { ...none, bookings: await domain.listBookings({ ...query, status }) };
    }
    if (filter === 'invited') return { ...none, invitations: await domain.listEventInvitations(query) };
    const rsvp = filter === 'all' ? undefined : filter;
    const q = words === '' ? undefined : words;
    return { ...none, attendees: await domain.listAttendees({ ...query, rsvp, q }) };
  };

  form<GuestsData>('/organise/:id/guests', {
    cost: 'list',
    read: async (own) => {
      const { event } = await managedBy(dependencies, own);
      const filter = filterIn(own);
      const words = queryText(own, 'q').trim();
      const lists = await listed(own, filter, words);
      const removingId = queryText(own, 'remove');
      const user = [...(lists.attendees?.items ?? []), ...(lists.bookings?.items ?? [])].find(
        (one) => one.user.id === removingId,
      )?.user;
      return {
        ...{ event, filter, words: lists.attendees ? words : '', ...lists },
        removing: user ? { id: user.id, name: user.name || user.username } : null,
      };
    },
    render: guestsView,
    actions: {
      remove: {
        run: async (own, typed) => {
          const { id: eventId, viewer, origin } = own;
          const userId = typedText(typed, 'user');
          const rotateLink = typedText(typed, 'rotate') !== '';
          await domain.removeAttendee({ eventId, userId, callerId: viewer.id, origin, rotateLink });
          return listAfter(own, 'removed');
        },
      },
      'let-in': {
        run: async (own, typed) => {
          const { id: eventId, viewer } = own;
          await domain.confirmBooking({
            ...{ eventId, callerId: viewer.id, bookingId: typedText(typed, 'booking') },
            force: typedText(typed, 'force') !== '',
          });
          return listAfter(own, 'letIn');
        },
      },
    },
  });

  show(
    '/organise/:id/guests.csv',
    async ({ id: eventId, viewer, reply }) => {
      const { questions, pages } = await domain.exportAttendees({ eventId, callerId: viewer.id });
      reply.type(csvMediaType).header('content-disposition', 'attachment; filename="attendees.csv"');
      return reply.send(Readable.from(attendeesCsv(questions, pages)));
    },
    { config: { cost: 'download', handlerTimeout: downloadTimeout } },
  );

  show(
    '/organise/:id/guests/print',
    async (own) => {
      const { event } = await managedBy(dependencies, own);
      const { pages } = await domain.exportAttendees({
        ...{ eventId: event.id, callerId: own.viewer.id },
        // One waits for the page: each read goes through all who are not among the answers.
        rowsPerRead: mostPrinted,
      });
      const guests: (Attendee & AttendeeAnswers)[] = [];
      for await (const page of pages) {
        guests.push(...page.filter(({ rsvp, booking }) => rsvp === 'going' || booking !== null));
        if (guests.length >= mostPrinted) break;
      }
      return printView(own.view, event, guests.slice(0, mostPrinted));
    },
    { config: { cost: 'download', handlerTimeout: downloadTimeout } },
  );
};
