import { type Paged, refuse, type UserId } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import { typedText } from '../../forms/typed.ts';
import {
  type MyEvent,
  type MyEventsView,
  type MyList,
  myEventsView,
  myLists,
  myListView,
} from '../../views/my/my-events-view.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import type { ownPages } from '../own/own-pages.ts';

/** Of the page; each list has a page of its own for the rest. */
const mostUpcoming = 30;
const mostOthers = 12;

const byStart = (one: MyEvent, other: MyEvent) => Number(one.event.startAt) - Number(other.event.startAt);

const pageIn = ({ query }: FastifyRequest, name: string): number => {
  const value = (query as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : 1;
};

/** The page of the events that a user goes to, waits for, is interested in, saved and organizes, and a page for each list of these. */
export const myEventsPage = (
  { domain }: Pick<GuestDependencies, 'domain'>,
  { form, show }: ReturnType<typeof ownPages>,
): void => {
  const listOf = async (
    callerId: UserId,
    list: MyList,
    paging: { readonly page?: number; readonly limit: number },
  ): Promise<Paged<MyEvent>> => {
    const mine = { callerId, when: list.startsWith('past') ? 'past' : 'upcoming', ...paging } as const;
    if (list === 'booked' || list === 'pastBooked') {
      const { items, ...page } = await domain.listMyBookings(mine);
      return {
        ...page,
        items: items.map(({ event: { event, myRsvp }, booking }) => ({ event, myRsvp, booking })),
      };
    }
    const role = list === 'saved' || list === 'organizing' ? list : (['going', 'interested'] as const);
    const { items, ...page } = await domain.listMyEvents({ ...mine, role });
    return { ...page, items: items.map(({ event, myRsvp }) => ({ event, myRsvp, booking: null })) };
  };

  /** Several lists as one, and those of them that have more. */
  const together = async (callerId: UserId, names: readonly MyList[], limit: number) => {
    const lists = await Promise.all(names.map((name) => listOf(callerId, name, { limit })));
    // Who organizes an event and goes there is told of it once.
    const events = new Map(lists.flatMap(({ items }) => items.map((mine) => [mine.event.id, mine] as const)));
    return {
      events: [...events.values()].sort(byStart),
      longer: names.filter((_name, index) => (lists[index]?.total ?? 0) > limit),
    };
  };

  form<MyEventsView>('/my/events', {
    // As the same lists of the API, whose lane it shares.
    cost: 'list',
    read: async ({ request, viewer: { id } }) => {
      const page = pageIn(request, 'invited');
      const [invitations, upcoming, saved, past] = await Promise.all([
        domain.listMyInvitations({ userId: id, limit: mostOthers, page }),
        together(id, ['organizing', 'answered', 'booked'], mostUpcoming),
        together(id, ['saved'], mostOthers),
        together(id, ['pastAnswered', 'pastBooked'], mostOthers),
      ]);
      const shown = new Set<string>(upcoming.events.map(({ event }) => event.id));
      return {
        invitations,
        nextInvited: invitations.length === mostOthers ? page + 1 : null,
        upcoming,
        saved: { ...saved, events: saved.events.filter(({ event }) => !shown.has(event.id)) },
        past: { ...past, events: past.events.reverse() },
      };
    },
    render: myEventsView,
    actions: {
      decline: {
        run: async ({ viewer: { id: userId } }, typed) => {
          await domain.declineInvitation({ userId, invitationId: typedText(typed, 'invitation') });
          return '/my/events?done=declined';
        },
      },
    },
  });

  show(
    '/my/events/:id',
    async ({ id, request, viewer, view }) => {
      const list = myLists.find((name) => name === id);
      if (!list) throw refuse('not_found');
      const paging = { page: pageIn(request, 'page'), limit: mostUpcoming };
      return myListView(view, list, await listOf(viewer.id, list, paging));
    },
    { config: { cost: 'list' } },
  );
};
