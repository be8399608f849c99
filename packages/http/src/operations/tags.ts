import { limits, tagPolicy } from '@event-platform/domain';
import { Type } from 'typebox';
import { listOf } from '../schemas/common/paging.ts';
import { namedShape } from '../schemas/common/shapes.ts';
import { type Operations, operation } from './operation.ts';

const TagShape = namedShape(
  'Tag',
  {
    slug: Type.String({ description: 'What events are filtered by.', examples: ['open-air'] }),
    events: Type.Integer({ description: 'How many events of lists have it.', examples: [12] }),
  },
  'A tag of events.',
);

const TagQuery = Type.Object({
  prefix: Type.Optional(
    Type.String({ maxLength: limits.tagLength, description: 'What tags begin with.', examples: ['op'] }),
  ),
});

export const tags: Operations = {
  listTags: operation('GET /tags', 'Discovery', {
    summary: 'List the tags that are used most',
    description: `Those of events in lists, the most used first, at most ${tagPolicy.offered}. At most a minute old.`,
    auth: 'none',
    cost: 'list',
    query: TagQuery,
    responses: { 200: listOf(TagShape, 'tags') },
    handler: async ({ domain, query }) => ({ data: [...(await domain.listTags(query))] }),
  }),
};
