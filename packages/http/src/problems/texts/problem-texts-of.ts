import type { Language } from '@event-platform/domain';
import type { WireCode } from '../problem-codes.ts';
import { germanProblemTexts } from './german-problem-texts.ts';
import { type ProblemText, problemTexts } from './problem-texts.ts';

const texts = { en: problemTexts, de: germanProblemTexts } as const;

/** The title and the meaning of each problem in a language. */
export const problemTextsOf = (language: Language): Readonly<Record<WireCode, ProblemText>> =>
  texts[language];
