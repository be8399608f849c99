import { type EmailCodeMail, oneLine } from '@event-platform/domain';
import type { InvitationEmail, InvitationEmailSettings } from './invitation-email.ts';
import { contactNotes, escapeHtml, mailLayout } from './mail-layout.ts';
import { textsOf } from './texts/index.ts';

/**
 * Words the mail that proves an address: a code of six digits, and the link `<publicUrl>/email/<token>`. The subject does not hold the
 * code, which locked screens show.
 */
export const emailCodeEmail = (mail: EmailCodeMail, settings: InvitationEmailSettings): InvitationEmail => {
  const texts = textsOf(mail.language);
  const words = texts.emailCode;
  const contact = contactNotes(settings.contact, texts.mail);
  const appName = oneLine(settings.appName, 80);
  const heading = words.heading(appName);
  const base = settings.publicUrl.replace(/\/+$/, '');
  const link = `${base}/email/${encodeURIComponent(mail.token)}`;
  const stopLink = `${base}/u/${encodeURIComponent(mail.unsubscribeToken)}`;
  const text = `${heading}.

${words.code}: ${mail.code}

${words.action}:
${link}

${words.lasts}
${words.ignore}

${words.stop(appName)}
${stopLink}

${appName}
${contact.text}`;
  const html = mailLayout({
    appName,
    language: mail.language,
    accents: settings.accents,
    heading,
    facts: [[words.code, mail.code]],
    action: { label: words.action, url: link },
    smallPrint: `${words.lasts}<br>
${words.ignore}<br>
<a href="${escapeHtml(stopLink)}" style="color: #5a5768">${escapeHtml(words.stopLink(appName))}</a>${contact.html}`,
  });
  return {
    messageId: `<email-${mail.proofId}-${mail.sending}@${new URL(settings.publicUrl).hostname}>`,
    subject: oneLine(heading),
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${stopLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
