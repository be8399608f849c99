import { limits } from '@event-platform/domain';
import { Type } from 'typebox';
import { namedShape, nullable } from '../common/shapes.ts';

const fields = {
  slug: Type.String({ description: 'The key of the category.', examples: ['music'] }),
  name: Type.String({ examples: ['Music'] }),
  emoji: Type.String({ examples: ['🎵'] }),
};

export const CategoryShape = namedShape('Category', fields, 'What an event is about.');

const managedFields = {
  isHidden: Type.Boolean({
    description: 'Whether it is not offered; its events stay, and so does its slug in filters.',
    examples: [false],
  }),
  position: nullable(
    Type.Integer({
      minimum: 1,
      maximum: limits.categoryPosition,
      description: 'Those that have one come first, the lowest before others; null: by name.',
      examples: [1],
    }),
  ),
};

export const ManagedCategoryShape = namedShape(
  'ManagedCategory',
  {
    ...fields,
    ...managedFields,
    isImported: Type.Boolean({
      description: 'Whether an import made it.',
      examples: [false],
    }),
    mergedInto: nullable(
      Type.String({ description: 'The slug that it stands for, after a merge.', examples: ['music'] }),
    ),
  },
  'A category as its operator sees it.',
);

const texts = {
  name: Type.String({ minLength: 1, maxLength: limits.nameLength, examples: ['Music'] }),
  emoji: Type.String({ minLength: 1, maxLength: limits.emojiLength, examples: ['🎵'] }),
};

export const AddCategoryBody = Type.Object(
  {
    slug: Type.String({
      minLength: 1,
      maxLength: limits.slugLength,
      description: 'Lower-case words joined by hyphens.',
      examples: ['open-air'],
    }),
    ...texts,
  },
  { title: 'AddCategoryRequest' },
);

export const ChangeCategoryBody = Type.Partial(Type.Object({ ...texts, ...managedFields }), {
  title: 'ChangeCategoryRequest',
});

export const MergeCategoryBody = Type.Object(
  {
    into: Type.String({
      maxLength: limits.slugLength,
      description: 'The slug of the category that stays.',
      examples: ['music'],
    }),
  },
  { title: 'MergeCategoryRequest' },
);
