import { STATUS_CODES } from 'node:http';
import fastifySwagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { App, AppSettings } from './app.ts';
import type { Auth } from './authenticate.ts';
import { problemMediaType, statusOf, type WireCode } from './problem-response.ts';
import { problemWords } from './problem-words.ts';
import { namedShapes } from './schemas/index.ts';

const tags = [
  ['Sign-in', 'Phone number, code by SMS, tokens.'],
  ['Profile', 'The caller, and what everybody may know of others.'],
  ['Discovery', 'Public events. Signed-in callers also see their own RSVP and saved state.'],
  ['My events', 'RSVPs and saved events of the caller.'],
  ['Event management', 'For those who run events.'],
  ['Inviting', 'For those who run events.'],
  ['Invitations', 'For those who are invited.'],
  ['Circles', 'Groups of users, to invite in one go.'],
].map(([name, description]) => ({ name: name ?? '', description }));

const security: Record<Auth, readonly Readonly<Record<string, readonly string[]>>[]> = {
  none: [],
  optional: [{}, { bearer: [] }],
  required: [{ bearer: [] }],
  bearer: [{ bearer: [] }],
};

const problemContent = { [problemMediaType]: { schema: { $ref: 'Problem#' } } };

/** The refusals of a route by status, with what each code means. */
const problemResponses = (codes: readonly WireCode[]) => {
  const byStatus = Map.groupBy(new Set(codes), (code) => statusOf[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${problemWords[code].meaning}`).join('\n\n'),
        content: problemContent,
      },
    ]),
  );
};

const successResponses = (responses: unknown, mediaType: string) =>
  Object.fromEntries(
    Object.entries((responses ?? {}) as Record<string, { readonly type?: unknown }>).map(
      ([status, shape]) => [
        status,
        shape.type === 'null'
          ? shape
          : { description: STATUS_CODES[status], content: { [mediaType]: { schema: shape } } },
      ],
    ),
  );

/** What the route's own schema does not say, because its validator and serializer do not need it. */
const documented: SwaggerTransform = ({ schema, url, route }) => {
  const { auth = 'none', problems = [], produces = 'application/json' } = route.config ?? {};
  const takesInput = schema?.body !== undefined || schema?.querystring !== undefined;
  const codes: WireCode[] = [
    ...(takesInput ? (['invalid_request'] as const) : []),
    ...(auth === 'none' ? [] : (['unauthenticated'] as const)),
    ...problems,
    ...(schema?.body === undefined ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
    'unavailable',
  ];
  const complete = {
    ...schema,
    security: security[auth],
    response: {
      ...successResponses(schema?.response, produces),
      ...problemResponses(codes),
      default: { description: 'Any other problem.', content: problemContent },
    },
  };
  return { schema: complete as FastifySchema, url };
};

interface Operation {
  readonly requestBody?: {
    required?: boolean;
    readonly content?: Readonly<Record<string, { readonly schema?: { readonly required?: unknown } }>>;
  };
}

/** A body whose every field may be absent may be absent itself. */
const markOptionalBodies = (paths: Readonly<Record<string, unknown>>): void => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path as Record<string, Operation>));
  for (const { requestBody } of operations)
    if (requestBody) requestBody.required = !!requestBody.content?.['application/json']?.schema?.required;
};

/** Collects every later route that is not hidden into an OpenAPI 3.1 document. */
export const describeApi = async (app: App, { appName, publicUrl, currency }: AppSettings): Promise<void> => {
  for (const shape of namedShapes) app.addSchema(shape);
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: appName,
        version: '1.0.0',
        description: `Discover events, answer and save them, invite people. Prices are in ${currency}. Errors are problem details (RFC 9457); branch on their \`code\`.`,
      },
      servers: [{ url: publicUrl }],
      tags,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token.' },
        },
      },
    },
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    transform: documented,
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      markOptionalBodies(document.openapiObject.paths ?? {});
      return document.openapiObject;
    },
  });
};

/** Serves the document at /openapi.json. */
export const serveOpenApi = (app: App): void => {
  let text = '';
  app.addHook('onReady', async () => {
    text = JSON.stringify(app.swagger());
  });
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.type('application/json').header('cache-control', 'public, max-age=300');
    return reply.send(text);
  });
};
