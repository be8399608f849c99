import { hash } from 'node:crypto';
import {
  type Attendance,
  attendances,
  bringListModule,
  draftDefaults,
  draftFaults,
  type EventDraft,
  type FieldFault,
  instantOn,
  isTimeZone,
  type Language,
  type LocalDate,
  localDateOf,
  locales,
  noPlace,
  type QuestionDraft,
  questionKinds,
  questionLimits,
  type Readings,
  readingsOf,
  zoneOffset,
} from '@event-platform/domain';
import { readMapPlace } from './map-place.ts';
import { pictureChange, typedPicture } from './picture-fields.ts';
import { asTyped, type Typed, typedList, typedText } from './typed.ts';

const minute = 60_000;
const day = 86_400_000;

/** The fields of an event's form, in their order, but those of questions. */
export const eventFormFields = [
  ...['title', 'startAt', 'endAt', 'isAllDay', 'attendance', 'address', 'map', 'onlineUrl', 'timeZone'],
  ...[
    'description',
    'category',
    'tags',
    'price',
    'isPriceUnknown',
    'capacity',
    'maxPerBooking',
    'hasWaitlist',
  ],
  ...['rsvpUntil', 'coverId', 'coverUrl', 'visibility', 'bringList'],
] as const;

/** The fields of times, which a clock change may make unclear. */
export const timeFields = ['startAt', 'endAt', 'rsvpUntil'] as const;
export type TimeField = (typeof timeFields)[number];

const questionParts = ['id', 'label', 'kind', 'options', 'required'] as const;
const questionSlots = Array.from({ length: questionLimits.questions }, (_, slot) => slot);

/** An instant as `datetime-local` has it, in a zone. */
const localText = (at: Date, timeZone: string): string =>
  new Date(at.getTime() + zoneOffset(timeZone, at)).toISOString().slice(0, 16);

/** Without marks between thousands. */
const priceIn = (price: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], {
    ...{
      useGrouping: false,
      minimumFractionDigits: Number.isInteger(price) ? 0 : 2,
      maximumFractionDigits: 2,
    },
  }).format(price);

/** What stands in the form of an event. @param timeZone of the event, whether it was given or found */
export const typedDraft = (draft: EventDraft, timeZone: string, language: Language): Typed => {
  const { location, isAllDay, endAt, isPriceKnown, price, enabledModules, questions } = draft;
  const lastAt = isAllDay ? new Date(endAt.getTime() - minute) : endAt;
  return {
    ...asTyped({
      ...{ title: draft.title, startAt: localText(draft.startAt, timeZone), isAllDay },
      endAt: isAllDay ? `${localDateOf(lastAt, timeZone)}T00:00` : localText(endAt, timeZone),
      ...{ attendance: draft.attendance, address: location.address, timeZone: draft.timeZone },
      map: location.lat === null ? null : `${location.lat}, ${location.lng}`,
      ...{ onlineUrl: draft.onlineUrl, description: draft.description, category: draft.category },
      tags: draft.tags.join(', '),
      price: price === 0 ? null : priceIn(price, language),
      isPriceUnknown: !isPriceKnown,
      ...{ capacity: draft.capacity, maxPerBooking: draft.maxPerBooking, hasWaitlist: draft.hasWaitlist },
      rsvpUntil: draft.rsvpUntil && localText(draft.rsvpUntil, timeZone),
      visibility: draft.visibility,
      bringList: enabledModules.includes(bringListModule),
    }),
    ...typedPicture('cover', draft.coverUrl),
    ...typedQuestions(questions),
  };
};

const typedQuestions = (questions: readonly QuestionDraft[]): Typed =>
  Object.assign(
    {},
    ...questions.map(({ id, label, kind, options, isRequired }, slot) =>
      asTyped({
        [`question-${slot}-id`]: id,
        [`question-${slot}-label`]: label,
        [`question-${slot}-kind`]: kind,
        [`question-${slot}-options`]: options.join('\n'),
        [`question-${slot}-required`]: isRequired,
      }),
    ),
  );

