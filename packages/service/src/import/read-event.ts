import { readEventBody } from './event-body.ts';
import { isObject } from './json.ts';
import type { FaultyLine, ReadEvent } from './lines.ts';
import type { ReadingContext } from './reading-context.ts';
import { isSchemaOrg, readSchemaOrgEvent } from './schema-org/event.ts';

/** Reads one line of an import file: an Event of schema.org, or the body of `POST /v1/events`. */
export const readEvent = (text: string, context: ReadingContext): ReadEvent | FaultyLine => {
  const line = parseJson(text);
  if (line === undefined) return { faults: [{ path: '', message: 'is not JSON' }] };
  if (!isObject(line)) return { faults: [{ path: '', message: 'is not a JSON object' }] };
  const result = isSchemaOrg(line) ? readSchemaOrgEvent(line, context) : readEventBody(line, context);
  return 'draft' in result && context.sourceKeyOf
    ? { ...result, sourceKey: context.sourceKeyOf(line) }
    : result;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
