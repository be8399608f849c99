import type { EmailCodeMail } from '@event-platform/domain';
import { appNameOf, linkTo, type Mail, type MailBrand, mailOf } from './mail.ts';
import { textsOf } from './texts/index.ts';

/**
 * Words the mail that proves an address: a code of six digits, and the link `<publicUrl>/email/<token>`. The subject does not hold the
 * code, which locked screens show.
 */
export const emailCodeEmail = (mail: EmailCodeMail, settings: MailBrand): Mail => {
  const { language, unsubscribeToken } = mail;
  const words = textsOf(language).emailCode;
  const link = linkTo(settings, `/email/${encodeURIComponent(mail.token)}`);
  return mailOf(
    {
      id: `email-${mail.proofId}-${mail.sending}`,
      ...{ language, unsubscribeToken, stop: words },
      heading: words.heading(appNameOf(settings)),
      facts: [[words.code, mail.code]],
      paragraphs: [`${words.action}:\n${link}`, `${words.lasts}\n${words.ignore}`],
      action: { label: words.action, url: link },
      smallPrint: [words.lasts, words.ignore],
    },
    settings,
  );
};
