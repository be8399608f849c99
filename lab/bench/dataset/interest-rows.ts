import { toLine } from './copy-rows.ts';
import { type IdSeries, idOf } from './dataset-ids.ts';
import type { Interest } from './interest.ts';
import { type Random, randomFrom } from './random.ts';

export const rsvpColumns = ['event_id', 'user_id', 'state', 'prev_state', 'responded_at'] as const;
export const savedColumns = ['event_id', 'user_id', 'saved_at'] as const;
export const statsColumns = ['event_id', 'going', 'interested'] as const;

/** The source of RSVP and saved rows. */
export interface InterestRows {
  readonly interest: Interest;
  readonly eventIds: IdSeries;
  /** By their numbers. */
  readonly userIds: readonly string[];
  readonly at: Date;
}

const seed = 71;
const minuteMs = 60_000;
/** Formatted once: formatting a time takes longer than the rest of a row. */
const moments = (at: Date): readonly string[] =>
  Array.from({ length: 8_192 }, (_, index) =>
    new Date(at.getTime() - (index + 1) * 11 * minuteMs).toISOString(),
  );

const pick = (random: Random, from: readonly string[]): string => from[random.below(from.length)] as string;

/** @param counts two numbers per event, going and interested, which grow with each RSVP */
export function* rsvpLines(
  { interest, eventIds, userIds, at }: InterestRows,
  counts: Int32Array,
): Generator<string> {
  const random = randomFrom(seed);
  const times = moments(at);
  let lastIndex = -1;
  let id = '';
  for (const [event, user] of interest.pairs()) {
    if (event !== lastIndex) id = idOf(eventIds, event);
    lastIndex = event;
    const isGoing = random.next() < 0.6;
    const slot = event * 2 + (isGoing ? 0 : 1);
    counts[slot] = (counts[slot] as number) + 1;
    const changed = random.next() < 0.05 ? 'interested' : '\\N';
    yield `${id}\t${userIds[user]}\t${isGoing ? 'going' : 'interested'}\t${changed}\t${pick(random, times)}\n`;
  }
}

export function* savedLines({ interest, eventIds, userIds, at }: InterestRows): Generator<string> {
  const random = randomFrom(seed + 1);
  const times = moments(at);
  for (const [event, user] of interest.pairs())
    yield `${idOf(eventIds, event)}\t${userIds[user]}\t${pick(random, times)}\n`;
}

/** @param counts filled by `rsvpLines` */
export function* statsLines(eventIds: IdSeries, counts: Int32Array): Generator<string> {
  for (let event = 0; event * 2 < counts.length; event += 1)
    yield toLine([idOf(eventIds, event), counts[event * 2] as number, counts[event * 2 + 1] as number]);
}
