import { WrongUsage } from '../faults/wrong-usage.ts';

/** What to do with categories. */
export type CategoryAct =
  | { readonly act: 'list' }
  | { readonly act: 'add'; readonly slug: string; readonly label: string; readonly emoji: string }
  | { readonly act: 'rename'; readonly slug: string; readonly label: string }
  | { readonly act: 'merge'; readonly slug: string; readonly into: string }
  | { readonly act: 'hide' | 'show'; readonly slug: string }
  | { readonly act: 'order'; readonly slugs: readonly string[] };

/** Arguments by number: those after `categories`. */
const counts: Readonly<Record<string, number>> = { list: 1, add: 2, rename: 3, merge: 3, hide: 2, show: 2 };

/**
 * Reads what follows `categories`.
 * @throws {WrongUsage}
 */
export const readCategoryAct = (
  [act = 'list', ...rest]: readonly string[],
  { name, emoji }: { readonly name?: string | undefined; readonly emoji?: string | undefined },
): CategoryAct => {
  const [slug = '', second = ''] = rest;
  const count = counts[act];
  if (act !== 'order' && count === undefined) throw new WrongUsage(`There is no command categories ${act}.`);
  if (act === 'order' ? rest.length === 0 : rest.length + 1 !== count)
    throw new WrongUsage(
      `categories ${act} needs ${act === 'list' ? 'nothing' : 'other arguments'} after it.`,
    );
  if (act === 'order') return { act, slugs: rest };
  if (act === 'add') {
    if (name === undefined || emoji === undefined)
      throw new WrongUsage('categories add needs --name and --emoji.');
    return { act, slug, label: name, emoji };
  }
  if (act === 'rename') return { act, slug, label: second };
  if (act === 'merge') return { act, slug, into: second };
  return act === 'hide' || act === 'show' ? { act, slug } : { act: 'list' };
};
