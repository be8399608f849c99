import type { Dependencies } from '../dependencies.ts';
import { changedDraft, dateFaults, draftOf, recordFields } from '../events/edit/event-draft.ts';
import type { EventToWrite } from '../events/edit/event-to-write.ts';
import type { EventRecord } from '../events/event.ts';
import { draftFaults } from '../events/event-fields.ts';
import { unless } from '../events/field-checks.ts';
import { metadataFaults } from '../metadata.ts';
import { type FieldFault, refuseInput } from '../problem.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { after, day, minute } from '../time.ts';
import type { SeriesRecord } from './series.ts';
import type { SeriesChanges } from './series-changes.ts';
import { startOn } from './series-dates.ts';
import { draftOn, endOf } from './series-draft.ts';
import { questionsOfOccurrence, withoutIds } from './series-questions.ts';

const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/;

const timeOfDayIn = (text: string): number => {
  const [, hours = 0, minutes = 0] = timePattern.exec(text) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * minute;
};

const timeFaults = ({ startTime, durationMinutes }: SeriesChanges): readonly FieldFault[] => [
  ...(startTime === undefined || timePattern.test(startTime)
    ? []
    : [{ path: '/event/startTime', message: 'must be a local time such as 19:30' }]),
  ...(durationMinutes === undefined || (Number.isInteger(durationMinutes) && durationMinutes > 0)
    ? []
    : [{ path: '/event/durationMinutes', message: 'must be a whole number of minutes above 0' }]),
];

/** Days begin at midnight and are whole. */
const wholeDayFaults = ({ draft, timeOfDay, duration }: SeriesRecord): readonly FieldFault[] =>
  draft.isAllDay
    ? [
        ...unless(timeOfDay === 0, '/event/startTime', 'must be 00:00: isAllDay is true'),
        ...unless(duration % day === 0, '/event/durationMinutes', 'must be of whole days: isAllDay is true'),
      ]
    : [];

/** Whether the changes move starts or ends: a zone moves them too, since local times stay. */
const movesTimes = ({ event = {}, startTime, durationMinutes }: SeriesChanges): boolean =>
  [event.timeZone, event.location, event.isAllDay, startTime, durationMinutes].some(
    (part) => part !== undefined,
  );

/** A series with changes. Throws `invalid_request`. */
export const changedSeries = (
  { timeZones, settings }: Pick<Dependencies, 'timeZones' | 'settings'>,
  series: SeriesRecord,
  changes: SeriesChanges,
  now: Date,
): SeriesRecord => {
  const timeFormatFaults = timeFaults(changes);
  if (timeFormatFaults.length > 0) throw refuseInput(...timeFormatFaults);
  const { startTime, durationMinutes } = changes;
  const timed = {
    ...series,
    draft: changedDraft(series.draft, changes.event ?? {}),
    duration: durationMinutes === undefined ? series.duration : durationMinutes * minute,
    timeOfDay: startTime === undefined ? series.timeOfDay : timeOfDayIn(startTime),
  };
  const dayFaults = wholeDayFaults(timed);
  if (dayFaults.length > 0) throw refuseInput(...dayFaults);
  const before = { startAt: now, endAt: endOf(series, now) };
  const datedDraft = draftOn(timed, now);
  const faults = [
    ...draftFaults(datedDraft),
    ...dateFaults(datedDraft, before, series.organizerId, settings, now),
  ];
  if (faults.length > 0)
    throw refuseInput(
      ...faults.map(({ path, message }) =>
        path === '/endAt'
          ? { path: '/event/durationMinutes', message: 'must be at most 92 days' }
          : { path: `/event${path}`, message },
      ),
    );
  return {
    ...timed,
    draft: { ...timed.draft, questions: withoutIds(timed.draft.questions) },
    timeZone: movesTimes(changes) ? recordFields(timeZones, datedDraft).timeZone : series.timeZone,
  };
};

interface ChangeOfOccurrence {
  readonly event: EventRecord;
  /** All events of the change. */
  readonly events: readonly EventRecord[];
  /** After the changes. */
  readonly series: SeriesRecord;
  readonly changes: SeriesChanges;
  readonly documentOf: (event: EventRecord) => SearchDocument;
  readonly now: Date;
}

/** An occurrence with the changes of its series; null when nothing in it differs. Throws `invalid_request`. */
export const changedOccurrence = (
  { timeZones, ids }: Pick<Dependencies, 'timeZones' | 'ids'>,
  { event, events, series, changes, documentOf, now }: ChangeOfOccurrence,
): EventToWrite | null => {
  const startAt =
    movesTimes(changes) && event.series?.date ? startOn(series, event.series.date) : event.startAt;
  const endAt = movesTimes(changes) ? endOf(series, startAt) : event.endAt;
  const rsvpUntil = event.rsvpUntil && after(startAt, event.rsvpUntil.getTime() - event.startAt.getTime());
  const draft = changedDraft(draftOf(event), changes.event ?? {});
  // Those before `from` of a change may have other names than the series.
  const faults = metadataFaults(draft.metadata, '/event/metadata');
  if (faults.length > 0) throw refuseInput(...faults);
  const fields = recordFields(timeZones, { ...draft, ...{ startAt, endAt, rsvpUntil } });
  const newQuestions = changes.event?.questions;
  const questions = newQuestions
    ? questionsOfOccurrence(ids.next, event, events, newQuestions)
    : event.questions;
  return occurrenceWith(event, { ...fields, questions }, documentOf, now);
};

/** An occurrence with other fields; null when nothing in it differs. */
export const occurrenceWith = (
  event: EventRecord,
  fields: Partial<EventRecord>,
  documentOf: ChangeOfOccurrence['documentOf'],
  now: Date,
): EventToWrite | null => {
  const differs = Object.entries(fields).some(([field, value]) => {
    const before = event[field as keyof EventRecord];
    return value !== before && JSON.stringify(value) !== JSON.stringify(before);
  });
  if (!differs) return null;
  const newEvent = { ...event, ...fields, sequence: event.sequence + 1, updatedAt: now };
  return { event: newEvent, document: documentOf(newEvent) };
};
