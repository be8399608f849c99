/** Turns the operations of the OpenAPI document into the table and the interface that the client is made of. */
import { type Repetition, repetitions } from './repetition.ts';

interface Schema {
  readonly $ref?: string;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, object>>;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** What is read of an OpenAPI document. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly requestBody: Content } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const authOf = ({ security = [] }: Operation): string => {
  if (security.length === 0) return 'none';
  return security.some((each) => Object.keys(each).length === 0) ? 'optional' : 'required';
};

const responsesOf = ({ responses }: Operation) =>
  Object.entries(responses).filter(([status]) => status.startsWith('2'));

const schemaOf = ({ content }: Content = {}): Schema | undefined => Object.values(content ?? {})[0]?.schema;

const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const parametersIn = ({ parameters = [] }: Operation, place: string) =>
  parameters.filter((each) => each.in === place);

/** The name of the type of an operation's query; most lists take pages and nothing else. */
const queryNameOf = (operation: Operation): string => {
  const names = parametersIn(operation, 'query').map(({ name }) => name);
  return String(names) === 'page,limit' ? 'PageQuery' : `${pascal(operation.operationId)}Query`;
};

const queryOf = (operation: Operation) => {
  const parameters = parametersIn(operation, 'query');
  return {
    type: 'object',
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema }) => [name, { ...schema, description }]),
    ),
  };
};

/** The one shape of all messages to webhooks. */
const webhookMessageOf = ({ webhooks }: Document) => {
  const [schema] = Object.values(webhooks).map(({ post }) => schemaOf(post.requestBody));
  const type = {
    type: 'string',
    description: 'What happened.',
    'x-extensible-enum': Object.keys(webhooks),
  };
  return { ...schema, properties: { ...schema?.properties, type } };
};

/** The type of what an extensible enum may be besides; its text is replaced, as `string` would take in the known values. */
export const unknownValue = {
  name: 'UnknownValue',
  generated: 'export type UnknownValue = string;',
  text: 'export type UnknownValue = string & {};',
};

/** Unions for extensible enums, which generators of types know as texts alone. */
const withUnions = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withUnions);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { 'x-extensible-enum': values, ...rest } = schema as Readonly<Record<string, unknown>>;
  const parts = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, withUnions(part)]));
  if (!Array.isArray(values)) return parts;
  const { type, ...others } = parts;
  const isNullable = Array.isArray(type) && type.includes('null');
  return {
    ...others,
    anyOf: [
      { type: 'string', enum: values },
      { $ref: `#/components/schemas/${unknownValue.name}` },
      ...(isNullable ? [{ type: 'null' }] : []),
    ],
  };
};

/**
 * The document that the types are made of: its schemas, the queries of operations and the message of webhooks. A type for
 * each response of each operation would say the same many times over: all refusals are a `Problem`.
 */
export const typesDocument = (document: Document): object => {
  const schemas = {
    ...document.components.schemas,
    WebhookMessage: webhookMessageOf(document),
    [unknownValue.name]: { type: 'string', description: 'A value of a later version.' },
    ...Object.fromEntries(
      operationsOf(document)
        .filter(({ operation }) => parametersIn(operation, 'query').length > 0)
        .map(({ operation }) => [queryNameOf(operation), queryOf(operation)]),
    ),
  };
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
  return {
    openapi: '3.1.0',
    info: { title: 'Types', version: '1' },
    paths: {},
    components: { schemas: withUnions(sorted) },
  };
};

const nameOf = (schema: Schema | undefined): string | undefined => schema?.$ref?.split('/').at(-1);

const argumentsTypeOf = (operation: Operation): string => {
  const body = nameOf(schemaOf(operation.requestBody));
  const path = parametersIn(operation, 'path').map(({ name }) => `${name}: string`);
  const parts = [
    ...(body ? [`types.${body}`] : []),
    ...(path.length > 0 ? [`{ ${path.join('; ')} }`] : []),
    ...(parametersIn(operation, 'query').length > 0 ? [`types.${queryNameOf(operation)}`] : []),
  ];
  return parts.join(' & ') || 'NoArguments';
};

