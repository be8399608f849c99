import { fold, limits } from '@event-platform/domain';

/** Only so much of a topic makes a tag: folding takes time quadratic in a run of combining marks. */
const topicLength = 200;

const tagOf = (topic: string): string =>
  fold(topic.slice(0, topicLength))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, limits.tagLength)
    .replace(/-$/, '');

/** `Café Créole` becomes `cafe-creole`; a topic without Latin letters and digits makes no tag. */
export const tagsOf = (topics: readonly string[]): readonly string[] =>
  [...new Set(topics.map(tagOf))].filter((tag) => tag !== '').slice(0, limits.tags);
