import type { Language } from '@event-platform/domain';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';

export type { Texts } from './en.ts';

const texts: Readonly<Record<Language, Texts>> = { en, de };

/** Every text of mails and SMS in a language. */
export const textsOf = (language: Language): Texts => texts[language];
