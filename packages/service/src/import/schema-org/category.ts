import { isObject, type JsonObject, listOf, textOf } from '../values/json.ts';
import { plainLine } from '../values/plain-text.ts';

/** The categories of schema.org's kinds of Event; the other kinds say nothing of what an event is about. */
const categoryOfType: Readonly<Record<string, string>> = {
  BusinessEvent: 'business',
  ChildrensEvent: 'family',
  ComedyEvent: 'arts',
  CourseInstance: 'education',
  DanceEvent: 'arts',
  EducationEvent: 'education',
  ExhibitionEvent: 'arts',
  FoodEvent: 'food',
  Hackathon: 'tech',
  LiteraryEvent: 'arts',
  MusicEvent: 'music',
  MusicFestival: 'music',
  ScreeningEvent: 'film',
  SocialEvent: 'community',
  SportsEvent: 'sports',
  TheaterEvent: 'arts',
  VisualArtsEvent: 'arts',
};

/** `MusicEvent` of `https://schema.org/MusicEvent`. */
const nameOfType = (type: unknown): string => String(type).split(/[/#:]/).at(-1) ?? '';

/** The kinds of an item, without the address of the vocabulary. */
export const typesOf = (line: JsonObject): readonly string[] => listOf(line['@type']).map(nameOfType);

const eventTypes = /(?:Event|Festival|Hackathon|EventSeries|CourseInstance)$/;

/** Whether an item is an Event or a kind of it. */
export const isEvent = (line: JsonObject): boolean => typesOf(line).some((type) => eventTypes.test(type));

/** A term (https://schema.org/DefinedTerm), or texts with commas between them. */
const topicsIn = (item: unknown): readonly string[] => {
  const term = isObject(item) ? textOf(item.name) : undefined;
  if (term !== undefined) return [term];
  const text = typeof item === 'number' ? String(item) : textOf(item);
  return text?.split(',') ?? [];
};

/** The topics of an event, in their order. */
export const topicsOf = ({ keywords }: JsonObject): readonly string[] =>
  listOf(keywords)
    .flatMap(topicsIn)
    .map((topic) => plainLine(topic).trim())
    .filter((topic) => topic !== '');

/** The slug of the category of an event's kind; undefined when it says nothing of one. */
export const schemaOrgCategory = (line: JsonObject): string | undefined =>
  typesOf(line)
    .map((type) => categoryOfType[type])
    .find((category) => category !== undefined);
