import { readEventBody } from './event-body.ts';
import { isSchemaOrg, readSchemaOrgEvent } from './schema-org/event.ts';
import { isObject } from './values/json.ts';
import type { FaultyLine, ReadEvent } from './values/lines.ts';
import type { ReadingContext } from './values/reading-context.ts';

/** Reads one item of an import file: an Event of schema.org, or the body of `POST /v1/events`. */
export const readEvent = (item: unknown, context: ReadingContext): ReadEvent | FaultyLine => {
  if (!isObject(item)) return { faults: [{ path: '', message: 'is not a JSON object' }] };
  const result = isSchemaOrg(item) ? readSchemaOrgEvent(item, context) : readEventBody(item, context);
  return 'draft' in result && context.sourceKeyOf
    ? { ...result, sourceKey: context.sourceKeyOf(item) }
    : result;
};
