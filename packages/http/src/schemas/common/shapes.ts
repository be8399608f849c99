import { limits } from '@event-platform/domain';
import { type Static, type TObject, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';

const shapes: TObject[] = [];

/** Each {@link namedShape} of the modules that are loaded. */
export const namedShapes: readonly TObject[] = shapes;

/** A schema that the OpenAPI document lists under its own name. */
export const namedShape = <Properties extends TProperties>(
  $id: string,
  properties: Properties,
  description: string,
): TObject<Properties> => {
  const shape = Type.Object(properties, { $id, description });
  shapes.push(shape);
  return shape;
};

/** A reference to a {@link namedShape} shape. */
export const refTo = <Shape extends TObject>(shape: Shape): TUnsafe<Static<Shape>> =>
  Type.Unsafe<Static<Shape>>({ $ref: `${idOf(shape)}#` });

/** The name of a {@link namedShape} shape. */
export const idOf = (shape: TObject): string => String((shape as { readonly $id?: string }).$id);

/** Whether a schema is a {@link namedShape}. */
export const isNamed = (shape: TSchema): shape is TObject => '$id' in shape;

/** One of the given texts. */
export const oneOf = <const Values extends readonly (string | null)[]>(
  values: Values,
  options: { readonly description: string; readonly examples?: readonly (string | null)[] },
): TUnsafe<Values[number]> =>
  Type.Unsafe<Values[number]>({
    type: values.includes(null) ? ['string', 'null'] : 'string',
    enum: values,
    ...options,
  });

export const nullable = <Shape extends TSchema>(shape: Shape): TUnsafe<Static<Shape> | null> =>
  Type.Unsafe<Static<Shape> | null>({
    ...shape,
    type: [(shape as { readonly type?: string }).type, 'null'],
  });

/** An optional field with its documented default. */
export const withDefault = <Shape extends TSchema>(shape: Shape, value: Static<Shape>) =>
  Type.Optional(Type.Unsafe<Static<Shape>>({ ...shape, default: value }));

export const uuid = (description: string) =>
  Type.String({
    format: 'uuid',
    description,
    examples: ['0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12'],
  });

export const timestamp = (description: string, example = '2026-05-01T18:00:00.000Z') =>
  Type.String({ format: 'date-time', description, examples: [example] });

export const url = (description: string, example: string) =>
  Type.String({ format: 'uri', maxLength: limits.urlLength, description, examples: [example] });

export const Success = namedShape(
  'Success',
  { success: Type.Literal(true, { description: 'Always true: failures are problems.' }) },
  'The request succeeded.',
);

export const succeeded = { success: true } as const;

export const Nothing = Type.Null({ description: 'Done. The response has no body.' });
