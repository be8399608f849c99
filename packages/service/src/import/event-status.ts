import { type JsonObject, textOf } from './json.ts';

/** Whether the source says that the event is cancelled: `EventCancelled`, also as a URL of schema.org. */
export const isCancelled = ({ eventStatus }: JsonObject): boolean =>
  textOf(eventStatus)?.endsWith('EventCancelled') ?? false;
