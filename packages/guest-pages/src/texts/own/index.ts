import type { Language } from '@event-platform/domain';
import { de } from './de.ts';
import { en, type OwnTexts } from './en.ts';

export type { OwnTexts } from './en.ts';

const texts: Readonly<Record<Language, OwnTexts>> = { en, de };

/** The texts of the pages behind the sign-in: those of one's own, and those for organizers. */
export const ownTextsOf = (language: Language): OwnTexts => texts[language];
