/** Turns the operations of the OpenAPI document into the table and the interface that the client is made of. */
import { type Repetition, repetitionOfPosts } from './repetition.ts';

interface Schema {
  readonly $ref?: string;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
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
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const authOf = ({ security = [] }: Operation): string => {
  if (security.length === 0) return 'none';
  return security.some((each) => Object.keys(each).length === 0) ? 'optional' : 'required';
};

const responsesOf = ({ responses }: Operation) =>
  Object.entries(responses).filter(([status]) => status.startsWith('2'));

const schemaOf = ({ content }: Content): Schema | undefined => Object.values(content ?? {})[0]?.schema;

const mediaTypeOf = (operation: Operation): string | null => {
  const types = responsesOf(operation).flatMap(([, { content }]) => Object.keys(content ?? {}));
  return types[0]?.split(';')[0] ?? null;
};

/** Fails where the flat arguments of a call could not be told apart. */
const checkArguments = (method: string, operation: Operation, document: Document): void => {
  const { operationId, parameters = [], requestBody } = operation;
  const isRead = method === 'get' || method === 'delete';
  const named = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name);
  const ref = schemaOf(requestBody ?? {})
    ?.$ref?.split('/')
    .at(-1);
  const fields = Object.keys((ref && document.components.schemas[ref]?.properties) || {});
  const names = [...named('path'), ...named('query'), ...fields];
  if (new Set(names).size !== names.length) throw new Error(`${operationId}: arguments share a name`);
  if (isRead ? requestBody : named('query').length > 0)
    throw new Error(`${operationId}: ${method} takes ${isRead ? 'a body' : 'a query'}`);
};

/** Fails for a `POST` of which it is not decided how it is repeated, and for a key that it does not take. */
const repetitionOf = (method: string, { operationId }: Operation, takesKey: boolean): Repetition => {
  const repetition = method === 'post' ? repetitionOfPosts[operationId] : 'safe';
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
    ...(page ? { largestPage: page } : {}),
  };
};

const comment = ({ summary, description }: Operation): string => {
  const text = [`${summary}.`, ...(description ? [description] : [])].join(' ').replaceAll('*/', '*\\/');
  return `  /** ${text} */\n`;
};

const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The source of `operations.gen.ts`. */
export const operationsSource = (document: Document): string => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  for (const { method, operation } of operations) checkArguments(method, operation, document);
  const posts = new Set(
    operations.filter(({ method }) => method === 'post').map((each) => each.operation.operationId),
  );
  for (const name of Object.keys(repetitionOfPosts))
    if (!posts.has(name)) throw new Error(`repetition.ts names ${name}, which is no POST`);
  const rows = operations.map(({ method, path, operation }) => {
    return `  ${operation.operationId}: ${JSON.stringify(describe(method, path, operation))},\n`;
  });
  const members = operations.map(({ method, path, operation }) => {
    const { operationId: name } = operation;
    const type = 'largestPage' in describe(method, path, operation) ? 'ListCall' : 'Call';
    return `${comment(operation)}  ${name}: ${type}<types.${pascal(name)}Data, types.${pascal(name)}Responses>;\n`;
  });
  return `// Generated from the OpenAPI document by \`npm run generate:client\`; do not edit.
import type { Call, ListCall, OperationDescription } from '../operation.ts';
import type * as types from './types.gen.ts';

/** How each operation is sent. */
export const operations = {
${rows.join('')}} as const satisfies Readonly<Record<string, OperationDescription>>;

/** The operations of the service by their \`operationId\`. */
export interface Operations {
${members.join('')}}
`;
};
