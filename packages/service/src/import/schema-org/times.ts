import type { EventDraft, FieldFault } from '@event-platform/domain';
import { endOfDuration, isLonger, readDuration } from '../values/durations.ts';
import { readTime, type ZonedInstant } from '../values/instants.ts';
import { type JsonObject, textOf } from '../values/json.ts';

/** When an event takes place. */
export type EventTimes = Pick<EventDraft, 'startAt' | 'endAt'>;

/** The same, and whether the source tells no end. */
export interface ReadTimes extends EventTimes {
  readonly isEndAssumed: boolean;
}

export interface LineTimes {
  readonly in: (timeZone: string) => ReadTimes;
  /** Whether they say nothing without a zone; days are those of any. */
  readonly isLocal: boolean;
}

const mustBeDate = 'must be a date such as 2026-05-01 or a date with a time of day';
/** What lasts for as long as nothing tells. */
export const assumedMs = 2 * 3_600_000;

export const needsZone: FieldFault = {
  path: '/startDate',
  message: 'has no offset, and neither a place, a timeZone nor --time-zone tells its zone',
};

/** The instant that identifies the start in each import: of local times as if they were UTC. */
export const identifyingStart = (line: JsonObject): string | undefined =>
  readTime(textOf(line.startDate) ?? '')
    ?.start('UTC')
    .toISOString();

/** The start and the end of an event: days are whole days at the event, the last one included. */
export const timesOf = (line: JsonObject): LineTimes | readonly FieldFault[] => {
  const start = readTime(textOf(line.startDate) ?? '');
  if (!start) return [{ path: '/startDate', message: mustBeDate }];
  const endText = textOf(line.endDate);
  const end = endText === undefined ? null : readTime(endText);
  if (endText !== undefined && !end) return [{ path: '/endDate', message: mustBeDate }];
  const duration = readDuration(textOf(line.duration) ?? '');
  const lasting = duration && isLonger(duration) ? duration : null;

  const withoutEnd: ZonedInstant = (timeZone) => {
    const startAt = start.start(timeZone);
    if (lasting) return endOfDuration(startAt, lasting, timeZone);
    return start.isDay ? start.end(timeZone) : new Date(startAt.getTime() + assumedMs);
  };
  return {
    in: (timeZone) => {
      const startAt = start.start(timeZone);
      // Many sources write the start again where they know no end.
      const isStart = end?.isDay === false && end.start(timeZone).getTime() === startAt.getTime();
      if (end && !isStart) return { startAt, endAt: end.end(timeZone), isEndAssumed: false };
      return { startAt, endAt: withoutEnd(timeZone), isEndAssumed: !lasting };
    },
    isLocal: start.isLocal || (end?.isLocal ?? false),
  };
};
