import type { App } from '@event-platform/http';
import { clientNetwork } from '@event-platform/http';
import { formFields } from '../forms/form-fields.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { anyPage } from './guest/guest-headers.ts';
import { rotateCookie } from './guest/guest-session.ts';
import { languageQuery } from './guest/language.ts';
import { backPath } from './own/sign-in-address.ts';

/** The form of every page that signs its guest out, and leads back to that page. */
export const signOut = async (app: App, dependencies: GuestDependencies): Promise<void> => {
  const { domain, site, tokens, guestCookie } = dependencies;
  app.post('/sign-out', { config: { credentials: ['pageCookie'] } }, async (request, reply) => {
    const { form, back } = formFields(request.body);
    if (tokens.isValid(anyPage, form, request.cookieSession)) {
      const session = await rotateCookie(dependencies, request, reply);
      const origin = { sessionId: session?.id ?? null, network: clientNetwork(request.ip) };
      if (session) await domain.logOut({ userId: session.userId, sessionId: session.id, origin });
      reply.removeHeader('set-cookie');
      guestCookie.clear(reply);
    }
    const path = backPath(back) ?? `/${languageQuery(request)}`;
    return reply.redirect(`${site.basePath}${path}`, 303);
  });
};
