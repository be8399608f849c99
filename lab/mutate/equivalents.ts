import { readFileSync } from 'node:fs';
import type { Mutant } from './instrument.ts';

/** A mutant that cannot change what the code does, and why. */
export interface Equivalent {
  readonly file: string;
  /** The text of its line, trimmed. */
  readonly source: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

export const readEquivalents = (): readonly Equivalent[] =>
  JSON.parse(readFileSync(new URL('./equivalents.json', import.meta.url), 'utf8')) as Equivalent[];

export const isAbout =
  (mutant: Mutant) =>
  (equivalent: Equivalent): boolean =>
    equivalent.file === mutant.file &&
    equivalent.source === mutant.source &&
    equivalent.original === mutant.original &&
    equivalent.replacement === mutant.replacement;