const responseTypeOf = (operation: Operation): string => {
  const types = responsesOf(operation).map(([, response]) => {
    const schema = schemaOf(response);
    const name = nameOf(schema);
    return schema ? (name ? `types.${name}` : 'string') : 'void';
  });
  return [...new Set(types)].join(' | ');
};

const mediaTypeOf = (operation: Operation): string | null => {
  const types = responsesOf(operation).flatMap(([, { content }]) => Object.keys(content ?? {}));
  return types[0]?.split(';')[0] ?? null;
};

/** Fails where the flat arguments of a call could not be told apart. */
const checkArguments = (method: string, operation: Operation, document: Document): void => {
  const { operationId, requestBody } = operation;
  const isRead = method === 'get' || method === 'delete';
  const named = (place: string) => parametersIn(operation, place).map(({ name }) => name);
  const ref = nameOf(schemaOf(requestBody));
  const fields = Object.keys((ref && document.components.schemas[ref]?.properties) || {});
  const names = [...named('path'), ...named('query'), ...fields];
  if (new Set(names).size !== names.length) throw new Error(`${operationId}: arguments share a name`);
  if (isRead ? requestBody : named('query').length > 0)
    throw new Error(`${operationId}: ${method} takes ${isRead ? 'a body' : 'a query'}`);
};

/** Fails for a `POST` of which it is not decided how it is repeated, and for a key that it does not take. */
const repetitionOf = (method: string, { operationId }: Operation, takesKey: boolean): Repetition => {
  const repetition = repetitions[operationId] ?? (method === 'post' ? undefined : 'safe');
  if (!repetition || (repetition === 'keyed' && !takesKey))
    throw new Error(`${operationId}: repetition.ts says ${repetition}, takes a key: ${takesKey}`);
  return repetition;
};

const describe = (method: string, path: string, operation: Operation) => {
  const { parameters = [] } = operation;
  const takesKey = parameters.some(({ name }) => name === 'idempotency-key');
  const repetition = repetitionOf(method, operation, takesKey);
  const query = (name: string) => parameters.find((each) => each.in === 'query' && each.name === name);
  const page = query('page') && query('limit')?.schema.maximum;
  return {
    method: method.toUpperCase(),
    path,
    auth: authOf(operation),
    accepts: mediaTypeOf(operation),
    ...(repetition === 'safe' ? {} : { repetition }),
    ...(takesKey ? { takesKey } : {}),
    ...(operation.requestBody && !schemaOf(operation.requestBody)?.$ref ? { takesFile: true } : {}),
    ...(page ? { largestPage: page } : {}),
  };
};

const comment = ({ summary, description }: Operation): string => {
  const text = [`${summary}.`, ...(description ? [description] : [])].join(' ').replaceAll('*/', '*\\/');
  return `  /** ${text} */\n`;
};

/** The source of `operations.gen.ts`. */
export const operationsSource = (document: Document): string => {
  const operations = operationsOf(document);
  for (const { method, operation } of operations) checkArguments(method, operation, document);
  const names = new Set(operations.map((each) => each.operation.operationId));
  for (const name of Object.keys(repetitions))
    if (!names.has(name)) throw new Error(`repetition.ts names ${name}, which is no operation`);
  const rows = operations.map(({ method, path, operation }) => {
    return `  ${operation.operationId}: ${JSON.stringify(describe(method, path, operation))},\n`;
  });
  const members = operations.map(({ method, path, operation }) => {
    const type = 'largestPage' in describe(method, path, operation) ? 'ListCall' : 'Call';
    const [args, response] = [argumentsTypeOf(operation), responseTypeOf(operation)];
    return `${comment(operation)}  ${operation.operationId}: ${type}<${args}, ${response}>;\n`;
  });
  return `// Generated from the OpenAPI document by \`npm run generate:client\`; do not edit.
import type { Call, ListCall, NoArguments, OperationDescription } from '../operation.ts';
import type * as types from './types.gen.ts';

/** How each operation is sent. */
export const operations = {
${rows.join('')}} as const satisfies Readonly<Record<string, OperationDescription>>;

/** The operations of the service by their \`operationId\`. */
export interface Operations {
${members.join('')}}
`;
};
