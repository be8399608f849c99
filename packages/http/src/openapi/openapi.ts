import { readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { pictureTypes } from '@event-platform/domain';
import fastifySwagger, { type SwaggerTransform } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../app.ts';
import type { AppDependencies } from '../app-dependencies.ts';
import type { Auth } from '../authenticate.ts';
import type { Links } from '../links.ts';
import { type SharedBody, sendShared, sharedBody } from '../plugins/caching/shared-body.ts';
import { statusOf, type WireCode } from '../problems/problem-codes.ts';
import { problemMediaType } from '../problems/problem-response.ts';
import { problemTexts } from '../problems/texts/problem-texts.ts';
import { ProblemShape } from '../schemas/common/problem.ts';
import { idOf, namedShapes, refTo } from '../schemas/common/shapes.ts';
import { openEnumsOfResponses } from './extensible-enums.ts';
import { completeDocument } from './openapi-document.ts';
import { introduction } from './openapi-introduction.ts';
import { tags } from './tags.ts';
import { webhookMessages } from './webhook-messages.ts';

const security: Record<Auth, readonly Readonly<Record<string, readonly string[]>>[]> = {
  none: [],
  optional: [{}, { bearer: [] }],
  required: [{ bearer: [] }],
  bearer: [{ bearer: [] }],
  operator: [{ bearer: [] }],
};

const problemContent = { [problemMediaType]: { schema: refTo(ProblemShape) } };

/** The problems of a route by status, with the meaning of each code. */
const problemResponses = (codes: readonly WireCode[]) => {
  const byStatus = Map.groupBy(new Set(codes), (code) => statusOf[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${problemTexts[code].meaning}`).join('\n\n'),
        content: problemContent,
      },
    ]),
  );
};

interface Shape {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly description?: string;
}

const descriptionOf = ({ $ref, description }: Shape): string => {
  const namedShape = namedShapes.find((shape) => `${idOf(shape)}#` === $ref) as Shape | undefined;
  const text = description ?? namedShape?.description;
  if (!text) throw new Error('every response of the API needs a description');
  return text;
};

const successResponses = (responses: unknown, mediaType: string) =>
  Object.fromEntries(
    Object.entries((responses ?? {}) as Record<string, Shape>).map(([status, shape]) => [
      status,
      shape.type === 'null'
        ? shape
        : { description: descriptionOf(shape), content: { [mediaType]: { schema: shape } } },
    ]),
  );

const pictureBody = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: 'The file.',
};

/** Adds what the route's schema lacks because its validator and serializer do not need it. */
const documentRoute: SwaggerTransform = ({ schema, url, route }) => {
  const {
    auth = 'none',
    problems = [],
    produces = 'application/json',
    takesKey = false,
    takesPicture = false,
  } = route.config ?? {};
  const takesInput = schema?.body !== undefined || schema?.querystring !== undefined || takesKey;
  const codes: WireCode[] = [
    ...(takesInput ? (['invalid_request'] as const) : []),
    ...(auth === 'operator' ? (['not_found', 'fresh_sign_in_required'] as const) : []),
    ...(auth === 'none' || auth === 'operator' ? [] : (['unauthenticated'] as const)),
    ...problems,
    ...(takesKey ? (['idempotency_in_progress', 'idempotency_key_reused'] as const) : []),
    ...(schema?.body === undefined ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
    'rate_limited',
    'unavailable',
  ];
  const complete = {
    ...schema,
    ...(takesPicture ? { consumes: [...pictureTypes], body: pictureBody } : {}),
    security: security[auth],
    response: {
      ...successResponses(schema?.response, produces),
      ...problemResponses(codes),
      default: { description: 'Any other problem, such as `internal_error`.', content: problemContent },
    },
  };
  return { schema: complete as FastifySchema, url };
};

// Not a named import: an older Node would fail to link it, before the check of Node's version.
const manifest = nodeModule.findPackageJSON('..', import.meta.url) ?? 'package.json';
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };

export interface OpenApiOptions extends Pick<AppDependencies, 'settings' | 'generalLimit'> {
  readonly links: Links;
}

/** Collects every later route that has tags into an OpenAPI 3.1 document. */
export const openApi = fp(async (app: App, { settings, generalLimit, links }: OpenApiOptions) => {
  for (const shape of namedShapes) app.addSchema(shape);
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: settings.appName,
        version,
        license: { name: 'MIT', identifier: 'MIT' },
        description: introduction(settings, links, generalLimit?.limit),
        ...(settings.contact?.email ? { contact: { email: settings.contact.email } } : {}),
        ...(settings.contact?.termsUrl ? { termsOfService: settings.contact.termsUrl } : {}),
      },
      servers: [{ url: settings.publicUrl }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'An access token, as `POST /v1/auth/otp/check` returns it.',
          },
        },
      },
    },
    hideUntagged: true,
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    transform: documentRoute,
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      completeDocument(document.openapiObject);
      openEnumsOfResponses(document.openapiObject);
      Object.assign(document.openapiObject, { webhooks: webhookMessages() });
      return document.openapiObject;
    },
  });
});

/** Serves the document at /openapi.json; it is made for the first request. */
export const openApiDocument = async (app: App): Promise<void> => {
  let document: SharedBody | undefined;
  app.get('/openapi.json', async (request, reply) => {
    document ??= sharedBody(JSON.stringify(app.swagger()), 'application/json');
    reply.header('cache-control', 'public, max-age=300').header('vary', 'accept-encoding');
    return sendShared(request, reply, document);
  });
};
