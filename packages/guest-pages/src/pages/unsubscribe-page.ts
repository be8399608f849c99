import { type App, openedBy, rateLimits } from '@event-platform/http';
import { unsubscribedView, unsubscribeView } from '../views/unsubscribe-view.ts';
import type { GuestDependencies } from './guest/guest-dependencies.ts';
import { guestErrors } from './guest/guest-errors.ts';
import { guestHeaders } from './guest/guest-headers.ts';
import { TokenParams } from './guest/params.ts';

/** Mail programs send a form of one field, which says what the method and the path say already (RFC 8058). */
const bodyLimit = 1024;

/**
 * The page of the link that stops all mail to an address. Its GET changes nothing: mail scanners follow links. Its POST
 * needs no sign-in, and takes what mail programs send for one click, wherever that comes from.
 */
export const unsubscribePage = async (app: App, options: GuestDependencies): Promise<void> => {
  const { site } = options;
  await app.register(guestHeaders, options); //                           onRequest, onSend
  await app.register(guestErrors, { ...options, takesForeign: true }); // onRequest
  await app.register(rateLimits, options); //                             onRequest or preValidation
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async () => undefined);

  const route = { schema: { params: TokenParams }, config: { credentials: ['unsubscribeLink'] } } as const;
  app.get('/u/:token', route, async (request, reply) => {
    const { token } = request.params;
    await openedBy(request, 'unsubscribeLink').checkUnsubscribe({ token });
    return reply.sendPage(unsubscribeView(site, request.language, token));
  });
  app.post('/u/:token', route, async (request, reply) => {
    await openedBy(request, 'unsubscribeLink').unsubscribe(request.params);
    return reply.sendPage(unsubscribedView(site, request.language));
  });
};
