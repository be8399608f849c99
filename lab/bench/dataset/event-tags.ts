import { isTag } from '@event-platform/domain';
import { type Random, weightedIndex, zipfWeights } from './random.ts';
import { vocabulary } from './words.ts';

/** The most frequent first. */
export const tags = vocabulary.filter(isTag).slice(0, 5_000);
const pickTag = weightedIndex(zipfWeights(tags.length));

/** Up to five tags of an event, by Zipf. */
export const eventTags = (random: Random): readonly string[] => [
  ...new Set(Array.from({ length: random.below(6) }, () => tags[pickTag(random)] as string)),
];
