import { type DigestMail, noticeText, oneLine, withoutLinks } from '@event-platform/domain';
import type { InvitationEmail, InvitationEmailSettings } from './invitation-email.ts';
import { contactNotes, escapeHtml, mailLayout } from './mail-layout.ts';
import { textsOf } from './texts/index.ts';

/** Words the digest of activity: a line an event, with its counts. */
export const digestEmail = (mail: DigestMail, settings: InvitationEmailSettings): InvitationEmail => {
  const { language } = mail;
  const { digest, mail: words, notice: noticeWords } = textsOf(language);
  const appName = oneLine(settings.appName, 80);
  const base = settings.publicUrl.replace(/\/+$/, '');
  const stopLink = `${base}/u/${encodeURIComponent(mail.unsubscribeToken)}`;
  const settingsLink = `${base}/notice-settings`;
  const link = `${base}/my-events`;
  const contact = contactNotes(settings.contact, words);
  const heading = digest.heading(mail.notices.length);
  const facts = mail.notices.map((notice): readonly [string, string] => [
    oneLine(withoutLinks(oneLine(notice.event?.title ?? '')), 150) || noticeText(notice, language).title,
    noticeText(notice, language).body,
  ]);
  const text = `${heading}.

${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}

${digest.action}:
${link}

${noticeWords.settings}
${settingsLink}

${words.stop(appName)}
${stopLink}

${appName}
${contact.text}`;
  const html = mailLayout({
    appName,
    language,
    accents: settings.accents,
    heading,
    facts,
    action: { label: digest.action, url: link },
    smallPrint: `<a href="${escapeHtml(settingsLink)}" style="color: #5a5768">${noticeWords.settingsLink}</a><br>
<a href="${escapeHtml(stopLink)}" style="color: #5a5768">${escapeHtml(words.stopLink(appName))}</a>${contact.html}`,
  });
  return {
    messageId: `<digest-${mail.id}@${new URL(settings.publicUrl).hostname}>`,
    subject: heading,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${stopLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
