import { type Language, languageFor } from '../languages/language.ts';
import { type NoticeText, noticeText } from '../notices/notice-texts.ts';
import type { PushToSend } from './push.ts';

const something: Readonly<Record<Language, string>> = {
  en: 'Something new about an event',
  de: 'Etwas Neues zu einer Veranstaltung',
};

/** Title and body of a push, in the language of the profile, else the device's; without a preview neither says what happened. */
export const pushWords = ({ notice, device, locale, preview }: PushToSend): NoticeText => {
  const language = languageFor(locale, device.locale);
  return preview === 'none' ? { title: something[language], body: '' } : noticeText(notice, language);
};
