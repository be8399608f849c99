import { type InvitationMail, localTimes, oneLine, withoutLinks } from '@event-platform/domain';
import { harmless, linkTo, type Mail, type MailBrand, mailOf } from './mail.ts';
import { textsOf } from './texts/index.ts';

/** Words an invitation. Times are local to the event; the link is `<publicUrl>/i/<token>`. */
export const invitationEmail = (mail: InvitationMail, settings: MailBrand): Mail => {
  const { language, unsubscribeToken, event } = mail;
  const texts = textsOf(language);
  const { personal, ignore, action, opening } = texts.invitation;
  const title = harmless(event.title, 150) || texts.mail.anEvent;
  const place = oneLine(withoutLinks(oneLine(event.location.address, 300)), 300) || texts.mail.online;
  const link = linkTo(settings, `/i/${encodeURIComponent(mail.token)}`);
  return mailOf(
    {
      id: `invitation-${mail.invitationId}-${mail.sending}`,
      ...{ language, unsubscribeToken },
      // A new user has no name yet.
      heading: opening(harmless(mail.organizerName, 80), title),
      facts: [
        [texts.mail.when, localTimes(event, language)],
        [texts.mail.where, place],
      ],
      paragraphs: [`${action}:\n${link}`, `${personal}\n${ignore}`],
      action: { label: action, url: link },
      smallPrint: [personal, ignore],
    },
    settings,
  );
};
