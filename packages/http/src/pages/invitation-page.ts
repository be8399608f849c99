import {
  type Domain,
  DomainError,
  type InvitationPreview,
  localTime,
  localTimes,
} from '@event-platform/domain';
import type { App } from '../app.ts';
import { invitationToken } from '../input/tokens.ts';
import { problemTexts } from '../problems/problem-texts.ts';
import { TokenParams } from '../schemas/params.ts';
import { type Html, html, page, type Site } from './html.ts';

const eventFacts = ({ event }: InvitationPreview): Html => html`<dl>
<dt>When</dt><dd>${localTimes(event)}</dd>
<dt>Where</dt><dd dir="auto">${event.location.address}</dd>
${event.organizer.name ? html`<dt>Organizer</dt><dd dir="auto">${event.organizer.name}</dd>` : ''}
</dl>`;

const openInvitation = (site: Site, preview: InvitationPreview): string =>
  page(
    site,
    preview.event.title,
    html`<p class="note">You are invited</p>
<h1 dir="auto">${preview.event.title}</h1>
${eventFacts(preview)}
<p>To accept, sign in to ${site.appName} with your phone number and enter this invitation code:</p>
<p><code>${preview.token}</code></p>
<p>The invitation is valid until ${localTime(preview.expiresAt, preview.event.timeZone)}.</p>`,
  );

const cancelledEvent = (site: Site, preview: InvitationPreview): string =>
  page(
    site,
    preview.event.title,
    html`<p class="note">This event was cancelled</p>
<h1 dir="auto">${preview.event.title}</h1>
<p>It does not take place. The invitation can no longer be accepted.</p>
${eventFacts(preview)}`,
  );

/** For guests; the texts of the API are for the developers of clients. */
const explanations = {
  invitation_not_found:
    'This link does not lead to an invitation. Check that you opened the whole link, or ask the organizer for a new one.',
  invitation_expired: problemTexts.invitation_expired.meaning,
} as const;

const unusable = (site: Site, code: keyof typeof explanations): string =>
  page(
    site,
    problemTexts[code].title,
    html`<h1>${problemTexts[code].title}</h1>
<p>${explanations[code]}</p>`,
  );

/** The options of {@link invitationPage}. */
export interface InvitationPageOptions {
  readonly site: Site;
  readonly domain: Pick<Domain, 'readInvitation'>;
}

/** The page of an invitation link, for browsers. It changes nothing: mail scanners follow links. */
export const invitationPage = async (app: App, { site, domain }: InvitationPageOptions): Promise<void> => {
  app.get('/i/:token', { schema: { hide: true, params: TokenParams } }, async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('x-robots-tag', 'noindex, nofollow');
    try {
      const preview = await domain.readInvitation({ token: invitationToken(request.params.token) });
      return preview.event.status === 'cancelled'
        ? reply.code(404).send(cancelledEvent(site, preview))
        : reply.send(openInvitation(site, preview));
    } catch (error) {
      const code = error instanceof DomainError ? error.problem.code : null;
      if (code !== 'invitation_not_found' && code !== 'invitation_expired') throw error;
      return reply.code(404).send(unusable(site, code));
    }
  });
};
