import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../import/json.ts';

/** A line of `demo-events.jsonl`: a body of `POST /v1/events` whose times depend on the day of loading. */
export interface DemoEvent extends JsonObject {
  /** What the other demo data refers to it by. */
  readonly '@id': string;
  /** The `key` of a `DemoPerson`. */
  readonly organizer: string;
  readonly title: string;
  /** Whole UTC days from the day of loading; negative for an event that has started or ended. */
  readonly startsInDays: number;
  /** `HH:MM` */
  readonly startTimeUtc: string;
  readonly durationMinutes: number;
}

/** All demo events, region by region. Found through package.json, as compilation copies no data files. */
export const readDemoEvents = async (): Promise<readonly DemoEvent[]> => {
  const text = await readFile(fileURLToPath(import.meta.resolve('#demo-events.jsonl')), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

/** The body of `POST /v1/events` that a demo event is on the given day. */
export const demoEventBody = (event: DemoEvent, now: Date): JsonObject => {
  const { organizer, startsInDays, startTimeUtc, durationMinutes, ...body } = event;
  const startAt = new Date(`${now.toISOString().slice(0, 10)}T${startTimeUtc}:00Z`);
  startAt.setUTCDate(startAt.getUTCDate() + startsInDays);
  const endAt = new Date(startAt.getTime() + durationMinutes * 60_000);
  return { ...body, startAt: startAt.toISOString(), endAt: endAt.toISOString() };
};
