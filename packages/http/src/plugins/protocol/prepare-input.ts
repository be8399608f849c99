import { refuseInput } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { unstorableText } from '../../input/unstorable-text.ts';

type Properties = readonly [name: string, schema: { readonly type?: unknown; readonly maxItems?: number }][];

const propertiesBySchema = new WeakMap<object, Properties>();

/** The properties of a schema, which are listed once. */
const propertiesOf = (schema: object): Properties => {
  const properties =
    propertiesBySchema.get(schema) ?? Object.entries('properties' in schema ? Object(schema.properties) : {});
  propertiesBySchema.set(schema, properties);
  return properties;
};

/** Decimal notation as in JSON; neither hex, `Infinity`, blanks nor an empty text. */
const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Converts the texts of a query string to numbers and booleans where the schema has them; any other text stays, and
 * the validator refuses it. The validator itself never coerces: it would convert an empty text to 0.
 */
const prepareQuery = (query: Record<string, unknown>, properties: Properties): void => {
  for (const [name, schema] of properties) {
    const value = query[name];
    if (Array.isArray(value)) throw refuseInput({ path: `/${name}`, message: 'must be given once' });
    if (typeof value !== 'string') continue;
    const fault = unstorableText(`/${name}`, value);
    if (fault) throw refuseInput(fault);
    if ((schema.type === 'number' || schema.type === 'integer') && decimal.test(value))
      query[name] = Number(value);
    if (schema.type === 'boolean' && (value === 'true' || value === 'false')) query[name] = value === 'true';
  }
};

/** Truncates lists just past their `maxItems`: they are refused anyway, and validating each item costs time. */
const truncateLists = (body: Record<string, unknown>, properties: Properties): void => {
  for (const [name, schema] of properties) {
    const value = body[name];
    if (Array.isArray(value) && schema.maxItems !== undefined) value.splice(schema.maxItems + 1);
  }
};

const refuseBrokenEncoding = (url: string): void => {
  const at = url.indexOf('?');
  if (at < 0 || !url.includes('%', at)) return;
  try {
    decodeURIComponent(url.slice(at));
  } catch {
    throw refuseInput({ path: '', message: 'has a query string that is not valid UTF-8' });
  }
};

/** Prepares the query string and the body of each request for the validator, which only compares. */
export const prepareInput = fp(async (app: App) => {
  app.addHook('preValidation', (request, _reply, done) => {
    prepare(request);
    done();
  });
});

const prepare = (request: FastifyRequest): void => {
  refuseBrokenEncoding(request.raw.url ?? '');
  const { schema } = request.routeOptions;
  if (schema?.querystring)
    prepareQuery(request.query as Record<string, unknown>, propertiesOf(schema.querystring));
  if (!schema?.body) return;
  // A missing body counts as an empty object; the JSON text `null` does not.
  if (request.body === undefined) request.body = {};
  if (typeof request.body === 'object' && request.body !== null)
    truncateLists(request.body as Record<string, unknown>, propertiesOf(schema.body));
};
