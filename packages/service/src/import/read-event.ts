import { readEventBody } from './event-body.ts';
import { isSchemaOrg, readSchemaOrgEvent } from './schema-org/event.ts';
import { isObject, type JsonObject } from './values/json.ts';
import type { FaultyLine, ReadEvent } from './values/lines.ts';
import type { ReadingContext } from './values/reading-context.ts';

/** The body of a series as that of its first event, with the rule. */
const inOne = (item: JsonObject): JsonObject => (isObject(item.event) ? { ...item, ...item.event } : item);

/** Reads one item of an import file: an Event of schema.org, or the body of `POST /v1/events` or `/v1/event-series`. */
export const readEvent = (item: unknown, context: ReadingContext): ReadEvent | FaultyLine => {
  if (!isObject(item)) return { faults: [{ path: '', message: 'is not a JSON object' }] };
  const result = isSchemaOrg(item) ? readSchemaOrgEvent(item, context) : readEventBody(inOne(item), context);
  return 'draft' in result && context.sourceKeyOf
    ? { ...result, sourceKey: context.sourceKeyOf(item) }
    : result;
};
