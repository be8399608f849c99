import { DomainError, type InvitationPreview, refuse, type UserId } from '@event-platform/domain';
import { type App, calendarMediaType, invitationToken, presentCalendar } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import { textsOf } from '../texts/index.ts';
import { htmlType } from '../views/html.ts';
import { invitationView } from '../views/invitation-view.ts';
import type { Outcome } from '../views/outcome.ts';
import type { RsvpForm } from '../views/rsvp-form.ts';
import type { GuestDependencies } from './guest-dependencies.ts';
import { TokenParams } from './params.ts';
import { emptyForm, type RsvpPage, rsvpRoutes } from './rsvp-routes.ts';

const tokenOf = ({ params }: FastifyRequest): string =>
  invitationToken((params as { readonly token: string }).token);

const isProblem = (error: unknown, code: string): boolean =>
  error instanceof DomainError && error.problem.code === code;

/** The page of an invitation, its form and its calendar. */
export const invitationPages = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site } = dependencies;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex, nofollow');
  });

  const read = (request: FastifyRequest): Promise<InvitationPreview> =>
    domain.readInvitation({ token: tokenOf(request) });

  const pageOf = (request: FastifyRequest, preview: InvitationPreview): RsvpPage => {
    const path = `/i/${preview.token}`;
    const address = `${site.basePath}${path}`;
    const { form } = textsOf(request.language);
    const decline = { label: form.decline, action: `${address}/decline` };
    const isCancelled = preview.event.status === 'cancelled';
    return {
      path,
      buttons: [
        { label: form.accept, action: `${address}/accept` },
        ...(preview.isPersonal ? [decline] : []),
      ],
      render: (answer: Outcome | RsvpForm) =>
        invitationView(site, request.language, { preview, address, answer: isCancelled ? null : answer }),
    };
  };
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, async (request) => {
    const preview = await read(request);
    if (preview.event.status === 'cancelled') throw refuse('event_cancelled');
    return pageOf(request, preview);
  });

  app.get('/i/:token', { schema: { params: TokenParams } }, async (request, reply) => {
    const preview = await read(request);
    const page = pageOf(request, preview);
    return reply
      .code(preview.event.status === 'cancelled' ? 404 : 200)
      .type(htmlType)
      .send(page.render(emptyForm(dependencies, page)));
  });

  app.get('/i/:token/calendar.ics', { schema: { params: TokenParams } }, async (request, reply) => {
    const { event } = await read(request);
    // As much as the page shows.
    const entry = { ...event, description: '', location: { address: event.location.address } };
    return reply
      .type(calendarMediaType)
      .header('content-disposition', `attachment; filename="event-${event.id}.ics"`)
      .send(presentCalendar(site.brand.name, [entry], { event: () => null }));
  });

  /** The response to a caller who accepted before; any other caller gets the first problem again. */
  const repeatRsvp = async (
    eventId: string,
    userId: UserId,
    state: 'going' | null,
    refusal: unknown,
  ): Promise<void> => {
    try {
      await domain.answerRsvp({ eventId, userId, state });
    } catch (error) {
      throw isProblem(error, 'event_not_found') ? refusal : error;
    }
  };

  startCode('/i/:token/code');
  takeAnswer('/i/:token/accept', async (request, userId) => {
    const { event, token } = await read(request);
    try {
      await domain.acceptInvitation({ token, userId });
    } catch (error) {
      if (!isProblem(error, 'invitation_already_accepted')) throw error;
      await repeatRsvp(event.id, userId, 'going', error);
    }
    return 'going';
  });
  takeAnswer('/i/:token/decline', async (request, userId) => {
    const { event, token } = await read(request);
    try {
      await domain.declineByToken({ token, userId });
    } catch (error) {
      if (!isProblem(error, 'invitation_already_accepted')) throw error;
      await repeatRsvp(event.id, userId, null, error);
    }
    return 'declined';
  });
};
