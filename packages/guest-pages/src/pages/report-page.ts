import {
  type CredentialName,
  type ReportReason,
  refuse,
  reportReasons,
  type UserId,
} from '@event-platform/domain';
import { type App, clientNetwork, openedBy } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';
import type { FormFields } from '../forms/form-fields.ts';
import { textsOf } from '../texts/index.ts';
import type { Fault } from '../views/rsvp/answer.ts';
import { reportView } from '../views/rsvp/report-view.ts';
import { answerState, emptyForm, type RsvpPage } from './answers/answer-state.ts';
import { rsvpRoutes } from './answers/rsvp-routes.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { guestNameOf, viewerOf } from './guest/guest-session.ts';

/** An event that can be reported from a page. */
export interface Reportable {
  readonly eventId: string;
  readonly title: string;
  readonly path: string;
  /** Of the invitation whose page it is. */
  readonly token?: string;
}

/** Reads the event of a page as the viewer may see it; throws what the page says instead. */
type Find = (request: FastifyRequest, viewerId: UserId | null) => Promise<Reportable>;

const isReason = (text: string): text is ReportReason => reportReasons.some((reason) => reason === text);

const reasonFault = ({ answer }: FormFields): Fault | null => (isReason(answer) ? null : 'reason');

/**
 * The page that reports an event to the operator: it asks for the phone and its code, as an answer does.
 * @param credentials what `find` takes
 */
export const reportPage = (
  app: App,
  dependencies: GuestDependencies,
  url: string,
  find: Find,
  credentials: readonly CredentialName[] = [],
): void => {
  const { domain, site, guestCookie } = dependencies;
  const pageOf = (request: FastifyRequest, { path, title }: Reportable): RsvpPage => {
    const { reasons } = textsOf(request.language).report;
    return {
      request,
      path: `${path}/report`,
      action: 'send',
      purpose: 'report',
      choices: reportReasons.map((answer) => ({ answer, label: reasons[answer] })),
      render: (answer) =>
        reportView(site, request.language, { answer, title, back: `${site.basePath}${path}` }),
    };
  };
  const open = async (request: FastifyRequest, viewerId: UserId | null) =>
    pageOf(request, await find(request, viewerId));
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, open, {
    credentials,
    takesReceipts: false,
  });

  app.get(
    `${url}/report`,
    { config: { credentials: ['pageCookie', ...credentials] } },
    async (request, reply) => {
      reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' });
      const viewer = guestCookie.isSent(request) ? await viewerOf(dependencies, request) : null;
      const page = await open(request, viewer?.id ?? null);
      const state = viewer
        ? answerState(dependencies, page, { receipt: '', guestName: guestNameOf(viewer) })
        : emptyForm(dependencies, page);
      return reply.sendPage(page.render(state));
    },
  );
  startCode(`${url}/report/code`, reasonFault);
  takeAnswer(
    `${url}/report/send`,
    async (request, userId, { answer, text }) => {
      const { eventId, token } = await find(request, userId);
      if (!isReason(answer)) throw refuse('event_not_found');
      const origin = { sessionId: null, network: clientNetwork(request.ip) };
      const report = { callerId: userId, origin, reason: answer, text };
      if (token === undefined) await domain.fileReport({ ...report, eventId });
      else await openedBy(request, 'invitationLink').reportInvitation({ ...report, token });
      return 'reported';
    },
    reasonFault,
  );
};
