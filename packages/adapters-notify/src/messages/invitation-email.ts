import { type InvitationMail, localTimes } from '@event-platform/domain';
import { oneLine } from './one-line.ts';
import { withoutLinks, withoutPhones } from './without-links.ts';

export interface InvitationEmailSettings {
  readonly appName: string;
  readonly publicUrl: string;
}

/** One mail in words: what is sent as it is, or printed. */
export interface InvitationEmail {
  /** The same for each try of one sending, so that mail programs show a repeat once (RFC 5322 section 3.6.4). */
  readonly messageId: string;
  /** One line without control characters, and without anything that mail programs turn into a link. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A text that another user wrote, for the subject and the first line of a mail to a stranger. */
const harmless = (text: string, longest: number): string =>
  oneLine(withoutPhones(withoutLinks(oneLine(text))), longest);

/**
 * Words an invitation. Times are local to the event; the links are `<publicUrl>/i/<token>` and, to stop all mail,
 * `<publicUrl>/u/<unsubscribeToken>`, which is in the headers as well (RFC 8058).
 */
export const invitationEmail = (mail: InvitationMail, settings: InvitationEmailSettings): InvitationEmail => {
  const title = harmless(mail.event.title, 150) || 'an event';
  // A new user has no name yet.
  const organizer = harmless(mail.organizerName, 80);
  const opening = organizer ? `${organizer} invites you to ${title}` : `You are invited to ${title}`;
  const times = localTimes(mail.event);
  const place = oneLine(withoutLinks(oneLine(mail.event.location.address, 300)), 300);
  const appName = oneLine(settings.appName, 80);
  const base = settings.publicUrl.replace(/\/+$/, '');
  const link = `${base}/i/${encodeURIComponent(mail.token)}`;
  const stopLink = `${base}/u/${encodeURIComponent(mail.unsubscribeToken)}`;
  const personal = 'The link is for you alone: anyone who has it can accept in your place.';
  const unexpected = 'If you did not expect this invitation, you can ignore this message.';

  const text = `${opening}.

When: ${times}
Where: ${place}

See the invitation and answer it:
${link}

${personal}
${unexpected}

To get no more mail from ${appName}, from any organizer:
${stopLink}

${appName}
`;

  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(opening)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em; margin: 2em auto; padding: 0 1em">
<p dir="auto"><strong>${escapeHtml(opening)}</strong></p>
<p>When: ${escapeHtml(times)}<br>
Where: <bdi>${escapeHtml(place)}</bdi></p>
<p><a href="${escapeHtml(link)}">See the invitation and answer it</a></p>
<p style="font-size: smaller">${personal}<br>
${unexpected}<br>
<a href="${escapeHtml(stopLink)}">Get no more mail from ${escapeHtml(appName)}, from any organizer</a></p>
<p style="font-size: smaller">${escapeHtml(appName)}</p>
</body>
</html>
`;

  const messageId = `<invitation-${mail.invitationId}-${mail.sending}@${new URL(settings.publicUrl).hostname}>`;
  const headers = {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${stopLink}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { messageId, subject: oneLine(opening), text, html, headers };
};
