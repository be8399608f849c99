import { DomainError, type UserId } from '@event-platform/domain';
import type { App } from '@event-platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formFields } from '../forms/form-fields.ts';
import {
  type ChosenSettings,
  noticeSettingsView,
  type SavedSettings,
} from '../views/notice-settings-view.ts';
import { answerState, emptyForm, type RsvpPage } from './answers/answer-state.ts';
import { emailRoutes } from './answers/email-routes.ts';
import { guestCredentials, rsvpRoutes } from './answers/rsvp-routes.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { asWriter, guestNameOf, senderOf, signedInName, viewerOf } from './guest/guest-session.ts';

const path = '/notice-settings';

/** What was chosen: a box is sent when it is ticked, and a reminder's box is named after its minutes. */
const chosenIn = (body: unknown): ChosenSettings => {
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  const reminders = names.flatMap((name) => {
    const [, minutes] = /^reminder-(\d{1,5})$/.exec(name) ?? [];
    return minutes === undefined ? [] : [Number(minutes)];
  });
  return { email: names.includes('email'), reminders };
};

/**
 * The page on which people without an app choose which mails and reminders they get: they are known by the cookie or by a
 * code. The footer of mails leads to it.
 */
export const noticeSettingsPage = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, tokens, guestCookie } = dependencies;
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'private, no-store' });
  });

  const open = async (
    request: FastifyRequest,
    viewerId: UserId | null,
    savedSettings: SavedSettings | null = null,
  ): Promise<RsvpPage> => {
    const settings = savedSettings ?? (viewerId && (await domain.getNoticeSettings({ userId: viewerId })));
    const email = viewerId && (await domain.getProfile({ userId: viewerId })).email;
    return {
      request,
      path,
      action: 'enter',
      purpose: 'noticeSettings',
      choices: [],
      render: (answer) => noticeSettingsView(site, request.language, { answer, settings, email }),
    };
  };
  const { startCode, takeAnswer } = rsvpRoutes(app, dependencies, (request, viewerId) =>
    open(request, viewerId),
  );

  app.get(path, { config: { credentials: ['pageCookie'] } }, async (request, reply) => {
    const viewer = guestCookie.isSent(request) ? await viewerOf(dependencies, request) : null;
    const page = await open(request, viewer?.id ?? null);
    const state = viewer
      ? answerState(dependencies, page, { receipt: '', guestName: guestNameOf(viewer) })
      : emptyForm(dependencies, page);
    return reply.sendPage(page.render(state));
  });

  emailRoutes(app, dependencies, (request, viewerId) => open(request, viewerId), path, guestCredentials());
  startCode(`${path}/code`);
  takeAnswer(`${path}/enter`, async () => 'admitted');

  const signIn = async (request: FastifyRequest, reply: FastifyReply, fault: 'expired' | 'signInAgain') => {
    const page = await open(request, null);
    return reply.code(400).sendPage(page.render({ ...emptyForm(dependencies, page), fault }));
  };

  /** What is stored now; what was chosen and the fault where that cannot be. */
  const save = async (userId: UserId, settings: ChosenSettings): Promise<SavedSettings> => {
    try {
      return { ...(await domain.changeNoticeSettings({ userId, ...settings })), isSaved: true };
    } catch (error) {
      if (!(error instanceof DomainError) || error.problem.code !== 'invalid_request') throw error;
      return { ...settings, isSaved: false };
    }
  };

  const takeForm = (url: string, change: (userId: UserId, body: unknown) => Promise<SavedSettings>) =>
    app.post(url, { config: { credentials: guestCredentials() } }, async (request, reply) => {
      const fields = formFields(request.body);
      if (!tokens.isValid(path, fields.form, request.cookieSession) || fields.isRepeated)
        return signIn(request, reply, 'expired');
      const userId = await senderOf(dependencies, request, reply, path, fields);
      if (!userId) return signIn(request, reply, 'signInAgain');
      const settings = await asWriter(dependencies, request, userId, () => change(userId, request.body));
      const page = await open(request, userId, settings);
      const state = answerState(dependencies, page, {
        receipt: fields.receipt,
        guestName: await signedInName(dependencies, request, userId),
      });
      return reply.code(settings.isSaved ? 200 : 400).sendPage(page.render(state));
    });

  takeForm(`${path}/save`, (userId, body) => save(userId, chosenIn(body)));
  takeForm(`${path}/remove-email`, async (userId) => {
    await domain.removeEmail({ userId });
    return { ...(await domain.getNoticeSettings({ userId })), isSaved: true };
  });
};
