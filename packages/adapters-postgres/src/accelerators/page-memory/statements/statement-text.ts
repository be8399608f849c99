/**
 * What the text of a statement depends on. A line that ends with `--? area no-category` belongs to the statement of a query with an
 * area and without a category; all other lines belong to every one.
 */
export type StatementFlag =
  | 'area'
  | 'category'
  | 'attendance'
  /** With `attendance`: of those that are at a place alone there are none. */
  | 'online'
  | 'text'
  | 'dated'
  | 'until'
  | 'organizer'
  | 'places'
  | 'titles'
  | 'beyond'
  | 'capped';

const condition = /\s*--\? (.+)$/;

/** The lines of a whole text that belong to the statement with these flags, without comments. */
export const statementText = (text: string, flags: ReadonlySet<string>): string => {
  const applies = (flag: string) => (flag.startsWith('no-') ? !flags.has(flag.slice(3)) : flags.has(flag));
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('-- '))
    .filter((line) => condition.exec(line)?.[1]?.split(' ').every(applies) ?? true)
    .map((line) => line.replace(condition, ''))
    .join('\n');
};
