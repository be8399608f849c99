import type { Language } from '@event-platform/domain';
import { linkTo, type MailBrand } from './mail.ts';
import { smallLink } from './mail-layout.ts';
import { textsOf } from './texts/index.ts';

/** Where to choose which notices one gets. */
export const noticeSettingsNote = (settings: Pick<MailBrand, 'publicUrl'>, language: Language) => {
  const texts = textsOf(language).notice;
  const url = linkTo(settings, '/notice-settings');
  return { text: `${texts.settings}\n${url}`, html: smallLink(url, texts.settingsLink) };
};
