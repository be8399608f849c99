import { DomainError, type InvitationPreview } from '@event-platform/domain';
import type { App } from '../app.ts';
import { invitationToken } from '../input/tokens.ts';
import { problemWords } from '../problem-words.ts';
import type { RouteNeeds } from '../routes/route.ts';
import { TokenParams } from '../schemas/params.ts';
import { html, page } from './html.ts';

const utc = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

const preview = (basePath: string, { event, token, expiresAt }: InvitationPreview): string =>
  page(
    basePath,
    event.title,
    html`<p>You are invited</p>
<h1 dir="auto">${event.title}</h1>
<dl>
<dt>When</dt><dd>${utc.format(event.startAt)} UTC</dd>
<dt>Where</dt><dd dir="auto">${event.address}</dd>
${event.organizer.name ? html`<dt>Organizer</dt><dd dir="auto">${event.organizer.name}</dd>` : ''}
</dl>
<p>To accept, open this link on a device with the app, or sign in to the app with your phone number and enter this invitation code:</p>
<p><code>${token}</code></p>
<p>Good until ${utc.format(expiresAt)} UTC.</p>`,
  );

const gone = (basePath: string, code: 'invitation_not_found' | 'invitation_expired'): string =>
  page(
    basePath,
    problemWords[code].title,
    html`<h1>${problemWords[code].title}</h1>
<p>${problemWords[code].meaning}</p>`,
  );

/** The page behind every invitation link, for whoever opens it in a browser. It reads only: scanners follow links. */
export const serveInvitationPage = (
  app: App,
  { domain, links }: Pick<RouteNeeds, 'domain' | 'links'>,
): void => {
  app.get('/i/:token', { schema: { hide: true, params: TokenParams } }, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('x-robots-tag', 'noindex, nofollow');
    try {
      return reply.send(
        preview(
          links.basePath,
          await domain.previewInvitation({ token: invitationToken(request.params.token) }),
        ),
      );
    } catch (error) {
      const code = error instanceof DomainError ? error.problem.code : null;
      if (code !== 'invitation_not_found' && code !== 'invitation_expired') throw error;
      return reply.code(404).send(gone(links.basePath, code));
    }
  });
};
