import { isObject, type JsonObject, listOf, textOf } from '../values/json.ts';
import { type TopicCategory, topicCategory } from '../values/topic-category.ts';

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

/** The topics of an event, the main one first. */
export const topicsOf = ({ keywords }: JsonObject): readonly string[] =>
  listOf(keywords)
    .flatMap((item) => (isObject(item) ? (textOf(item.name) ?? []) : String(item).split(',')))
    .map((topic) => topic.trim())
    .filter((topic) => topic !== '');

/** The category of an event: that of its kind, or of its main topic; null when it has neither. */
export const schemaOrgCategory = (
  line: JsonObject,
  [topic]: readonly string[],
): (Partial<Pick<TopicCategory, 'categoryName'>> & Pick<TopicCategory, 'category'>) | null => {
  for (const type of typesOf(line)) {
    const category = categoryOfType[type];
    if (category !== undefined) return { category };
  }
  return topic === undefined ? null : topicCategory(topic);
};
