import { type CheckIn, DomainError, parseId, refuse, type UserId } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import { openedBy } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFields } from '../forms/form-fields.ts';
import { type CheckInResult, checkInView } from '../views/check-in-view.ts';
import { answerState, emptyForm, guestNameOf, type RsvpPage } from './answers/answer-state.ts';
import { guestCredentials, rsvpRoutes } from './answers/rsvp-routes.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { asWriter, senderOf, viewerOf } from './guest/guest-session.ts';
import { setPolicy } from './guest/page-policy.ts';
import { EventParams } from './guest/params.ts';

const url = '/e/:id/check-in';

const eventIdOf = ({ params }: FastifyRequest): string => {
  const id = parseId<'event'>((params as { readonly id: string }).id);
  if (!id) throw refuse('event_not_found');
  return id;
};

const resultOf = (checkIn: CheckIn): CheckInResult => {
  const { attendee, checkedInAt, isFirst } = checkIn;
  const { user, booking } = attendee;
  return {
    kind: isFirst ? 'first' : 'again',
    name: user.name || user.username,
    seats: booking?.quantity ?? 1,
    checkedInAt,
  };
};

/** What a code that admits no guest leads to; any other error is thrown. */
const refusedResult = (error: unknown): CheckInResult => {
  const code = error instanceof DomainError ? error.problem.code : null;
  if (code === 'not_confirmed') return { kind: 'waits' };
  if (code === 'not_found') return { kind: 'unknown' };
  throw error;
};

const statuses = { first: 200, again: 200, waits: 409, unknown: 404 } as const;

/**
 * The page on which the managers of an event check guests in. Until they have signed in it is the same for every event,
 * known or not; then it is theirs alone.
 */
export const checkInPage = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, tokens, guestCookie } = dependencies;
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' });
  });

  /** The page of a manager, or the form to sign in. Throws `event_not_found` and `forbidden`. */
  const open = async (
    request: FastifyRequest,
    viewerId: UserId | null,
    result: CheckInResult | null = null,
  ): Promise<RsvpPage> => {
    const eventId = eventIdOf(request);
    const event = viewerId && (await findManaged(eventId, viewerId));
    return {
      request,
      path: `/e/${eventId}/check-in`,
      action: 'enter',
      purpose: 'checkIn',
      choices: [],
      render: (answer) => checkInView(site, request.language, { answer, event: event ?? null, result }),
    };
  };
  const findManaged = async (eventId: string, callerId: UserId) => {
    await domain.listBookings({ eventId, callerId, limit: 1 });
    return domain.getEvent({ eventId, callerId });
  };
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, open);

  const manager = { schema: { params: EventParams }, config: { credentials: ['pageCookie'] } } as const;
  app.get(url, manager, async (request, reply) => {
    const viewer = guestCookie.isSent(request) ? await viewerOf(dependencies, request) : null;
    const page = await open(request, viewer?.id ?? null);
    if (!viewer) return reply.sendPage(page.render(emptyForm(dependencies, page)));
    setPolicy(reply, { hasScript: true });
    const state = answerState(dependencies, page, { receipt: '', guestName: guestNameOf(viewer) });
    return reply.sendPage(page.render(state));
  });

  startCode(`${url}/code`);
  takeAnswer(`${url}/enter`, async (request, userId, _fields, reply) => {
    await findManaged(eventIdOf(request), userId);
    setPolicy(reply, { hasScript: true });
    return 'admitted';
  });

  const signIn = async (request: FastifyRequest, reply: FastifyReply, fault: 'expired' | 'signInAgain') => {
    const page = await open(request, null);
    return reply.code(400).sendPage(page.render({ ...emptyForm(dependencies, page), fault }));
  };

  const door = {
    schema: { params: EventParams },
    config: { credentials: guestCredentials(['ticket']) },
  } as const;
  app.post(`${url}/guest`, door, async (request, reply) => {
    const eventId = eventIdOf(request);
    const path = `/e/${eventId}/check-in`;
    const fields = formFields(request.body);
    if (!tokens.isValid(path, fields.form, request.cookieSession) || fields.isRepeated)
      return signIn(request, reply, 'expired');
    const userId = await senderOf(dependencies, request, reply, path, fields);
    if (!userId) return signIn(request, reply, 'signInAgain');
    const { checkInGuest } = openedBy(request, 'ticket');
    const check = () => checkInGuest({ eventId, callerId: userId, code: fields.ticket });
    const result = await asWriter(dependencies, request, userId, () => check().then(resultOf, refusedResult));
    const page = await open(request, userId, result);
    setPolicy(reply, { hasScript: true });
    const isByCookie = fields.receipt === '';
    const state = answerState(dependencies, page, {
      receipt: fields.receipt,
      guestName: isByCookie ? guestNameOf(await domain.getProfile({ userId })) : null,
    });
    return reply.code(statuses[result.kind]).sendPage(page.render(state));
  });
};
