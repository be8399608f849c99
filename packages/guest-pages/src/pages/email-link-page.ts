import { type App, openedBy } from '@event-platform/http';
import { emailLinkView, emailProvenView } from '../views/email-link-view.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { TokenParams } from './guest/params.ts';

/** The page of the link that proves an address. Its GET changes nothing: mail scanners follow links. Its POST needs no sign-in. */
export const emailLinkPage = async (app: App, { site }: GuestDependencies): Promise<void> => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' });
  });
  const route = { schema: { params: TokenParams }, config: { credentials: ['emailLink'] } } as const;
  app.get('/email/:token', route, async (request, reply) => {
    const { token } = request.params;
    const { email } = await openedBy(request, 'emailLink').viewEmailLink({ token });
    return reply.sendPage(emailLinkView(site, request.language, token, email));
  });
  app.post('/email/:token', route, async (request, reply) => {
    const { email } = await openedBy(request, 'emailLink').openEmailLink(request.params);
    return reply.sendPage(emailProvenView(site, request.language, email));
  });
};
