import {
  type InvitationMail,
  localTimes,
  type OperatorContact,
  oneLine,
  withoutLinks,
  withoutPhones,
} from '@event-platform/domain';
import { type Accents, contactNotes, escapeHtml, mailLayout } from './mail-layout.ts';
import { textsOf } from './texts/index.ts';

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
  const texts = textsOf(mail.language);
  const { personal, ignore, action } = texts.invitation;
  const { when, where } = texts.mail;
  const title = harmless(mail.event.title, 150) || texts.mail.anEvent;
  // A new user has no name yet.
  const opening = texts.invitation.opening(harmless(mail.organizerName, 80), title);
  const times = localTimes(mail.event, mail.language);
  const place = oneLine(withoutLinks(oneLine(mail.event.location.address, 300)), 300) || texts.mail.online;
  const appName = oneLine(settings.appName, 80);
  const base = settings.publicUrl.replace(/\/+$/, '');
  const link = `${base}/i/${encodeURIComponent(mail.token)}`;
  const stopLink = `${base}/u/${encodeURIComponent(mail.unsubscribeToken)}`;
  const contact = contactNotes(settings.contact, texts.mail);

  const text = `${opening}.

${when}: ${times}
${where}: ${place}

${action}:
${link}

${personal}
${ignore}

${texts.mail.stop(appName)}
${stopLink}

${appName}
${contact.text}`;

  const html = mailLayout({
    appName,
    language: mail.language,
    accents: settings.accents,
    heading: opening,
    facts: [
      [when, times],
      [where, place],
    ],
    action: { label: action, url: link },
    smallPrint: `${personal}<br>
${ignore}<br>
<a href="${escapeHtml(stopLink)}" style="color: #5a5768">${escapeHtml(texts.mail.stopLink(appName))}</a>${contact.html}`,
  });

  const messageId = `<invitation-${mail.invitationId}-${mail.sending}@${new URL(settings.publicUrl).hostname}>`;
  const headers = {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${stopLink}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { messageId, subject: oneLine(opening), text, html, headers };
};
