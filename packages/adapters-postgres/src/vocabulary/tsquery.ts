import type { SearchDocument, Term, TextQuery } from '@event-platform/domain';
import { startOfWeek, weekOf } from './weeks.ts';

/** A lexeme as the text forms of tsvector and tsquery spell it (PostgreSQL section 8.11). */
const quote = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The text form of a document's tsvector, without a parser or dictionary: title words have weight A, all others D. */
export const toWordsVector = ({ title, other }: SearchDocument): string =>
  [...title.map((word) => `${quote(word)}:1A`), ...other.map((word) => `${quote(word)}:2`)].join(' ');

/** The same for documents that events share: each text is made once. */
export const toWordsVectors = () => {
  const textsByDocument = new Map<SearchDocument, string>();
  return (document: SearchDocument): string => {
    const text = textsByDocument.get(document) ?? toWordsVector(document);
    textsByDocument.set(document, text);
    return text;
  };
};

const termIn =
  (weight: '' | 'A') =>
  (term: Term): string => {
    const flags = `${term.prefix ? '*' : ''}${weight}`;
    return flags ? `${quote(term.word)}:${flags}` : quote(term.word);
  };

const groupsOf = (query: TextQuery, spell: (term: Term) => string): readonly string[] =>
  query.map((group) => `(${group.map(spell).join(' | ')})`);

/** The tsquery of what the domain's `textMatches` matches. @param query has at least one group */
export const toWordsQuery = (query: TextQuery): string => groupsOf(query, termIn('')).join(' & ');

/** The tsqueries behind `titleRank`: all groups in the title, some group in the title. */
export const toTitleQueries = (query: TextQuery): { readonly all: string; readonly some: string } => ({
  all: groupsOf(query, termIn('A')).join(' & '),
  some: groupsOf(query, termIn('A')).join(' | '),
});

/** Live events that started earlier are so few that they are tested one by one. */
const weeksBack = 8;

/** Weeks as lexemes of the index of words, from some before an instant on. */
export interface Weeks {
  /** The start of the first. */
  readonly since: Date;
  /** A tsquery for what starts in them; null for no weeks. */
  readonly inWeeks: string | null;
}

/** @param weeks how many, the instant's own included. The lexemes are those of the SQL function `event_week`. */
export const weeksFrom = (at: Date, weeks: number): Weeks => {
  const first = weekOf(at) - weeksBack;
  const words = Array.from({ length: weeks && weeksBack + weeks }, (_, count) => quote(`#w${first + count}`));
  return { since: startOfWeek(first), inWeeks: words.length > 0 ? words.join(' | ') : null };
};