/** What stands in the form of a new event. */
export const typedNewEvent = (category: string): Typed =>
  asTyped({
    ...{ attendance: 'offline', visibility: 'public', category },
    ...{ maxPerBooking: draftDefaults.maxPerBooking, hasWaitlist: true, interval: 1 },
  });

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The questions that have words, those above one another: their slots are those of the draft. */
export const withQuestionsInOrder = (typed: Typed): Typed => {
  const asked = questionSlots.filter((slot) => typedText(typed, `question-${slot}-label`) !== '');
  const others = Object.entries(typed).filter(([name]) => !/^question-\d+-/.test(name));
  return {
    ...Object.fromEntries(others),
    ...Object.fromEntries(
      asked.flatMap((from, to) =>
        questionParts.map((part) => [`question-${to}-${part}`, typedList(typed, `question-${from}-${part}`)]),
      ),
    ),
  };
};

/** How many questions the form has words of. */
export const questionCount = (typed: Typed): number =>
  questionSlots.filter((slot) => typedText(typed, `question-${slot}-label`) !== '').length;

const readQuestions = (typed: Typed): readonly QuestionDraft[] =>
  questionSlots.slice(0, questionCount(typed)).map((slot) => {
    const text = (part: string) => typedText(typed, `question-${slot}-${part}`);
    const kind = questionKinds.find((name) => name === text('kind')) ?? 'text';
    return {
      id: text('id') || null,
      label: text('label'),
      kind,
      options: kind === 'choice' || kind === 'choices' ? linesOf(text('options')) : [],
      isRequired: text('required') !== '',
    };
  });

/** Where a clock change leaves open what is meant. */
export type UnclearTimes = Partial<Record<TimeField, Readings>>;

/** What a form says. */
export interface ReadEvent {
  readonly draft: EventDraft;
  /** The picture that was chosen in place of the draft's; undefined where that stays. */
  readonly coverId: string | undefined;
  /** The zone that its times are of. */
  readonly timeZone: string;
  readonly firstDate: LocalDate;
  /** What cannot be read, by field: names of faults. */
  readonly unreadable: Readonly<Record<string, 'skipped' | 'repeated' | 'shortMap' | 'own'>>;
  readonly unclear: UnclearTimes;
  /** What the domain says of a draft whose other fields can be read. */
  readonly faults: readonly FieldFault[];
}

const someTime = new Date(0);

const isSameMinute = (one: Date, other: Date): boolean =>
  Math.floor(one.getTime() / minute) === Math.floor(other.getTime() / minute);

const local = /^(\d{4}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::\d\d(?:\.\d+)?)?)?$/;

/** Whether a calendar has the date; `Date` takes 31 February for 3 March. */
const isDate = (date: string): boolean => {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date);
};

