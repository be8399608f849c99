import {
  type Answers,
  bringListModule,
  type InvitationView,
  refuse,
  type UserId,
} from '@event-platform/domain';
import {
  type App,
  calendarMediaType,
  invitationToken,
  openedBy,
  presentCalendar,
} from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import { textsOf } from '../texts/index.ts';
import { invitationView, type InvitationView as View } from '../views/invitation-view.ts';
import { bookLabel, seatsOf } from '../views/rsvp/seats.ts';
import { announcementsOf } from './announcements.ts';
import { answerState, closingOf, emptyForm, type RsvpPage } from './answers/answer-state.ts';
import { emailRoutes } from './answers/email-routes.ts';
import { type InvitationAnswer, invitationAnswers } from './answers/invitation-answers.ts';
import { nameRoute } from './answers/name-route.ts';
import { ownAnswersOf, questionAnswers } from './answers/question-answers.ts';
import { guestCredentials, rsvpRoutes } from './answers/rsvp-routes.ts';
import { isSeatAnswer, ownOutcome, seatAnswers, seatFault } from './answers/seat-answers.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { guestNameOf, viewerOf } from './guest/guest-session.ts';
import { TokenParams } from './guest/params.ts';
import { mayLink } from './may-link.ts';
import { reportPage } from './report-page.ts';

/** What a page shows besides the invitation. */
type Extras = Pick<View, 'bringList' | 'announcements'> & { readonly ownAnswers: Answers };

const tokenOf = ({ params }: FastifyRequest): string =>
  invitationToken((params as { readonly token: string }).token);

