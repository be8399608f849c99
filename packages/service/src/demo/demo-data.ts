import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Dependencies } from '@event-platform/domain';
import type { JsonObject } from '../import/values/json.ts';

/** A user; the phone is from a range that regulators keep free for fiction. */
export interface DemoPerson {
  readonly key: string;
  readonly phone: string;
  readonly name: string;
  readonly username: string;
  readonly bio: string;
  readonly city: string;
}

/** A body of `POST /v1/events` whose times depend on the day of loading. */
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

/** What people do with events, by their keys: in this order, as seats go to those who book first. */
export type DemoStep =
  | { readonly owner: string; readonly circle: string; readonly members: readonly string[] }
  /** `circles` are names of the organizer's circles. */
  | {
      readonly event: string;
      readonly invite: { readonly circles: readonly string[]; readonly people: readonly string[] };
    }
  | { readonly event: string; readonly person: string; readonly rsvp: 'going' | 'interested' }
  | { readonly event: string; readonly person: string; readonly saved: true }
  | { readonly event: string; readonly person: string; readonly seats: number }
  | {
      readonly event: string;
      readonly brings: readonly {
        readonly title: string;
        readonly quantity: number;
        /** Of people who are going. */
        readonly claims: Readonly<Record<string, number>>;
      }[];
    };

/** Found through package.json, as compilation copies no data files. */
const path = fileURLToPath(import.meta.resolve('#demo-data.jsonl'));
const lines = readFileSync(path, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): DemoPerson | DemoEvent | DemoStep => JSON.parse(line));

export const demoPeople = lines.filter((line): line is DemoPerson => 'key' in line);
/** Region by region. */
export const demoEvents = lines.filter((line): line is DemoEvent => '@id' in line);
export const demoSteps = lines.filter((line): line is DemoStep => !('key' in line) && !('@id' in line));

/** Those whose phones the banner names: an organizer, and a user with an open invitation. */
export const demoSignIns = demoPeople.filter(({ key }) => key === 'lena' || key === 'mateo');

/** Whether the demo people of the banner have accounts. */
export const hasDemo = async ({ stores }: Pick<Dependencies, 'stores'>): Promise<boolean> => {
  const people = await Promise.all(demoSignIns.map(({ phone }) => stores.users.findByPhone(phone)));
  return people.every((person) => person !== null);
};

/** The body of `POST /v1/events` that a demo event is on the given day. */
export const demoEventBody = (event: DemoEvent, now: Date): JsonObject => {
  const { organizer, startsInDays, startTimeUtc, durationMinutes, ...body } = event;
  const startAt = new Date(`${now.toISOString().slice(0, 10)}T${startTimeUtc}:00Z`);
  startAt.setUTCDate(startAt.getUTCDate() + startsInDays);
  const endAt = new Date(startAt.getTime() + durationMinutes * 60_000);
  return { ...body, startAt: startAt.toISOString(), endAt: endAt.toISOString() };
};
