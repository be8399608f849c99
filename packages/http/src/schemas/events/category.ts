import { Type } from 'typebox';
import { namedShape } from '../common/shapes.ts';

export const CategoryShape = namedShape(
  'Category',
  {
    slug: Type.String({ description: 'The key of the category.', examples: ['music'] }),
    name: Type.String({ examples: ['Music'] }),
    emoji: Type.String({ examples: ['🎵'] }),
  },
  'What an event is about.',
);