/** The page of an invitation, its form and its calendar. */
export const invitationPages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, clock, guestCookie } = dependencies;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow');
  });

  const read = (request: FastifyRequest, viewerId: UserId | null): Promise<InvitationView> =>
    openedBy(request, 'invitationLink').viewInvitation({ token: tokenOf(request), viewerId });

  const extrasOf = async ({ detail, event }: InvitationView, callerId: UserId | null): Promise<Extras> => ({
    // None for viewers whose the event is not yet.
    bringList:
      detail && callerId && detail.enabledModules.includes(bringListModule)
        ? await domain.listBringItems({ eventId: detail.id, callerId }).catch(() => null)
        : null,
    announcements: await announcementsOf({ domain }, event.id, callerId),
    ownAnswers: detail ? await ownAnswersOf(domain, detail, callerId) : {},
  });

  const pageOf = (request: FastifyRequest, invitation: InvitationView, extras: Extras): RsvpPage => {
    const texts = textsOf(request.language);
    const { form, change } = texts;
    const { detail } = invitation;
    const closing = closingOf(invitation.event, clock.now());
    const seats = detail && seatsOf(detail, closing);
    const isCancelled = invitation.event.status === 'cancelled';
    return {
      request,
      path: `/i/${invitation.token}`,
      action: 'accept',
      eventId: invitation.event.id,
      questions: invitation.questions,
      ownAnswers: extras.ownAnswers,
      closing,
      rsvp: detail?.myRsvp ?? null,
      seats,
      managedEventId: detail?.myRole ? detail.id : null,
      choices: [
        ...(closing
          ? [{ answer: 'none', label: change.withdraw } as const]
          : [
              detail && seats
                ? ({ answer: 'book', label: bookLabel(detail, texts) } as const)
                : ({ answer: 'going', label: form.accept } as const),
              ...(seats?.ownBooking ? [] : [{ answer: 'interested', label: form.interested } as const]),
            ]),
        ...(invitation.isPersonal ? [{ answer: 'declined', label: form.decline } as const] : []),
      ],
      render: (answer) =>
        invitationView(site, request.language, {
          invitation,
          answer: isCancelled ? null : answer,
          hasLinks: detail !== null && mayLink(detail.organizer, clock.now()),
          ...extras,
        }),
    };
  };
  const open = async (request: FastifyRequest, viewerId: UserId | null) => {
    const invitation = await read(request, viewerId);
    if (invitation.event.status === 'cancelled') throw refuse('event_cancelled');
    return pageOf(request, invitation, await extrasOf(invitation, viewerId));
  };
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, open, {
    credentials: ['invitationLink'],
  });
  nameRoute(app, dependencies, open, '/i/:token', ['invitationLink']);
  emailRoutes(app, dependencies, open, '/i/:token', guestCredentials(['invitationLink']));
  questionAnswers(app, dependencies, open, '/i/:token', ['invitationLink']);
  const route = {
    schema: { params: TokenParams },
    config: { credentials: ['invitationLink', 'pageCookie'] },
  } as const;

  app.get('/i/:token', route, async (request, reply) => {
    if (guestCookie.isSent(request)) reply.header('cache-control', 'private, no-store');
    const viewer = await viewerOf(dependencies, request);
    const invitation = await read(request, viewer?.id ?? null);
    const viewerId = viewer?.id ?? null;
    const page = pageOf(request, invitation, await extrasOf(invitation, viewerId));
    const outcome = invitation.detail && ownOutcome(invitation.detail);
    const state = viewer
      ? answerState(dependencies, page, {
          outcome,
          receipt: '',
          guestName: guestNameOf(viewer),
          asksName: viewer.name === '' && outcome !== null,
        })
      : emptyForm(dependencies, page);
    return reply.code(invitation.event.status === 'cancelled' ? 404 : 200).sendPage(page.render(state));
  });

  app.get('/i/:token/calendar.ics', route, async (request, reply) => {
    const viewer = await viewerOf(dependencies, request);
    const { event, detail } = await read(request, viewer?.id ?? null);
    // As much as the page shows.
    const entry = detail ?? { ...event, description: '', location: { address: event.location.address } };
    return reply
      .type(calendarMediaType)
      .header('content-disposition', `attachment; filename="event-${event.id}.ics"`)
      .send(presentCalendar(site.brand.name, [entry], { event: () => null }));
  });

  const answersTo = (request: FastifyRequest) => {
    const { acceptInvitation, declineByToken } = openedBy(request, 'invitationLink');
    const { answerRsvp, cancelBooking } = domain;
    return invitationAnswers({ answerRsvp, cancelBooking, acceptInvitation, declineByToken });
  };
  const answerOf = async (request: FastifyRequest, userId: UserId): Promise<InvitationAnswer> => {
    const { event, token } = await read(request, null);
    return { token, eventId: event.id, userId };
  };

  const takeSeats = seatAnswers(domain);
  startCode('/i/:token/code', seatFault);
  takeAnswer(
    '/i/:token/accept',
    async (request, userId, fields) => {
      const [answers, answer] = [answersTo(request), await answerOf(request, userId)];
      if (isSeatAnswer(fields)) {
        if (fields.answer === 'book') await answers.accept(answer, 'going');
        return takeSeats(answer, fields);
      }
      if (fields.answer === 'declined') return answers.decline(answer);
      if (fields.answer === 'none') return answers.withdraw(answer);
      return answers.accept(answer, fields.answer === 'interested' ? 'interested' : 'going');
    },
    // An empty one is from a form of 0.1, whose button said it all.
    (fields, page) =>
      isSeatAnswer(fields) ||
      ['', 'none', ...page.choices.map(({ answer }) => answer)].includes(fields.answer)
        ? seatFault(fields, page)
        : 'status',
  );
  takeAnswer('/i/:token/decline', async (request, userId) =>
    answersTo(request).decline(await answerOf(request, userId)),
  );

  const find = async (request: FastifyRequest, viewerId: UserId | null) => {
    const { event, token } = await read(request, viewerId);
    return { eventId: event.id, title: event.title, path: `/i/${token}`, token };
  };
  reportPage(app, dependencies, '/i/:token', find, ['invitationLink']);
};
