import { type FieldFault, isOneTypoAway, refuseInput } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { App } from '../../app.ts';
import { RefusedRequest } from '../../problems/refused-request.ts';

/** The fault of a text that no database stores unchanged, or null: NUL, and unpaired surrogates. */
export const unstorableText = (path: string, text: string): FieldFault | null => {
  if (text.includes('\u0000')) return { path, message: 'must not contain NUL characters' };
  return text.isWellFormed() ? null : { path, message: 'must be well-formed Unicode' };
};

/** JSON in valid UTF-8 can contain both only as escapes. */
export const mayHoldUnstorableText = (json: string): boolean => /\\u(?:0000|d[89a-f])/i.test(json);

/** A key in a JSON pointer (RFC 6901), well-formed and of bounded length. */
const segment = (key: string): string =>
  key.toWellFormed().slice(0, maxSegmentLength).replaceAll('~', '~0').replaceAll('/', '~1');
const maxSegmentLength = 100;

/**
 * Refuses a JSON value that holds an unstorable text. Not recursive: the sender chooses the depth.
 * @throws {DomainError} `invalid_request`
 */
export const refuseUnstorableText = (root: unknown): void => {
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    const fault = typeof value === 'string' ? unstorableText(path, value) : null;
    if (fault) throw refuseInput(fault);
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        open.push({ path: `${path}/${segment(key)}`, value: inner });
  }
};

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

/** One letter is a name of its own, such as that of a parameter against caches: all are one letter from `q`. */
const shortestMisspelt = 2;

/**
 * Other unknown parameters are ignored, for clients of later versions; what is one letter from a known one was meant to be
 * that, and a list without its filter would look right.
 */
const refuseMisspelt = (query: Record<string, unknown>, properties: Properties): void => {
  for (const name of Object.keys(query)) {
    if (name.length < shortestMisspelt || properties.some(([known]) => known === name)) continue;
    const meant = properties.find(
      ([known]) => Math.abs(known.length - name.length) <= 1 && isOneTypoAway(known, name),
    );
    if (meant)
      throw refuseInput({ path: `/${segment(name)}`, message: `is no parameter here; ${meant[0]} is` });
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

const prepare = (request: FastifyRequest): void => {
  refuseBrokenEncoding(request.raw.url ?? '');
  const { schema } = request.routeOptions;
  if (schema?.querystring) {
    const query = request.query as Record<string, unknown>;
    const properties = propertiesOf(schema.querystring);
    prepareQuery(query, properties);
    // Pages are for people, whose links may carry anything.
    if (schema.operationId) refuseMisspelt(query, properties);
  }
  if (!schema?.body) return;
  // A missing body counts as an empty object; the JSON text `null` does not.
  if (request.body === undefined) request.body = {};
  if (typeof request.body === 'object' && request.body !== null)
    truncateLists(request.body as Record<string, unknown>, propertiesOf(schema.body));
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const textOf = (body: Buffer): string => {
  try {
    return utf8.decode(body);
  } catch {
    throw refuseInput({ path: '', message: 'has a body that is not valid UTF-8' });
  }
};

/** Compressed bodies are refused: a small one may expand to a large one. */
export const refuseCompressed = ({ headers }: FastifyRequest): void => {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new RefusedRequest({ code: 'unsupported_media_type' });
};

const jsonOf = (text: string): unknown => {
  try {
    // A key named `__proto__` is harmless: no code copies the keys of a body to another object.
    return JSON.parse(text);
  } catch {
    throw refuseInput({ path: '', message: 'has a body that is not valid JSON' });
  }
};

/**
 * Reads the input of each request. JSON bodies must be valid UTF-8, empty bodies may be of any type, and all others are
 * refused. The query string and the body are prepared for the validator, which only compares.
 */
export const requestInput = fp(async (app: App) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined;
      refuseCompressed(request);
      const text = textOf(body);
      const value = jsonOf(text);
      if (mayHoldUnstorableText(text)) refuseUnstorableText(value);
      return value;
    },
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw new RefusedRequest({ code: 'unsupported_media_type' });
    return undefined;
  });
  app.addHook('preValidation', (request, _reply, done) => {
    prepare(request);
    done();
  });
});
