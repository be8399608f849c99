import { createHash } from 'node:crypto';
import { fold, limits } from '@event-platform/domain';

/** The category that a topic becomes. */
export interface TopicCategory {
  readonly category: string;
  readonly categoryName: string;
}

/** The category of events that name no topic; migrations bring it. */
export const otherCategory = 'other';

// Signs that tell topics apart; without them C, C++ and C# would be one.
const signs: readonly (readonly [RegExp, string])[] = [
  [/\+/g, ' plus '],
  [/#/g, ' sharp '],
  [/&/g, ' and '],
  [/^\./, 'dot '],
];

const slugOf = (topic: string): string =>
  signs
    .reduce((text, [sign, word]) => text.replace(sign, word), fold(topic))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slugLength)
    .replace(/^-+|-+$/g, '');

/** A slug for a topic in a script that slugs cannot spell: the same topic always gets the same. */
const numberedSlug = (topic: string): string =>
  `topic-${createHash('sha256').update(fold(topic)).digest('hex').slice(0, 8)}`;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `c++` is the category `c-plus-plus`, named `C++`; a topic in any script has one. */
export const topicCategory = (topic: string): TopicCategory => ({
  category: slugOf(topic) || numberedSlug(topic),
  categoryName: capitalized(topic.trim().replace(/\s+/g, ' ')).slice(0, limits.slugLength),
});
