import { isObject, type JsonObject, listOf } from './json.ts';

/** The names in a status of schema.org: texts, short and full addresses, `{"@id": …}`, or lists of them. */
const statusNames = ({ eventStatus }: JsonObject): readonly string[] =>
  listOf(eventStatus)
    .flatMap((item) => (isObject(item) ? [item['@id'], item['@value'], item.name] : [item]))
    .flatMap((text) => (typeof text === 'string' ? (text.trim().split(/[/#:]/).at(-1) ?? '') : []));

/** Whether the source says that the event is cancelled (https://schema.org/EventCancelled); that wins over all else. */
export const isCancelled = (line: JsonObject): boolean =>
  statusNames(line).some((name) => /^(?:Event)?Cancell?ed$/i.test(name));
