import type { SearchDocument, Term, TextQuery } from '@event-platform/domain';

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
