import { type DigestMail, noticeText, oneLine, withoutLinks } from '@event-platform/domain';
import { linkTo, type Mail, type MailBrand, mailOf } from './mail.ts';
import { noticeSettingsNote } from './notice-settings-note.ts';
import { textsOf } from './texts/index.ts';

/** Words the digest of activity: a line an event, with its counts. */
export const digestEmail = (mail: DigestMail, settings: MailBrand): Mail => {
  const { language, unsubscribeToken, notices } = mail;
  const { digest } = textsOf(language);
  const link = linkTo(settings, '/my-events');
  const choose = noticeSettingsNote(settings, language);
  return mailOf(
    {
      id: `digest-${mail.id}`,
      ...{ language, unsubscribeToken },
      heading: digest.heading(notices.length),
      facts: notices.map((notice): readonly [string, string] => [
        oneLine(withoutLinks(oneLine(notice.event?.title ?? '')), 150) || noticeText(notice, language).title,
        noticeText(notice, language).body,
      ]),
      paragraphs: [`${digest.action}:\n${link}`, choose.text],
      action: { label: digest.action, url: link },
      smallPrint: [choose.html],
    },
    settings,
  );
};
