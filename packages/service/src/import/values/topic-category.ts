import { createHash } from 'node:crypto';
import { fold, limits } from '@event-platform/domain';

export interface TopicCategory {
  readonly category: string;
  readonly categoryName: string;
}

/** The category of events without a topic; a migration creates it. */
export const otherCategory = 'other';

// Symbols that distinguish topics; without them C, C++ and C# would be one.
const symbols: readonly (readonly [RegExp, string])[] = [
  [/\+/g, ' plus '],
  [/#/g, ' sharp '],
  [/&/g, ' and '],
  [/^\./, 'dot '],
];

/** Only so much of a topic tells it from others: folding takes time quadratic in a run of combining marks. */
const topicLength = 200;
const foldTopic = (topic: string): string => fold(topic.slice(0, topicLength));

const slugOf = (topic: string): string =>
  symbols
    .reduce((text, [symbol, word]) => text.replace(symbol, word), foldTopic(topic))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.slugLength)
    .replace(/^-+|-+$/g, '');

/** The slug of a topic without Latin letters or digits, equal for equal topics. */
const hashedSlug = (topic: string): string =>
  `topic-${createHash('sha256').update(foldTopic(topic)).digest('hex').slice(0, 8)}`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `c++` becomes the category `c-plus-plus`, named `C++`; topics in every script get one. */
export const topicCategory = (topic: string): TopicCategory => ({
  category: slugOf(topic) || hashedSlug(topic),
  categoryName: capitalize(topic.trim().replace(/\s+/g, ' ')).slice(0, limits.slugLength),
});
