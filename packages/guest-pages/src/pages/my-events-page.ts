import type { UserId } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import { myEventsPath } from '../views/layout.ts';
import { type MyEvent, myEventsView } from '../views/my-events-view.ts';
import { answerState, emptyForm, guestNameOf, type RsvpPage } from './answers/answer-state.ts';
import { signOutRoute } from './answers/guest-routes.ts';
import { rsvpRoutes } from './answers/rsvp-routes.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { viewerOf } from './guest/guest-session.ts';

/** Nobody looks at more. */
const mostShown = 50;

/**
 * The page of what a guest goes to, waits for, is interested in and organizes, for people without an app: they are known by the
 * cookie or by a code.
 */
export const myEventsPage = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, guestCookie } = dependencies;
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'private, no-store' });
  });

  const eventsOf = async (callerId: UserId): Promise<readonly MyEvent[]> => {
    const toCome = { callerId, when: 'upcoming', limit: mostShown } as const;
    const [answered, booked, organized] = await Promise.all([
      domain.listMyEvents({ ...toCome, role: ['going', 'interested'] }),
      domain.listMyBookings(toCome),
      domain.listMyEvents({ ...toCome, role: 'organizing' }),
    ]);
    // Who organizes an event and goes there is told of it once.
    const events = new Map<string, MyEvent>();
    for (const { event, myRsvp } of organized.items) events.set(event.id, { event, myRsvp, booking: null });
    for (const { event, myRsvp } of answered.items) events.set(event.id, { event, myRsvp, booking: null });
    for (const { event, booking } of booked.items)
      events.set(event.event.id, { event: event.event, myRsvp: event.myRsvp, booking });
    return [...events.values()].sort((one, other) => Number(one.event.startAt) - Number(other.event.startAt));
  };

  const open = async (request: FastifyRequest, viewerId: UserId | null): Promise<RsvpPage> => {
    const events = viewerId && (await eventsOf(viewerId));
    return {
      request,
      path: myEventsPath,
      action: 'enter',
      purpose: 'myEvents',
      choices: [],
      render: (answer) => myEventsView(site, request.language, { answer, events }),
    };
  };
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, open, { takesReceipts: false });
  signOutRoute(app, dependencies, open, myEventsPath);

  // As the same lists of the API, whose lane it shares.
  app.get(myEventsPath, { config: { credentials: ['pageCookie'], cost: 'list' } }, async (request, reply) => {
    const viewer = guestCookie.isSent(request) ? await viewerOf(dependencies, request) : null;
    const page = await open(request, viewer?.id ?? null);
    const state = viewer
      ? answerState(dependencies, page, { receipt: '', guestName: guestNameOf(viewer) })
      : emptyForm(dependencies, page);
    return reply.sendPage(page.render(state));
  });

  startCode(`${myEventsPath}/code`);
  takeAnswer(`${myEventsPath}/enter`, async () => 'admitted');
};
