import { problemMediaType } from '../problems/problem-response.ts';

interface Schema {
  title?: string;
  type?: unknown;
  format?: string;
  anyOf?: readonly Schema[];
  readonly required?: unknown;
}

interface MediaType {
  schema?: Schema | { readonly $ref: string };
}

interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly schema?: Schema }[];
  readonly requestBody?: { required?: boolean; readonly content?: Readonly<Record<string, MediaType>> };
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, MediaType>>; headers?: object }>
  >;
}

interface Document {
  readonly paths?: object;
  components?: { schemas?: Record<string, unknown>; headers?: Record<string, unknown> };
}

const seconds = { type: 'integer', minimum: 0, examples: [30] };
const calls = { type: 'integer', minimum: 0, examples: [5] };

const headers = {
  'Retry-After': { description: 'How many seconds to wait before the next try.', schema: seconds },
  'RateLimit-Limit': { description: 'How many calls the limit allows.', schema: calls },
  'RateLimit-Remaining': { description: 'How many calls are left.', schema: { ...calls, examples: [0] } },
  'RateLimit-Reset': { description: 'In how many seconds calls are possible again.', schema: seconds },
  'Idempotency-Replayed': {
    description:
      'Present when the response was given before, to the first request with the `Idempotency-Key`.',
    schema: { type: 'boolean', examples: [true] },
  },
  Link: {
    description: 'The next page, as `rel="next"` (RFC 8288); absent on the last one.',
    schema: {
      type: 'string',
      examples: ['<https://events.example.com/v1/me/notices?page=2>; rel="next"'],
    },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    schema: { type: 'string', examples: ['Bearer'] },
  },
};

type HeaderName = keyof typeof headers;

/** The headers that a problem carries, by status. */
const problemHeaders: Readonly<Record<string, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  503: ['Retry-After'],
};

/** The responses that a repetition gets again. */
const repeatableStatus = /^(?:2..|400|403|404|409)$/;

/** The headers of a response of an operation that takes an `Idempotency-Key`, by its status. */
const keyedHeaders = (status: string): readonly HeaderName[] => [
  ...(repeatableStatus.test(status) ? (['Idempotency-Replayed'] as const) : []),
  ...(status === '409' ? (['Retry-After'] as const) : []),
];

const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Replaces the validator's own formats, which OpenAPI does not know: a date or a date and time; a key. */
const useStandardFormats = (schema: Schema | undefined): void => {
  if (schema?.format === 'idempotency-key') delete schema.format;
  if (schema?.format !== 'date-or-date-time') return;
  delete schema.type;
  delete schema.format;
  schema.anyOf = [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ] as readonly Schema[];
};

/** Moves each schema with a title to the components under that name, and refers to it there. */
const nameSchemas = (
  content: Readonly<Record<string, MediaType>> | undefined,
  schemas: Record<string, unknown>,
): void => {
  for (const mediaType of Object.values(content ?? {})) {
    const { schema } = mediaType;
    if (!schema || !('title' in schema) || !schema.title) continue;
    const { title, ...rest } = schema;
    const namedSchema = schemas[title];
    if (namedSchema !== undefined && JSON.stringify(namedSchema) !== JSON.stringify(rest))
      throw new Error(`two schemas of the API are called ${title}`);
    schemas[title] = rest;
    mediaType.schema = { $ref: `#/components/schemas/${title}` };
  }
};

/**
 * Completes the document with what the schemas of validation and serialization lack: names of bodies and lists, the
 * headers of problems, standard formats, and that a body with only optional fields is optional itself.
 * @throws {Error} for two different schemas of one name
 */
export const completeDocument = (document: Document): void => {
  document.components ??= {};
  const { components } = document;
  components.headers = { ...components.headers, ...headers };
  components.schemas ??= {};
  const operations = Object.values(document.paths ?? {}).flatMap((path) =>
    Object.values(path as Record<string, Operation>),
  );
  for (const { parameters = [], requestBody, responses = {} } of operations) {
    for (const { schema } of parameters) useStandardFormats(schema);
    if (requestBody) {
      const schema = requestBody.content?.['application/json']?.schema;
      // A file is always needed.
      requestBody.required = !schema || ('required' in schema && !!schema.required);
      nameSchemas(requestBody.content, components.schemas);
    }
    const takesKey = '422' in responses && parameters.some(({ name }) => name === 'idempotency-key');
    for (const [status, response] of Object.entries(responses)) {
      nameSchemas(response.content, components.schemas);
      const ofProblem = response.content?.[problemMediaType] ? (problemHeaders[status] ?? []) : [];
      const ofList = status === '200' && parameters.some(({ name }) => name === 'page');
      const names: readonly HeaderName[] = [
        ...ofProblem,
        ...(takesKey ? keyedHeaders(status) : []),
        ...(ofList ? (['Link'] as const) : []),
      ];
      if (names.length > 0) response.headers = headerRefs(names);
    }
  }
};
