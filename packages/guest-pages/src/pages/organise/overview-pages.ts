import { announcementGroups, refuse } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import { typedText } from '../../forms/typed.ts';
import { wholeRule } from '../../views/event/rule-text.ts';
import {
  type EndView,
  endView,
  type OverviewData,
  organiseView,
  overviewView,
} from '../../views/organise/organise-views.ts';
import type { GuestDependencies } from '../guest/guest-dependencies.ts';
import type { Own } from '../own/own.ts';
import type { ownPages } from '../own/own-pages.ts';

/** On one page. */
const mostShown = 24;
const mostPast = 12;

/** The page of a list that an address names. */
export const pageNumber = ({ query }: FastifyRequest): number => {
  const { page } = query as { readonly page?: unknown };
  return typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
};

/** The event of a page, for those who manage it: to all others the page is as an unknown path. */
export const managedBy = ({ domain }: Pick<GuestDependencies, 'domain'>, own: Own) =>
  domain.getManagedEvent({ eventId: own.id, callerId: own.viewer.id });

/** The pages that lead to all others of an organizer. */
export const overviewPages = (
  _app: App,
  dependencies: GuestDependencies,
  { show, form }: ReturnType<typeof ownPages>,
): void => {
  const { domain, links, clock } = dependencies;

  show(
    '/organise',
    async ({ request, viewer, view }) => {
      const mine = { callerId: viewer.id, role: 'organizing' } as const;
      const [upcoming, past] = await Promise.all([
        domain.listMyEvents({ ...mine, when: 'upcoming', limit: mostShown, page: pageNumber(request) }),
        domain.listMyEvents({ ...mine, when: 'past', limit: mostPast }),
      ]);
      return organiseView(view, { upcoming, past });
    },
    { config: { cost: 'list' } },
  );

  form<OverviewData>('/organise/:id', {
    read: async (own) => {
      const { event, standing } = await managedBy(dependencies, own);
      const { series, visibility } = event;
      const [token, rule] = await Promise.all([
        visibility === 'private'
          ? domain.findInviteLink({ eventId: event.id, callerId: own.viewer.id })
          : null,
        series ? domain.getSeries({ seriesId: series.id, callerId: own.viewer.id }) : null,
      ]);
      return {
        event,
        isOrganizer: standing === 'organizer',
        url: visibility === 'public' ? links.eventPage(event.id) : token && links.invitation(token),
        rule: rule && wholeRule(rule.rule, event, own.view.language),
      };
    },
    render: overviewView,
    actions: {
      link: {
        run: async (own) => {
          await domain.makeInviteLink({ eventId: own.id, callerId: own.viewer.id });
          return `/organise/${own.id}?done=link`;
        },
      },
    },
  });

  /** Who hears that an event is off. */
  const endData = async (own: Own, kind: EndView['kind']): Promise<EndView> => {
    const { event, standing } = await managedBy(dependencies, own);
    if (standing !== 'organizer') throw refuse('forbidden');
    const isOver = event.endAt <= clock.now() && event.status !== 'postponed';
    const audience = isOver
      ? { all: 0 }
      : await domain.countAudience({ eventId: event.id, callerId: own.viewer.id, to: announcementGroups });
    return { kind, event, audience: audience.all, hasSeries: event.series !== null };
  };

  form<EndView>('/organise/:id/cancel', {
    read: (own) => endData(own, 'cancel'),
    render: endView,
    actions: {
      confirm: {
        cost: (typed) => (typedText(typed, 'series') === '' ? 'write' : 'bulk'),
        run: async (own, typed, { event }) => {
          const callerId = own.viewer.id;
          const reason = typedText(typed, 'reason') || undefined;
          if (event.series && typedText(typed, 'series') !== '')
            await domain.cancelSeries({ seriesId: event.series.id, callerId, reason });
          else await domain.cancelEvent({ eventId: event.id, callerId, reason });
          return `/organise/${event.id}?done=cancelled`;
        },
      },
    },
  });

  form<EndView>('/organise/:id/delete', {
    read: (own) => endData(own, 'delete'),
    render: endView,
    actions: {
      confirm: {
        run: async ({ viewer, origin }, _typed, { event }) => {
          await domain.deleteEvent({ eventId: event.id, callerId: viewer.id, origin });
          return '/organise?done=deleted';
        },
      },
    },
  });
};
