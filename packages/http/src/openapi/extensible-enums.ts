type Json = unknown;

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const note = 'Later versions may have others.';

/** What is `true` alone stays so. */
const isOfTexts = (values: Json): values is readonly Json[] =>
  Array.isArray(values) && values.some((value) => typeof value === 'string');

/** A schema of what is sent: clients take its enums for texts, of which these are known. */
export const withOpenEnums = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(withOpenEnums);
  if (!isObject(schema)) return schema;
  const { enum: values, ...rest } = schema;
  const open = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withOpenEnums(value)]));
  if (!isOfTexts(values)) return values === undefined ? open : { ...open, enum: withOpenEnums(values) };
  return {
    ...open,
    'x-extensible-enum': values.filter((value) => value !== null),
    description: [rest.description, note].filter(Boolean).join(' '),
  };
};

interface MediaTypes {
  readonly content?: Readonly<Record<string, { schema?: object }>>;
}

interface Document {
  readonly paths?: object;
  readonly components?: { readonly schemas?: Record<string, Json> };
}

const namesIn = (schema: Json): readonly string[] => {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (!isObject(schema)) return [];
  const { $ref, ...parts } = schema;
  const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
  return [...(name === undefined ? [] : [name]), ...Object.values(parts).flatMap(namesIn)];
};

/**
 * Opens the enums of all responses: what a request may say is checked, but a response may hold a kind or a status that came
 * with a later version, which closed enums of generated clients would not decode.
 */
export const openEnumsOfResponses = ({ paths = {}, components: { schemas = {} } = {} }: Document): void => {
  const operations = Object.values(paths).flatMap((path: object) => Object.values(path)) as readonly {
    readonly requestBody?: MediaTypes;
    readonly responses?: Readonly<Record<string, MediaTypes>>;
  }[];
  const asked = new Set<string>();
  const visit = (name: string): void => {
    if (asked.has(name)) return;
    asked.add(name);
    namesIn(schemas[name]).forEach(visit);
  };
  for (const { requestBody } of operations) namesIn(requestBody).forEach(visit);
  for (const [name, schema] of Object.entries(schemas))
    if (!asked.has(name)) schemas[name] = withOpenEnums(schema);
  for (const { responses = {} } of operations)
    for (const { content = {} } of Object.values(responses))
      for (const mediaType of Object.values(content))
        if (mediaType.schema) mediaType.schema = withOpenEnums(mediaType.schema) as object;
};
