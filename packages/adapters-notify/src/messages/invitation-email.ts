import { type InvitationMail, localTimes, type OperatorContact } from '@event-platform/domain';
import { type Accents, contactNotes, escapeHtml, mailLayout } from './mail-layout.ts';
import { oneLine } from './one-line.ts';
import { withoutLinks, withoutPhones } from './without-links.ts';

export interface InvitationEmailSettings {
  readonly appName: string;
  readonly publicUrl: string;
  /** The colour of the brand. */
  readonly accents: Accents;
  /** How people reach the operator; nothing by default. */
  readonly contact?: OperatorContact | undefined;
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
  const place = oneLine(withoutLinks(oneLine(mail.event.location.address, 300)), 300) || 'Online';
  const appName = oneLine(settings.appName, 80);
  const base = settings.publicUrl.replace(/\/+$/, '');
  const link = `${base}/i/${encodeURIComponent(mail.token)}`;
  const stopLink = `${base}/u/${encodeURIComponent(mail.unsubscribeToken)}`;
  const personal = 'The link is for you alone: anyone who has it can accept in your place.';
  const ignoreNote = 'If you did not expect this invitation, you can ignore this message.';

  const text = `${opening}.

When: ${times}
Where: ${place}

See the invitation and answer it:
${link}

${personal}
${ignoreNote}

To get no more mail from ${appName}, from any organizer:
${stopLink}

${appName}
${contactNotes(settings.contact).text}`;

  const html = mailLayout({
    appName,
    accents: settings.accents,
    heading: opening,
    facts: [
      ['When', times],
      ['Where', place],
    ],
    action: { label: 'See the invitation and answer it', url: link },
    smallPrint: `${personal}<br>
${ignoreNote}<br>
<a href="${escapeHtml(stopLink)}" style="color: #5a5768">Get no more mail from ${escapeHtml(appName)}, from any organizer</a>${contactNotes(settings.contact).html}`,
  });

  const messageId = `<invitation-${mail.invitationId}-${mail.sending}@${new URL(settings.publicUrl).hostname}>`;
  const headers = {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${stopLink}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { messageId, subject: oneLine(opening), text, html, headers };
};
