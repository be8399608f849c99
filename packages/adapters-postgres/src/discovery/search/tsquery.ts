import type { SearchDocument, Term, TextQuery } from '@event-platform/domain';

/** A lexeme as the text forms of tsvector and tsquery spell it (PostgreSQL section 8.11). */
const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The text form of the tsvector of a document: title words weigh A, all others D. No parser or dictionary is asked. */
export const toWordsVector = ({ title, other }: SearchDocument): string =>
  [...title.map((word) => `${quoted(word)}:1A`), ...other.map((word) => `${quoted(word)}:2`)].join(' ');

const termIn =
  (weight: '' | 'A') =>
  (term: Term): string => {
    const flags = `${term.prefix ? '*' : ''}${weight}`;
    return flags ? `${quoted(term.word)}:${flags}` : quoted(term.word);
  };

const groupsOf = (query: TextQuery, spell: (term: Term) => string): readonly string[] =>
  query.map((group) => `(${group.map(spell).join(' | ')})`);

/** A tsquery in three parts: before and after the word that is a prefix. Without one, all is before. */
export interface WordsQuery {
  readonly before: string;
  readonly prefix: string | null;
  readonly after: string;
}

/** What finds what `textMatches` matches. The query must have a group. */
export const toWordsQuery = (query: TextQuery): WordsQuery => {
  const prefix = query.flat().find((term) => term.prefix);
  const spell = termIn('');
  // A mark that no word has in it.
  const parts = groupsOf(query, (term) => (term === prefix ? '\n' : spell(term)))
    .join(' & ')
    .split('\n');
  return { before: parts[0] ?? '', prefix: prefix?.word ?? null, after: parts[1] ?? '' };
};

/** The tsqueries behind `titleRank`: all groups in the title, some group in the title. */
export const toTitleQueries = (query: TextQuery): { readonly all: string; readonly some: string } => ({
  all: groupsOf(query, termIn('A')).join(' & '),
  some: groupsOf(query, termIn('A')).join(' | '),
});

const weekMs = 604_800_000;
/** Live events that began earlier are so few that they are looked at one by one. */
const weeksBack = 8;

/** Weeks as the index of words knows them, from some before an instant on. */
export interface Weeks {
  /** The beginning of the first. */
  readonly since: Date;
  /** A tsquery for what begins in them; null when none are asked for. */
  readonly inWeeks: string | null;
}

/** @param weeks how many, that of the instant included; the same words as the function `event_week` makes */
export const weeksFrom = (at: Date, weeks: number): Weeks => {
  const first = Math.floor(at.getTime() / weekMs) - weeksBack;
  const words = Array.from({ length: weeks && weeksBack + weeks }, (_, count) =>
    quoted(`#w${first + count}`),
  );
  return { since: new Date(first * weekMs), inWeeks: words.length > 0 ? words.join(' | ') : null };
};
