import type { Dependencies } from '../../dependencies.ts';
import { limits } from '../../limits.ts';
import { refuseInput } from '../../problem.ts';
import { minute } from '../../time.ts';
import type { TagCount } from '../tag.ts';

export const tagPolicy = {
  /** How many tags a caller gets. */
  offered: 20,
  /** Of how many it is known how often they are used: the most used ones. */
  counted: 20_000,
  /** For how long, in milliseconds: all events are counted once in that time, whoever asks for what. */
  countedFor: minute,
} as const;

interface Counting {
  readonly at: number;
  readonly counts: Promise<readonly TagCount[]>;
}

/** The most used tags that begin so, the most used first, then by slug; at most a minute old. Throws `invalid_request`. */
export const listTags = ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) => {
  let last: Counting | null = null;
  const count = (): Counting => {
    const now = clock.now();
    const age = last ? now.getTime() - last.at : Number.NaN;
    if (last && age >= 0 && age < tagPolicy.countedFor) return last;
    const counting = { at: now.getTime(), counts: stores.vocabulary.tagCounts(now, tagPolicy.counted) };
    // What failed is not kept; who waits is told.
    counting.counts.catch(() => {
      if (last === counting) last = null;
    });
    last = counting;
    return counting;
  };
  return async ({ prefix = '' }: { readonly prefix?: string | undefined }): Promise<readonly TagCount[]> => {
    if (prefix.length > limits.tagLength)
      throw refuseInput({ path: '/prefix', message: `must be at most ${limits.tagLength} characters` });
    const matches = (await count().counts).filter(({ slug }) => slug.startsWith(prefix));
    return matches.slice(0, tagPolicy.offered);
  };
};