const readNumber = (text: string): number =>
  /^\d{1,9}$/.test(text.replace(/[\s.,'](?=\d{3}\b)/g, '')) ? Number(text.replace(/\D/g, '')) : Number.NaN;

/** Thousands with one mark between them, another before the decimals: `1.234`,50. One mark alone may be either. */
const groupedDigits = /(?<!\d)\d{1,3}([.,\s'’])\d{3}(?:\1\d{3})*(?!\1)(?=[.,]\d{1,2}(?!\d))/;

/** No price is that long; from each of many groups a look for the last one takes the square of their number. */
const longestPrice = 100;

/** A decimal in either notation: `12.50`, `12,50 €`, `1.234,50`. */
const readPrice = (text: string): number => {
  if (text.length > longestPrice) return Number.NaN;
  const ungrouped = text.replace(groupedDigits, (digits) => digits.replace(/\D/g, ''));
  const [, amount = ''] = /^[^\d\-−]{0,4}?(\d{1,9}(?:[.,]\d{1,2})?)\D{0,4}$/.exec(ungrouped) ?? [];
  return amount === '' ? Number.NaN : Number(amount.replace(',', '.'));
};

const readTags = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((tag) => tag.trim().toLowerCase().replace(/^#/, '').replace(/\s+/g, '-'))
      .filter((tag) => tag !== ''),
  ),
];

/**
 * Reads the form of an event.
 * @param before the event as it is: what the form does not show stays. Null for a new one.
 * @param zoneAt finds the zone of a place
 */
export const readEventForm = (
  typed: Typed,
  before: EventDraft | null,
  zoneAt: (place: { readonly lat: number; readonly lng: number }) => string,
): ReadEvent => {
  const text = (name: string) => typedText(typed, name);
  const unreadable: Record<string, 'skipped' | 'repeated' | 'shortMap' | 'own'> = {};
  const unclear: UnclearTimes = {};

  const attendance: Attendance = attendances.find((name) => name === text('attendance')) ?? 'offline';
  const place = attendance === 'online' ? null : readMapPlace(text('map'));
  if (attendance !== 'online' && (place === null || place === 'short'))
    unreadable.map = place === 'short' ? 'shortMap' : 'own';
  const found = place === null || place === 'short' ? null : place;
  const givenZone = text('timeZone');
  const isZoneRight = givenZone === '' || isTimeZone(givenZone);
  if (!isZoneRight || (givenZone === '' && attendance === 'online')) unreadable.timeZone = 'own';
  const timeZone = givenZone !== '' && isZoneRight ? givenZone : found ? zoneAt(found) : 'UTC';

  const visibility = (['public', 'private'] as const).find((name) => name === text('visibility'));
  if (!visibility) unreadable.visibility = 'own';

  const isAllDay = text('isAllDay') !== '';
  /** @param daysLater of whole days, whose end is the midnight after the last one */
  const time = (name: TimeField, daysLater: number | null): Date | null => {
    const [, date, hours = '0', minutes = '0'] = local.exec(text(name)) ?? [];
    if (date === undefined) return null;
    const timeOfDay = daysLater === null ? (Number(hours) * 60 + Number(minutes)) * minute : daysLater * day;
    if (!isDate(date)) return null;
    if (daysLater !== null) return instantOn(date, timeOfDay, timeZone);
    const readings = readingsOf(date, timeOfDay, timeZone);
    const [first = someTime] = readings.instants;
    // What nobody changed stays to the millisecond.
    const stored = before?.[name];
    if (stored && text(`${name}-reading`) === '' && readings.instants.some((at) => isSameMinute(at, stored)))
      return stored;
    if (readings.kind === 'once') return first;
    const choice = readings.instants.find((at) => at.toISOString() === text(`${name}-reading`));
    (unclear as Record<string, Readings>)[name] = readings;
    if (!choice) unreadable[name] = readings.kind;
    return choice ?? first;
  };
  const startAt = time('startAt', isAllDay ? 0 : null);
  if (!startAt) unreadable.startAt = 'own';
  const start = startAt ?? someTime;
  const hasEnd = text('endAt') !== '';
  const typedEnd = hasEnd ? time('endAt', isAllDay ? 1 : null) : null;
  if (hasEnd && !typedEnd) unreadable.endAt = 'own';
  const assumedEnd = isAllDay
    ? instantOn(localDateOf(start, timeZone), day, timeZone)
    : new Date(start.getTime() + 120 * minute);
  const rsvpUntil = text('rsvpUntil') === '' ? null : time('rsvpUntil', null);
  if (text('rsvpUntil') !== '' && !rsvpUntil) unreadable.rsvpUntil = 'own';

  const modulesBefore = before?.enabledModules ?? [];
  const otherModules = modulesBefore.filter((name) => name !== bringListModule);
  const hasBringList = text('bringList') !== '';
  const numberOrNone = (name: string): number | null => (text(name) === '' ? null : readNumber(text(name)));
  const coverBefore = before?.coverUrl ?? null;
  const cover = pictureChange(typed, 'cover', coverBefore);
  const draft: EventDraft = {
    ...draftDefaults,
    ...before,
    title: text('title'),
    description: text('description'),
    startAt: start,
    endAt: typedEnd ?? assumedEnd,
    isAllDay,
    attendance,
    location:
      attendance === 'online'
        ? noPlace
        : { address: text('address'), lat: found?.lat ?? 0, lng: found?.lng ?? 0 },
    onlineUrl: attendance === 'offline' ? null : text('onlineUrl'),
    timeZone: givenZone === '' ? (attendance === 'online' ? 'UTC' : null) : isZoneRight ? givenZone : 'UTC',
    category: text('category'),
    tags: readTags(text('tags')),
    price: text('price') === '' ? 0 : readPrice(text('price')),
    isPriceKnown: text('isPriceUnknown') === '',
    capacity: numberOrNone('capacity'),
    maxPerBooking: numberOrNone('maxPerBooking') ?? draftDefaults.maxPerBooking,
    hasWaitlist: text('hasWaitlist') !== '',
    rsvpUntil,
    coverUrl: cover.url === undefined && cover.id === undefined ? coverBefore : (cover.url ?? null),
    visibility: visibility ?? 'private',
    enabledModules:
      hasBringList === modulesBefore.includes(bringListModule)
        ? modulesBefore
        : [...otherModules, ...(hasBringList ? [bringListModule] : [])],
    questions: readQuestions(typed),
  };
  return {
    draft,
    coverId: cover.id,
    timeZone,
    firstDate: localDateOf(start, timeZone),
    unreadable,
    unclear,
    faults: Object.keys(unreadable).length === 0 ? [] : draftFaults(draft),
  };
};

/** What a field of the form says, in one text; all questions are one field. */
const saidBy = (typed: Typed, name: string): string =>
  name === 'questions'
    ? JSON.stringify(readQuestions(withQuestionsInOrder(typed)))
    : typedList(typed, name)
        .map((value) => value.trim())
        .filter((value) => value !== '')
        .join('\n');

const comparedFields = [...eventFormFields, 'questions'];

const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 8);

/** What a form was served with, short enough to stand in it: which fields somebody changed is told by it. */
export const baseOf = (typed: Typed): string =>
  comparedFields.map((name) => digestOf(saidBy(typed, name))).join('.');

export interface Merged {
  readonly typed: Typed;
  /** Fields that somebody else changed meanwhile and this person did not: the form has them as they are now. */
  readonly taken: readonly string[];
  /** Fields that both changed, with what is stored now. */
  readonly theirs: Readonly<Record<string, string>>;
}

/** Whether two forms say the same of an event. */
export const saysTheSame = (typed: Typed, other: Typed): boolean =>
  comparedFields.every((name) => saidBy(typed, name) === saidBy(other, name));

const valuesOf = (typed: Typed, name: string): Typed =>
  name === 'questions'
    ? Object.fromEntries(Object.entries(typed).filter(([field]) => field.startsWith('question-')))
    : { [name]: typedList(typed, name) };

/** Brings a form together with the event as it is now. @param base of the form when it was served */
export const mergeForms = (typed: Typed, base: string, current: Typed): Merged => {
  const served = base.split('.');
  const taken: string[] = [];
  const theirs: Record<string, string> = {};
  let merged = typed;
  for (const [index, name] of comparedFields.entries()) {
    const [mine, stored] = [saidBy(typed, name), saidBy(current, name)];
    if (mine === stored || digestOf(stored) === served[index]) continue;
    if (digestOf(mine) === served[index]) {
      taken.push(name);
      if (name === 'questions')
        merged = Object.fromEntries(
          Object.entries(merged).filter(([field]) => !field.startsWith('question-')),
        );
      merged = { ...merged, ...valuesOf(current, name) };
    } else theirs[name] = name === 'questions' ? questionsText(current) : stored;
  }
  return { typed: merged, taken, theirs };
};

const questionsText = (typed: Typed): string =>
  readQuestions(typed)
    .map(({ label }) => label)
    .join(' / ');
